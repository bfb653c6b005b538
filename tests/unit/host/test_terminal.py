"""A terminal takes what is typed, tells whether it would show, changes its size, and is given back."""

import asyncio
import os
import shlex
import sys
from pathlib import Path

import pytest

from assent.host import terminal
from assent.host.terminal import Terminal
from assent.model.guarantee import Kind
from unit.host.grown import each_kind, grown
from waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals on Windows yet")


def python(code: str) -> str:
    """Return a block that runs `code`, which has no single quotes."""
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


@each_kind
async def test_what_is_typed_is_read_and_shown(kind: Kind):
    async with grown(kind, "read line; echo got $line", in_terminal=True) as running:
        assert running.terminal is not None
        assert running.terminal.echoes
        running.terminal.write("grüße\n".encode())
        await running.ended()
        assert running.text == "grüße\ngot grüße\n"


async def test_a_secret_is_asked_for_without_an_echo():
    code = 'import getpass; word = getpass.getpass("word? "); print(len(word))'
    async with grown("session", python(code), in_terminal=True) as running:
        assert running.terminal is not None
        await running.said("word? ")
        await until(lambda: not running.terminal.echoes)
        running.terminal.write(b"hush\n")
        assert await running.ended() == 0
        assert "hush" not in running.text
        assert running.text.split()[-1] == "4"


async def test_an_editor_that_shows_by_itself_counts_as_no_echo():
    code = "import tty; tty.setraw(0); print('raw', flush=True); input()"
    async with grown("session", python(code), in_terminal=True) as running:
        await running.said("raw")
        assert running.terminal is not None
        assert not running.terminal.echoes


async def test_keys_that_mean_a_signal_are_obeyed():
    async with grown("session", "echo up; exec sleep 30", in_terminal=True) as running:
        assert running.terminal is not None
        await running.said("up")
        running.terminal.write(b"\x03")
        assert await running.ended() == -2


async def test_a_large_paste_arrives_whole(tmp_path: Path):
    pasted = "".join(f"line {number} of the paste\n" for number in range(40_000)).encode()
    assert len(pasted) > 900_000
    target = tmp_path / "pasted"
    block = f"stty -echo; echo up; cat >{shlex.quote(str(target))}"
    async with grown("session", block, in_terminal=True) as running:
        assert running.terminal is not None
        await running.said("up")
        running.terminal.write(pasted)
        running.terminal.write(b"\x04")
        assert await running.ended() == 0
    assert target.read_bytes() == pasted


async def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(terminal, "WAITING_LIMIT_BYTES", 100_000)
    opened = Terminal(24, 80)
    opened.write(b"x\n" * 50_000)
    with pytest.raises(OSError, match="does not read"):
        opened.write(b"y" * 100_000)
    opened.close()


@each_kind
async def test_programs_are_told_of_a_new_size(kind: Kind):
    block = "trap 'stty size; exit' WINCH; stty size; while :; do sleep 0.01; done"
    async with grown(kind, block, in_terminal=True) as running:
        assert running.terminal is not None
        await running.said("24 80")
        running.terminal.resize(50, 132)
        await running.said("50 132")


async def test_closed_it_does_nothing_any_more():
    opened = Terminal(24, 80)
    opened.write(b"x" * 100_000)  # more than it takes: the loop watches it
    opened.close()
    opened.close()
    opened.write(b"late")
    opened.resize(1, 1)
    assert not opened.echoes
    assert not opened.interrupt()
    await asyncio.sleep(0)


def test_neither_side_is_handed_on_nor_blocks():
    opened = Terminal(24, 80)
    assert not os.get_inheritable(opened.ours)
    assert not os.get_inheritable(opened.theirs)
    assert not os.get_blocking(opened.ours)
    assert not opened.interrupt()  # nobody is in it
    with pytest.raises(BlockingIOError):
        os.read(opened.ours, 1)
    opened.close()


async def test_what_was_typed_for_one_that_ended_is_dropped():
    async with grown("session", "exit 0", in_terminal=True) as running:
        assert running.terminal is not None
        await running.ended()
        running.terminal.write(b"x" * 1_000_000)
        running.terminal.write(b"y")
