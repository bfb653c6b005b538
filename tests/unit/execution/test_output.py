"""What a command writes is read to its end, kept and passed on, and can be lent to another reader."""

import os
import sys

import pytest

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.output import Output
from assent.host.trees.launch import Launch
from assent.host.trees.tree_plain import PlainTree, PlainTrees
from assent.model.events import Channel
from builders import BASH
from waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


class Reading:
    """A command, and what was heard of its output."""

    def __init__(self, tree: PlainTree) -> None:
        self.tree, self.control, self.capture = tree, Control(), Capture()
        self.heard: dict[Channel, bytes] = {"stdout": b"", "stderr": b""}
        self.output = Output(tree, self.control, self.capture, self.hear)

    def hear(self, channel: Channel, data: bytes) -> None:
        self.heard[channel] += data

    async def finish(self) -> None:
        self.tree.kill()
        await until(self.tree.is_empty)
        self.tree.close()


async def reading(block: str) -> Reading:
    launch = Launch(BASH.words(block), "/", {"PATH": "/usr/bin:/bin"})
    return Reading(await PlainTrees().start(launch))


async def test_both_channels_are_heard_and_kept_and_their_end_is_seen():
    run = await reading("printf out; printf err >&2")
    await run.tree.exited()
    assert await run.output.drain()
    assert run.heard == {"stdout": b"out", "stderr": b"err"}
    assert run.capture.n_bytes == 6
    run.output.close()
    await run.finish()
    assert run.output.usage is not None


async def test_the_end_is_not_waited_for_as_long_as_somebody_holds_it_open():
    run = await reading("sleep 30 & echo hi")
    await run.tree.exited()
    assert not await run.output.drain()
    assert run.heard["stdout"] == b"hi\n"
    run.output.close()
    await run.finish()


async def test_what_is_lent_is_read_by_nobody_else_and_an_ended_channel_is_lent_as_ended():
    run = await reading("exec 2>&-; echo before; read -r line; sleep 30")
    await until(lambda: run.heard["stdout"] == b"before\n" and not run.control.is_running)
    await until(lambda: run.output._readers[1].ended)
    with run.output.lent() as (out, err):
        assert out == run.tree.stdout
        assert os.read(err, 10) == b""
    run.output.read_on()
    run.output.give_back()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(out)
    await run.finish()
