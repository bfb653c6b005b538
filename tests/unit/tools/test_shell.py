"""The Shell tool shows the block as it is, runs it as it was shown, and says how it ended."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from assent.execution.control import Control
from assent.execution.result_builder import NOTICE
from assent.execution.spool import Spools
from assent.execution.tasks import Tasks
from assent.host.trees.tree_plain import PlainTrees
from assent.journal.journal import JournalError
from assent.model.call import Call
from assent.model.lifecycle import Exited, Failed, Running, Stopped, TimedOut
from assent.model.result import ShellBlock, ToolReturnValue
from assent.model.settings import EnvironmentSettings, ShellSettings
from assent.tools.shell import ShellTool
from assent.tools.shell_parameters import LONGEST_COMMAND, ShellParameters
from assent.tools.tool import Prepared, Run
from builders import BASH, PERSON, a_call, a_proposal
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


def tool(**options: Any) -> ShellTool:
    return ShellTool(BASH, os.environ, PlainTrees(), **options)


def prepared(call: Call | None = None, **arguments: Any) -> Prepared[ShellParameters]:
    found = tool().prepare(ShellParameters(**{"command": "true", **arguments}), call or a_call())
    assert isinstance(found, Prepared), found
    found.close()  # what is meant by its path stays so in these tests
    return found


def refused(call: Call | None = None, **arguments: Any) -> tuple[str, str]:
    found = tool().prepare(ShellParameters(**{"command": "true", **arguments}), call or a_call())
    assert isinstance(found, ToolReturnValue)
    assert found.is_error
    return found.message, found.brief


def in_folder(cwd: str) -> Call:
    return a_call(session={"cwd": cwd})


async def ran(shell: ShellTool | None = None, **arguments: Any) -> tuple[Any, ToolReturnValue]:
    run = Run(a_call(), Control(), lambda running: None, lambda channel, data: None, PERSON)
    return await (shell or tool()).run(prepared(**arguments), run)


def test_in_the_background_there_is_more_time():
    found = prepared(run_in_background=True, timeout=86_400, description="Watch the tests").proposal
    assert (found.title, found.timeout_s, found.background) == ("Run background command", 86_400, True)


def test_the_proposal_is_what_will_run(tmp_path: Path):
    block = "  echo 'a'\n\techo b  \n"
    call = in_folder(str(tmp_path))
    proposal = prepared(call, command=block, timeout=7, description="says a").proposal
    assert proposal.command == block
    assert proposal.display == (ShellBlock(language="bash", command=block),)
    assert (proposal.cwd, proposal.timeout_s, proposal.description) == (str(tmp_path), 7, "says a")
    assert prepared().proposal.timeout_s == 60


@pytest.mark.parametrize("command", ["", " ", "\n\t "])
def test_nothing_is_not_run(command: str):
    assert refused(command=command) == ("Command cannot be empty.", "Empty command")


def test_what_the_system_cannot_take_is_not_shown_for_approval():
    assert refused(command="a\0b") == ("Command cannot contain a NUL byte.", "NUL byte in command")
    assert refused(command="é" * 65_536 + "x")[1] == "Command too long"
    assert prepared(command="x" * LONGEST_COMMAND).proposal.command


def test_the_folder_is_the_sessions_or_below_or_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sub").mkdir()
    call = in_folder(str(tmp_path))
    assert prepared(call).proposal.cwd == str(tmp_path)
    assert prepared(call, cwd="sub").proposal.cwd == str(tmp_path / "sub")
    assert prepared(call, cwd="/").proposal.cwd == "/"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert prepared(in_folder("")).proposal.cwd == str(tmp_path)
    assert prepared(in_folder(""), cwd="sub").proposal.cwd == str(tmp_path / "sub")


def test_a_link_is_followed_as_the_shell_would(tmp_path: Path):
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "away")
    assert prepared(in_folder(str(tmp_path)), cwd="link/..").proposal.cwd == f"{tmp_path}/link/.."


@pytest.mark.parametrize("cwd", ["none", "file", "a\0b", "x" * 300])
def test_a_folder_that_is_none_is_refused(tmp_path: Path, cwd: str):
    (tmp_path / "file").touch()
    message, brief = refused(in_folder(str(tmp_path)), cwd=cwd)
    assert brief == "Invalid folder"
    assert message


def test_a_sessions_folder_that_is_not_absolute_is_refused():
    assert refused(in_folder("somewhere"))[1] == "Invalid folder"


async def test_a_success_says_so():
    ending, value = await ran(command="echo out; echo err >&2")
    assert ending == Exited(code=0)
    assert (value.is_error, value.message, value.brief) == (False, "Command executed successfully.", "")
    assert sorted(value.output.split()) == ["err", "out"]
    assert value.extras is not None
    assert value.extras.keys() == {
        *("exit_code", "output_bytes", "duration_s", "timeout_s"),
        *("cpu_s", "drained"),
    }
    assert (value.extras["exit_code"], value.extras["output_bytes"]) == (0, 8)


async def test_a_failure_tells_its_code_and_the_end_of_its_output():
    ending, value = await ran(command="echo one; echo two >&2; exit 3")
    assert ending == Exited(code=3)
    assert value.message == "Command failed with exit code: 3."
    assert value.brief.startswith("Failed with exit code: 3\n")
    assert value.extras is not None
    assert value.extras["exit_code"] == 3
    assert (await ran(command="exit 1"))[1].brief == "Failed with exit code: 1"


@pytest.mark.parametrize("name", ["KILL", "TERM", "SEGV"])
async def test_a_signal_is_named(name: str):
    ending, value = await ran(command=f"kill -{name} $$; exec sleep 30")
    assert value.extras is not None
    assert value.extras["signal"] == f"SIG{name}"
    assert value.message == f"Command failed with exit code: {ending.code}."


async def test_a_signal_without_a_name_has_its_number():
    _, value = await ran(command="kill -40 $$; exec sleep 30")
    assert value.extras is not None
    assert value.extras["signal"] == "signal 40"


async def test_a_long_output_has_both_ends_and_its_whole_is_on_disk(tmp_path: Path):
    spools = Spools(tmp_path / "output")
    _, value = await ran(tool(open_spool=spools.open), command="seq 1 1000000")
    assert value.output.startswith("1\n2\n")
    assert value.output.endswith("\n999999\n1000000\n")
    assert value.message.startswith(f"Command executed successfully. {NOTICE} ")
    assert value.extras is not None
    path = Path(str(value.extras["output_path"]))
    assert value.message.endswith(f" The whole output is in {path}.")
    assert path.read_text() == "".join(f"{number}\n" for number in range(1, 1_000_001))


async def test_a_short_output_touches_no_disk(tmp_path: Path):
    spools = Spools(tmp_path / "output")
    await ran(tool(open_spool=spools.open), command="seq 1 1000")
    assert not spools.folder.exists()


async def test_a_withdrawn_call_leaves_its_output_finished_on_disk(tmp_path: Path):
    spools, run = (
        Spools(tmp_path / "output"),
        Run(a_call(), Control(), lambda running: None, lambda channel, data: None, PERSON),
    )
    shell = tool(open_spool=spools.open)
    task = asyncio.ensure_future(shell.run(prepared(command="seq 1 100000; exec sleep 30"), run))
    await until(lambda: run.control.capture and run.control.capture.n_bytes > 500_000)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (spools.folder / f"{run.call.id}.out").stat().st_size > 500_000


async def test_data_is_named_and_not_shown(tmp_path: Path):
    spools = Spools(tmp_path / "output")
    _, value = await ran(tool(open_spool=spools.open), command="head -c 5000 /dev/zero; echo warning >&2")
    assert sorted(value.output.splitlines()) == ["[stdout is binary: 5,000 bytes, data]", "warning"]
    assert value.extras is not None
    assert Path(str(value.extras["output_path"])).read_bytes().count(b"\0") == 5_000


async def test_secrets_are_kept_from_commands_and_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MY_TOKEN", "hunter2")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/ssh")
    _, value = await ran(command="echo ${MY_TOKEN-none} $SSH_AUTH_SOCK")
    assert value.output == "none /run/ssh\n"
    assert value.extras is not None
    removed = value.extras["removed_variables"]
    assert isinstance(removed, list)
    assert "MY_TOKEN" in removed
    assert "hunter2" not in value.model_dump_json()


async def test_settings_hold_from_the_next_call_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MY_TOKEN", "x")
    settings = [ShellSettings(environment=EnvironmentSettings(allow=("MY_*",)))]
    shell = tool(settings=lambda: settings[-1])
    assert (await ran(shell, command="echo ${MY_TOKEN-none}"))[1].output == "x\n"
    settings.append(ShellSettings())
    assert (await ran(shell, command="echo ${MY_TOKEN-none}"))[1].output == "none\n"


async def test_there_is_no_terminal_to_paint_on_and_no_pager():
    _, value = await ran(command="echo $TERM $PAGER $GIT_PAGER; tty")
    assert value.output == "dumb cat cat\nnot a tty\n"


async def test_a_deadline_tells_how_long_it_was():
    ending, value = await ran(command="echo partial; exec sleep 30", timeout=1)
    assert ending == TimedOut(after_s=1)
    assert (value.message, value.brief) == ("Command killed by timeout (1s)", "Killed by timeout (1s)")
    assert (value.is_error, value.output) == (True, "partial\n")
    assert value.extras is not None
    assert (value.extras["stopped_by"], value.extras["timeout_s"]) == ("the timeout", 1)


async def test_a_stop_tells_who_stopped_it():
    started: list[Running] = []
    run = Run(a_call(), Control(), started.append, lambda channel, data: None, PERSON)
    task = asyncio.ensure_future(tool().run(prepared(command="exec sleep 30"), run))
    await until(lambda: started)
    run.control.stop(PERSON)
    ending, value = await task
    assert ending == Stopped(by=PERSON)
    assert value.message == "Command stopped by the user."
    assert value.extras is not None
    assert value.extras["stopped_by"] == "the user"


async def test_what_cannot_start_tells_why(tmp_path: Path):
    (tmp_path / "gone").mkdir()
    ready = prepared(in_folder(str(tmp_path)), cwd="gone")
    (tmp_path / "gone").rmdir()
    run = Run(a_call(), Control(), lambda running: None, lambda channel, data: None, PERSON)
    ending, value = await tool().run(ready, run)
    assert isinstance(ending, Failed)
    assert value.message.startswith("Command execution failed: ")
    assert value.brief == "Execution failed"


def in_background(call: Call) -> Prepared[ShellParameters]:
    return prepared(call, command="cat", run_in_background=True, description="Work")


TOO_MANY = "Failed to start background task: Too many background tasks are already running."


async def test_one_background_task_too_many_is_refused_before_anybody_is_asked():
    tasks = Tasks(lambda: 1)
    tasks.add(a_call(), a_proposal(), Control())
    parameters = in_background(a_call()).parameters
    found = tool(tasks=tasks).prepare(parameters, a_call())
    assert isinstance(found, ToolReturnValue)
    assert (found.is_error, found.message, found.brief) == (True, TOO_MANY, "Start failed")
    own_affair = a_call(wants="permission")
    accepted = tool(tasks=tasks).prepare(parameters, own_affair)
    assert isinstance(accepted, Prepared)
    accepted.close()


async def test_one_that_came_while_the_person_thought_is_refused_too():
    tasks = Tasks(lambda: 1)
    ready = in_background(a_call())
    tasks.add(a_call(), a_proposal(), Control())
    run = Run(a_call(), Control(), pytest.fail, lambda channel, data: None, PERSON)
    ending, value = await tool(tasks=tasks).run(ready, run)
    assert ending == Failed(error="Too many background tasks are already running.")
    assert value.message == TOO_MANY


async def test_by_default_an_agent_may_have_four():
    shell = tool()
    parameters = in_background(a_call()).parameters
    for _ in range(4):
        found = shell.prepare(parameters, a_call())
        assert isinstance(found, Prepared)
        found.close()
        shell._tasks.add(a_call(), a_proposal(), Control())
    assert isinstance(shell.prepare(parameters, a_call()), ToolReturnValue)


async def test_a_task_that_cannot_start_says_so(tmp_path: Path):
    (tmp_path / "gone").mkdir()
    ready = prepared(in_folder(str(tmp_path)), cwd="gone", run_in_background=True, description="Work")
    (tmp_path / "gone").rmdir()
    run = Run(a_call(), Control(), pytest.fail, lambda channel, data: None, PERSON)
    ending, value = await tool().run(ready, run)
    assert isinstance(ending, Failed)
    assert value.message.startswith("Failed to start background task: ")
    assert value.brief == "Start failed"
    assert not run.control.detached.done()


async def test_a_start_that_cannot_be_told_is_no_task():
    shell, call = tool(), a_call()

    def refuse(_running: Running) -> None:
        raise JournalError("disk full")

    run = Run(call, Control(), refuse, lambda channel, data: None, PERSON)
    with pytest.raises(JournalError):
        await shell.run(in_background(call), run)
    assert not run.control.detached.done()


async def test_what_is_left_behind_is_ended_and_named():
    _, value = await ran(command="sleep 30 >/dev/null 2>&1 & echo $!")
    assert value.extras is not None
    assert value.extras["stopped_pids"] == [int(value.output)]
    assert not lives(int(value.output))
    assert value.message.startswith("Command executed successfully. It left 1 process behind, ended now: ")


async def test_what_is_left_behind_may_run_on_where_the_person_lets_it(tmp_path: Path):
    os.mkfifo(tmp_path / "gate")
    shell = tool(settings=lambda: ShellSettings(leftovers="keep"))
    run = Run(a_call(), Control(), lambda running: None, lambda channel, data: None, PERSON)
    ready = prepared(command=f"(cat {tmp_path}/gate; echo late) & echo $!; exit 3")
    task = asyncio.ensure_future(shell.run(ready, run))
    answer = await run.control.detached
    assert answer.extras is not None
    assert answer.extras["background_pids"] == sorted(run.control.members())
    assert int(answer.output) in run.control.members()
    assert answer.extras["exit_code"] == 3
    assert "It left " in answer.message
    assert run.control.deadline.total_s == 86_400
    await asyncio.to_thread((tmp_path / "gate").write_text, "opened\n")
    ending, value = await task
    assert ending == Exited(code=3)
    assert value.output == answer.output + "opened\nlate\n"


async def test_it_runs_in_the_folder_that_was_shown_and_knows_its_call(tmp_path: Path):
    call = in_folder(str(tmp_path))
    run = Run(call, Control(), lambda running: None, lambda channel, data: None, PERSON)
    _, value = await tool().run(prepared(call, command="pwd; echo $ASSENT_CALL_ID"), run)
    assert value.output == f"{tmp_path}\n{call.id}\n"


def test_agents_are_told_which_shell_it_is():
    assert "bash (`/bin/bash`)" in tool().description
    assert "${SHELL}" not in tool().description
    powershell = ShellTool(type(BASH)("powershell", "p.exe"), {}, PlainTrees())
    assert powershell.description.count("powershell (`p.exe`)") >= 1
