"""What the reference systems do with processes and time, row by row, and better where theirs was a defect.

Their numbers stand in the names. Nothing of any command is left when its call is over: the reference left the
children of pipelines, nested shells, traps and `setsid` behind.
"""

import asyncio
import os
import sys
from pathlib import Path

import psutil
import pytest

from e2e.conformance.conftest import Reference
from waiting import processes_with, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


@pytest.fixture
def nap(request: pytest.FixtureRequest) -> str:
    """Return a number of seconds that no other process sleeps for."""
    return f"300.{os.getpid()}{abs(hash(request.node.name)) % 10**6}"


async def test_a11_what_one_call_wrote_the_next_one_reads(reference: Reference):
    first = await reference.run("echo 'Test content' > test_file.txt")
    assert (first["is_error"], first["output"]) == (False, "")
    assert (await reference.run("cat test_file.txt"))["output"] == "Test content\n"


async def test_a22_without_a_timeout_it_is_sixty_seconds(reference: Reference):
    assert (await reference.run("true"))["extras"]["timeout_s"] == 60


@pytest.mark.parametrize("command", ["", " ", "\n"])
async def test_a29_an_empty_command_is_refused_and_nobody_is_asked(reference: Reference, command: str):
    got = await reference.run(command)
    assert (got["message"], got["brief"]) == ("Command cannot be empty.", "Empty command")
    assert reference.person.asked == []  # better: the reference ran blanks


async def test_a44_each_call_begins_in_the_sessions_folder(reference: Reference):
    await reference.run("cd /")
    assert (await reference.run("pwd"))["output"] == f"{reference.folder}\n"


async def heard(reference: Reference, text: str) -> None:
    """Wait until a running command has written this."""
    came = ""
    while text not in came:
        note = await reference.agent.receive()
        if note["method"] == "call/output":
            came += note["params"]["text"]


async def test_a50_output_without_a_newline_is_heard_while_the_command_runs(reference: Reference):
    call = reference.send("printf .; until test -e go; do sleep 0.02; done; printf '!'", stream=True)
    await heard(reference, ".")
    (reference.folder / "go").touch()
    answer = await reference.agent.answer(call)
    assert answer["result"]["result"]["output"] == ".!"


async def test_a34_both_channels_stand_in_the_order_in_which_they_came(reference: Reference):
    wait = "until test -e {}; do sleep 0.02; done"
    block = f"echo out; {wait.format(1)}; echo err >&2; {wait.format(2)}; echo out2"
    call = reference.send(block, stream=True)
    for number, text in enumerate(("out", "err"), start=1):
        await heard(reference, text)
        (reference.folder / str(number)).touch()
    answer = await reference.agent.answer(call)
    assert answer["result"]["result"]["output"] == "out\nerr\nout2\n"


@pytest.mark.parametrize(
    ("row", "block"),
    [
        ("A53", "sleep {nap} & echo hi; wait"),
        ("A55", "bash -c 'sleep {nap}; echo a'; echo b"),
        ("A56", "trap '' TERM INT; sleep {nap}; sleep {nap}"),
        ("A58", "sleep {nap}"),
        ("A58 pipeline", "sleep {nap} | cat | cat"),
        ("I206", "(setsid sleep {nap} &); sleep {nap}"),
        ("I206 nohup", "nohup sleep {nap} >/dev/null 2>&1 & sleep {nap}"),
    ],
    ids=lambda value: value if len(value) < 14 else "",
)
async def test_nothing_is_left_of_what_ran_out_of_time(reference: Reference, nap: str, row: str, block: str):
    got = await reference.run(block.format(nap=nap), timeout=1)
    assert processes_with(nap) == [], row
    assert (got["message"], got["brief"]) == ("Command killed by timeout (1s)", "Killed by timeout (1s)")
    assert got["outcome"]["kind"] == "timed_out"


async def test_a52_i205_a_child_in_the_background_holds_nobody_up(reference: Reference, nap: str):
    got = await reference.run(f"sleep {nap} & echo hi")
    assert (got["is_error"], got["output"]) == (False, "hi\n")
    assert processes_with(nap) == []


async def test_a28_i199_a_call_that_is_cancelled_ends_with_its_tree(reference: Reference, nap: str):
    call = reference.send(f"trap '' TERM; setsid sleep {nap} & sleep {nap}")
    await until(lambda: len(processes_with(nap)) == 2)
    reference.agent.send(None, "cancel", id=call)
    answer = await reference.agent.answer(call)
    assert answer["result"]["outcome"]["kind"] == "withdrawn"
    assert processes_with(nap) == []


async def test_a59_two_hundred_calls_one_after_the_other(reference: Reference):
    for _ in range(200):
        got = await reference.run("true")
        assert (got["is_error"], got["output"], got["message"]) == (
            False,
            "",
            "Command executed successfully.",
        )


async def test_j208_the_end_is_told_in_values_and_not_in_lines_of_the_output(reference: Reference):
    got = await reference.run("echo hello")
    assert got["output"] == "hello\n"
    assert got["extras"]["exit_code"] == 0
    assert "signal" not in got["extras"]


async def test_many_calls_at_once_keep_their_outputs_apart(reference: Reference):
    calls = {reference.send(f"echo {number}; exit {number}"): number for number in range(20)}
    for call, number in calls.items():
        answer = await asyncio.wait_for(reference.agent.answer(call), 30)
        assert answer["result"]["result"]["output"] == f"{number}\n"
        assert answer["result"]["outcome"] == {"kind": "exited", "code": number}


async def test_the_journal_outlives_what_a_command_does_to_its_own_process(reference: Reference):
    assert (await reference.run("kill -9 0; sleep 20"))["is_error"] is True
    assert psutil.pid_exists(os.getpid())
    assert Path(reference.console.folders.address).exists()


FOREGROUND = (
    "timeout must be <= 300s for foreground commands; use run_in_background=true for longer timeouts (up to "
    "86400s)"
)


async def test_a19_a_longer_timeout_needs_the_background(reference: Reference):
    assert FOREGROUND in (await reference.run("true", timeout=301))["message"]
    assert reference.person.asked == []


async def test_a20_in_the_background_it_may_be_longer(reference: Reference):
    got = await reference.run("true", timeout=301, run_in_background=True, description="nothing")
    assert got["is_error"] is False
