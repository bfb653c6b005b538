"""A command that writes without end holds nobody up: pings are answered, memory and disk stay bounded."""

import contextlib
import sys
from pathlib import Path

import psutil
import pytest

from assent.execution.spool import MOST_BYTES
from e2e.agent import Agent
from e2e.running import Console, running
from waiting import until_now

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash"),
    pytest.mark.timeout(180),
]

FLOOD_BYTES = 3_000_000_000
# Of a flood that takes some seconds: a loop that stood still for the whole of it would answer one.
PINGS = 50
MOST_GROWTH_BYTES = 100 << 20
LINES = "yes " + "x" * 79

FLOODS = {
    "stdout": f"{LINES} | head -c {FLOOD_BYTES}",
    "both": f"{LINES} | head -c {FLOOD_BYTES // 2} & {LINES} | head -c {FLOOD_BYTES // 2} >&2; wait",
}


@pytest.mark.parametrize("channels", FLOODS)
@pytest.mark.parametrize("stream", [False, True], ids=["result", "streamed to who does not read"])
def test_a_flood(tmp_path: Path, channels: str, stream: bool):
    (tmp_path / "flood.sh").write_text(FLOODS[channels])
    with running("headless") as console, console.connect() as agent, console.connect() as other:
        agent.run("true")  # what is loaded at the first call is not the flood's
        console.allow(f"sh {tmp_path}/flood.sh")
        before = console.process.memory_info().rss
        agent.call(f"sh {tmp_path}/flood.sh", request_id="flood", stream=stream)
        pings, most = _pings_during(console, other)
        assert pings >= PINGS
        assert most - before < MOST_GROWTH_BYTES
        result = agent.answer("flood")["result"]["result"]
    assert result["extras"]["output_bytes"] == FLOOD_BYTES
    assert result["output"].endswith("x" * 79 + "\n")


def _pings_during(console: Console, other: Agent) -> tuple[int, int]:
    """Ping while commands run; returns how many were answered, and the most memory that was seen."""
    until_now(console.commands)
    pings = most = 0
    while console.commands():
        assert other.is_alive()
        pings += 1
        with contextlib.suppress(psutil.NoSuchProcess):
            most = max(most, console.process.memory_info().rss)
    return pings, most


def test_the_file_of_a_flood_is_as_large_as_it_may_be(tmp_path: Path):
    (tmp_path / "flood.sh").write_text(f"{LINES} | head -c {3 * MOST_BYTES}")
    with running("headless") as console, console.connect() as agent:
        console.allow(f"sh {tmp_path}/flood.sh")
        result = agent.run(f"sh {tmp_path}/flood.sh")["result"]
        kept = Path(result["extras"]["output_path"]).stat().st_size
    assert 0 < kept <= MOST_BYTES
    assert f" The first {kept:,} bytes of it are in " in result["message"]
