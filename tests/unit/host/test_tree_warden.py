"""A command under a warden sees what it always saw, and says how it ended."""

import os
import signal
import sys

import pytest

from waiting import until

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.tree_warden import packed
from assent.model.guarantee import Kind
from builders import chosen

KINDS: tuple[Kind, ...] = ("namespace", "bubblewrap", "warden")


async def ran(kind: Kind, block: str, **environment: str) -> tuple[int, str]:
    """Run a block to its end; returns the exit code and what it wrote."""
    supervision = await chosen(kind)
    environment = {"PATH": os.environ["PATH"], **environment}
    tree = await supervision.start(["/bin/bash", "-c", block], cwd="/tmp", environment=environment)
    code = await tree.exited()
    await until(tree.is_empty)
    text = os.read(tree.stdout, 65536).decode()
    os.close(tree.stdout)
    os.close(tree.stderr)
    tree.close()
    supervision.close()
    return code, text


@pytest.mark.parametrize("kind", KINDS)
async def test_the_end_is_the_commands_own(kind: Kind):
    assert (await ran(kind, "exit 137"))[0] == 137  # not a signal, though bubblewrap would say the same
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
        assert (await ran(kind, f"kill -{number.value} $$; sleep 20"))[0] == -number


@pytest.mark.parametrize("kind", KINDS)
async def test_the_view_is_the_same(kind: Kind):
    block = "pwd; id -u; id -g; tr '\\0' '\\n' < /proc/$$/environ; ls -1 /proc/$$/fd; cat; ps -o tty= -p $$"
    code, text = await ran(kind, block, ODD="a=b", EMPTY="")
    lines = text.split("\n")
    assert code == 0
    assert lines[:3] == ["/tmp", str(os.getuid()), str(os.getgid())]
    assert {"ODD=a=b", "EMPTY="} < set(lines)
    assert lines[-5:] == ["0", "1", "2", "?", ""]  # three descriptors, nothing to read, no terminal


@pytest.mark.parametrize("kind", KINDS)
async def test_no_signal_is_blocked_or_ignored(kind: Kind):
    _, text = await ran(kind, "exec grep -E 'Sig(Blk|Ign)' /proc/self/status")
    found = [int(line.split()[1], 16) for line in text.splitlines()]
    assert [mask & 0x7FFF_FFFF for mask in found] == [0, 0]  # 32 and 33 are the C library's own


async def test_a_namespace_shows_the_command_nobody_else():
    _, text = await ran("namespace", "echo $$; ls -d /proc/[0-9]* | wc -l; true")
    assert text.split()[0] == "2"
    assert int(text.split()[1]) <= 4


def test_what_cannot_be_said_is_refused():
    for words, environment in ((["a\0b"], {}), (["a"], {"A=B": "c"}), (["a"], {"": "c"})):
        with pytest.raises(ValueError, match=r"null|name"):
            packed(words, "/", environment)


def test_it_is_packed_whole():
    assert packed(["ls", ""], "/tmp", {"A": "=b"}) == b"/tmp\x002\x00ls\x00\x00A==b"
