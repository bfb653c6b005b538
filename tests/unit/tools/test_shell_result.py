"""An agent is told how its command ended, what was done to it, and what it used."""

from typing import Any

import pytest
from pydantic import JsonValue

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.runner import Ending, Finished
from assent.host.trees.process import Usage
from assent.model.intervention import Extended, Lifted, Typed
from assent.model.lifecycle import Exceeded, Exited, Failed, Stopped, TimedOut
from assent.model.result import ToolReturnValue
from assent.tools.shell_result import Report, value
from builders import PERSON, RULE


def told(ending: Ending, *interventions: Any, **finished: Any) -> ToolReturnValue:
    control, capture = Control(), Capture()
    capture.take("stdout", b"one\ntwo\n")
    control.interventions.extend(interventions)
    return value(Finished(ending, **finished), capture.builder(), control)


def extras(found: ToolReturnValue) -> dict[str, JsonValue]:
    assert found.extras is not None
    return found.extras


@pytest.mark.parametrize(
    ("ending", "message", "brief"),
    [
        (Exited(code=0), "Command executed successfully.", ""),
        (Exited(code=3), "Command failed with exit code: 3.", "Failed with exit code: 3\none\ntwo"),
        (Exited(code=-9), "Command failed with exit code: -9.", "Failed with exit code: -9\none\ntwo"),
        (TimedOut(after_s=60), "Command killed by timeout (60s)", "Killed by timeout (60s)"),
        (TimedOut(after_s=0.5), "Command killed by timeout (0.5s)", "Killed by timeout (0.5s)"),
        (
            TimedOut(after_s=300, idle=True),
            "Command killed since it wrote nothing for 300s",
            "Killed by idle timeout (300s)",
        ),
        (
            Exceeded(what="memory_mib", limit=2_048),
            "Command killed since it used more than 2,048 MiB of memory.",
            "Over 2,048 MiB of memory",
        ),
        (
            Exceeded(what="processes", limit=5),
            "Command killed since it used more than 5 processes.",
            "Over 5 processes",
        ),
        (
            Exceeded(what="cpu_s", limit=10),
            "Command killed since it used more than 10 s of processor time.",
            "Over 10 s of processor time",
        ),
        (Stopped(by=PERSON), "Command stopped by the user.", "Stopped by the user"),
        (Stopped(by=RULE), "Command stopped by the rule 'git status'.", "Stopped by the rule 'git status'"),
        (Failed(error="no bash"), "Command execution failed: no bash", "Execution failed"),
    ],
)
async def test_each_ending_has_its_words(ending: Ending, message: str, brief: str):
    found = told(ending)
    assert (found.message, found.brief) == (message, brief)
    assert found.is_error == (ending != Exited(code=0))
    assert found.output == "one\ntwo\n"


async def test_a_signal_has_its_name():
    assert extras(told(Exited(code=-9)))["signal"] == "SIGKILL"
    assert extras(told(Exited(code=-40)))["signal"] == "signal 40"
    assert "signal" not in extras(told(Exited(code=9)))


async def test_what_was_used_is_told_and_what_nobody_knows_is_not():
    found = extras(told(Exited(code=0), usage=Usage(cpu_s=1.23456, memory_bytes=5_000, processes=0)))
    assert (found["cpu_s"], found["peak_memory_bytes"]) == (1.235, 5_000)
    small = extras(told(Exited(code=0), usage=Usage(cpu_s=0, memory_bytes=0, processes=0)))
    assert "peak_memory_bytes" not in small
    assert "cpu_s" not in extras(told(Exited(code=0)))


async def test_it_is_told_whether_the_end_of_the_output_was_seen():
    assert extras(told(Exited(code=0)))["drained"] == "end of file"
    assert extras(told(Exited(code=0), is_drained=False))["drained"] == "deadline"
    assert "drained" not in extras(told(TimedOut(after_s=1)))


async def test_what_it_left_behind_and_was_ended_is_named():
    found = told(Exited(code=0), leftovers={70: "sleep", 7: "bash"})
    assert extras(found)["stopped_pids"] == [7, 70]
    assert found.message == (
        "Command executed successfully. It left 2 processes behind, ended now: 7 (bash), 70 (sleep)."
    )


async def test_what_it_left_and_runs_on_is_named():
    finished = Finished(Exited(code=0), leftovers=dict.fromkeys(range(1, 12), "sleep"))
    found = value(finished, Capture().builder(), Control(), keeps_leftovers=True)
    assert extras(found)["background_pids"] == list(range(1, 12))
    assert "stopped_pids" not in extras(found)
    assert "It left 11 processes running: 1 (sleep), 2 (sleep), " in found.message
    assert found.message.endswith("10 (sleep), ….")


async def test_one_process_is_one():
    assert "It left 1 process behind" in told(Exited(code=0), leftovers={7: "bash"}).message


async def test_what_the_person_did_is_told_in_words_and_as_data():
    found = told(Exited(code=0), Extended(by=PERSON, by_s=600), Lifted(by=PERSON))
    assert found.message == (
        "Command executed successfully. The user extended the deadline by 10 min. "
        "The user lifted the deadline."
    )
    assert [each["kind"] for each in extras(found)["interventions"]] == ["extended", "lifted"]  # type: ignore


async def test_lines_typed_are_counted_once_for_all():
    typed = [Typed(by=PERSON, hidden=hidden) for hidden in (False, True, False)]
    assert told(Exited(code=0), *typed).message.endswith(
        " The user typed 3 lines into the terminal, 1 of them hidden."
    )
    assert told(Exited(code=0), typed[0]).message.endswith(" The user typed 1 line into the terminal.")


async def test_folders_without_programs_are_told_where_one_was_not_found():
    left_out = [("/project/bin", "it is in the folder that the agent works in"), ("", "it is relative")]
    report = Report(Capture(), Control(), "", (), keeps_leftovers=False, left_out=left_out)
    told = report.value(Finished(Exited(code=127))).message
    assert "/project/bin: it is in the folder that the agent works in; an empty one: it is relative." in told
    assert "/project/bin" not in report.value(Finished(Exited(code=1))).message
