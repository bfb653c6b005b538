"""What the reference systems do with a command in a terminal, and better where theirs lost the end of it."""

import os
import sys

import pytest

from assent.host import terminal
from e2e.conformance.conftest import Reference
from waiting import processes_with

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of ours on Windows")


async def test_a34_both_channels_stand_in_their_order(reference: Reference):
    block = "for i in $(seq 500); do echo out $i; echo err $i >&2; done"
    got = await reference.run(block, interactive=True)
    assert got["output"] == "".join(f"out {number}\nerr {number}\n" for number in range(1, 501))


async def test_a37_colours_are_not_the_agents_and_are_the_panes(reference: Reference):
    call = reference.send("printf '\\e[31mred\\e[0m\\n'", interactive=True, stream=True)
    answer = await reference.agent.answer(call)
    assert answer["result"]["result"]["output"] == "red\n"
    heard = [note["params"]["text"] for note in reference.agent.notes if note["method"] == "call/output"]
    assert "".join(heard) == "\x1b[31mred\x1b[0m\r\n"


async def test_a43_it_is_a_terminal_and_of_its_own(reference: Reference):
    block = "test -t 0 && test -t 1 && test -t 2 && test -e /dev/tty && echo yes; (: </dev/tty) && echo mine"
    assert (await reference.run(block, interactive=True))["output"] == "yes\nmine\n"


async def test_a31_a_failure_is_one_there_too(reference: Reference):
    got = await reference.run("exit 3", interactive=True)
    assert (got["message"], got["brief"]) == (
        "Command failed with exit code: 3.",
        "Failed with exit code: 3",
    )


@pytest.mark.parametrize("last", [100, 1_000, 10_000, 100_000])
async def test_i185_the_end_of_fast_output_is_there(reference: Reference, last: int):
    got = await reference.run(f"seq 1 {last}", interactive=True)
    assert got["output"].startswith("1\n2\n3\n")
    assert got["output"].endswith(f"\n{last - 1}\n{last}\n")
    assert got["extras"]["output_bytes"] == sum(len(f"{number}\r\n") for number in range(1, last + 1))


async def test_i187_trailing_blanks_are_kept(reference: Reference):
    got = await reference.run("printf 'value\\nvalue2    \\n'", interactive=True)
    assert got["output"] == "value\nvalue2    \n"


async def test_i202_without_a_terminal_it_runs_with_pipes_and_says_so(
    reference: Reference, monkeypatch: pytest.MonkeyPatch
):
    def refused() -> tuple[int, int]:
        raise OSError("out of pty devices")

    monkeypatch.setattr(terminal, "_opened", refused)
    got = await reference.run("test -t 1 || echo piped", interactive=True)
    assert (got["is_error"], got["output"]) == (False, "piped\n")
    assert "No terminal could be had (out of pty devices)" in got["message"]


async def test_i205_a_child_in_the_background_holds_nobody_up(reference: Reference):
    nap = f"300.{os.getpid()}205"
    got = await reference.run(f"sleep {nap} & echo hi", interactive=True)
    assert (got["is_error"], got["output"]) == (False, "hi\n")
    assert processes_with(nap) == []


async def test_i206_nothing_is_left_of_what_ran_out_of_time(reference: Reference):
    nap = f"300.{os.getpid()}206"
    block = f"(setsid sleep {nap} &); trap '' HUP; sleep {nap}"
    got = await reference.run(block, interactive=True, timeout=1)
    assert processes_with(nap) == []
    assert got["message"] == "Command killed by timeout (1s)"
