"""A command under a warden is as free as one without, and shut in as its kind says."""

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.model.guarantee import Kind
from unit.host.grown import grown

KINDS: tuple[Kind, ...] = ("namespace", "bubblewrap", "warden")


async def ran(kind: Kind, block: str) -> str:
    """Run a block to its end; returns what it wrote."""
    async with grown(kind, block) as running:
        await running.ended()
        return running.text


@pytest.mark.parametrize("kind", KINDS)
async def test_no_signal_is_blocked_or_ignored(kind: Kind):
    text = await ran(kind, "exec grep -E 'Sig(Blk|Ign)' /proc/self/status")
    found = [int(line.split()[1], 16) for line in text.splitlines()]
    assert [mask & 0x7FFF_FFFF for mask in found] == [0, 0]  # 32 and 33 are the C library's own


async def test_a_namespace_shows_the_command_nobody_else():
    text = await ran("namespace", "echo $$; ls -d /proc/[0-9]* | wc -l; true")
    assert text.split()[0] == "2"
    assert int(text.split()[1]) <= 4
