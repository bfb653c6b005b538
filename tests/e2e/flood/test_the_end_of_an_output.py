"""However fast a command writes and ends, its last line is in the result."""

import sys

import pytest

from fakes import says_yes
from unit.console.serving import connected, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

RUNS = 5  # tests/benchmarks/last_line.py makes fifty
LAST = 1_000_000


@pytest.mark.parametrize("interactive", [False, True], ids=["pipe", "terminal"])
async def test_the_last_line_is_there(interactive: bool):
    async with serving(says_yes()) as console, connected(console) as agent:
        for run in range(RUNS):
            arguments = {"command": f"seq 1 {LAST}", "interactive": interactive}
            agent.send(run, "tools/call", name="Shell", arguments=arguments)
            result = (await agent.answer(run))["result"]["result"]
            assert result["output"].endswith(f"\n{LAST - 1}\n{LAST}\n"), run
            lines = sum(len(str(number)) for number in range(1, LAST + 1)) + LAST * (1 + interactive)
            assert result["extras"]["output_bytes"] == lines, run
