"""What the reference systems do with a command, row by row, and better where theirs was a defect.

The rows are in tests/data/conformance/commands.jsonl: number, command, what the agent must get. A row with
`better` differs from the reference on purpose and says why.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from e2e.conformance.conftest import Reference

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

_DATA = Path(__file__).parents[2] / "data" / "conformance" / "commands.jsonl"
ROWS = [json.loads(line) for line in _DATA.read_text(encoding="utf-8").splitlines()]
KNOWN = {"row", "command", "better", "arguments", "is_error", "exit_code", "signal", "kept_bytes"}
KNOWN |= {f"{name}{way}" for name in ("output", "message", "brief") for way in ("", "_has")}
KNOWN |= {"output_starts", "output_ends", "output_max", "output_lines"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["row"])
async def test_row(row: dict[str, Any], reference: Reference):
    assert row.keys() <= KNOWN
    got = await reference.run(row["command"], **row.get("arguments", {}))
    assert got["is_error"] is row["is_error"], got
    for name in ("output", "message", "brief"):
        if name in row:
            assert got[name] == row[name]
        parts = row.get(f"{name}_has", [])
        for part in [parts] if isinstance(parts, str) else parts:
            assert part in got[name]
    assert got["output"].startswith(row.get("output_starts", ""))
    assert got["output"].endswith(row.get("output_ends", ""))
    assert len(got["output"]) <= row.get("output_max", 50_000)
    assert got["output"].count("\n") == row.get("output_lines", got["output"].count("\n"))
    for name in ("exit_code", "signal"):
        assert got["extras"].get(name) == row.get(name, got["extras"].get(name))
    if "kept_bytes" in row:
        assert Path(got["extras"]["output_path"]).stat().st_size == row["kept_bytes"]


async def test_every_block_is_shown_and_run_as_it_was_sent(reference: Reference):
    # The short ones: those with a timeout of their own, or floods, would only take their time.
    blocks = [row["command"] for row in ROWS if row.keys().isdisjoint({"arguments", "message_has"})]
    for block in blocks:
        await reference.run(block)
    assert [proposal.command for _, proposal in reference.person.asked] == blocks
