"""A person has every running command in hand, and each step is on record before it is done."""

import errno
import json
import sys

import pytest

from assent.host import terminal as terminal_module
from assent.journal.errors import JournalError
from assent.model.intervention import Extended, Killed
from builders import PERSON
from fakes import says_yes
from unit.console.serving import connected, serving
from waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


async def test_a_person_stops_a_call_and_one_that_is_over_is_left_alone():
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "exec sleep 60")
        call_id = (await agent.step("running"))["call_id"]
        console.stop(call_id, PERSON)
        assert (await agent.answer(1))["result"]["outcome"]["kind"] == "stopped"
        console.stop(call_id, PERSON)
        console.stop("nobody", PERSON)


async def test_what_the_person_does_is_told_to_the_agent_at_once_and_in_the_result():
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.send(1, "tools/call", name="Shell", arguments={"command": "sleep 1; echo done", "timeout": 1})
        call_id = (await agent.step("running"))["call_id"]
        assert console.intervene(call_id, Extended(by=PERSON, by_s=60))
        answer = (await agent.answer(1))["result"]
        [told] = [note for note in agent.notes if note["method"] == "call/intervention"]
        assert told["params"]["intervention"]["kind"] == "extended"
        assert answer["outcome"] == {"kind": "exited", "code": 0}
        assert answer["result"]["message"].endswith("The user extended the deadline by 1 min.")
        assert (answer["result"]["extras"]["timeout_s"], answer["result"]["output"]) == (61, "done\n")
        assert not console.intervene(call_id, Extended(by=PERSON, by_s=60))


async def test_a_secret_is_typed_and_stands_nowhere():
    block = "printf 'Password: '; read -rs word; echo; test \"$word\" = hunter2 && echo welcome"
    arguments = {"command": block, "interactive": True}
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.send(1, "tools/call", name="Shell", arguments=arguments, stream=True)
        running = await agent.step("running")
        assert running["state"]["terminal"] is True
        call_id = running["call_id"]
        await until(lambda: not console.echoes(call_id))
        assert console.type_into(call_id, b"hunter2\r", PERSON)
        answer = (await agent.answer(1))["result"]
        assert answer["result"]["output"] == "Password: \nwelcome\n"
        assert answer["result"]["message"].endswith("typed 1 line into the terminal, 1 of them hidden.")
        assert "hunter2" not in json.dumps([answer, agent.notes]).replace(json.dumps(block)[1:-1], "")
        console._journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for path in console.folders.state.rglob("*"):
            if path.is_file():
                assert b"hunter2\r" not in path.read_bytes()
                assert path.read_bytes().count(b"hunter2") == path.read_bytes().count(b"= hunter2")
        assert not console.type_into(call_id, b"x", PERSON)


async def test_a_terminal_that_is_not_to_be_had_is_told_of(monkeypatch: pytest.MonkeyPatch):
    def none(*_: object) -> None:
        raise OSError(errno.ENXIO, "no more terminals")

    monkeypatch.setattr(terminal_module, "_opened", none)
    async with serving(says_yes()) as console, connected(console) as agent:
        arguments = {"command": "test -t 1 || echo pipes", "interactive": True}
        agent.send(1, "tools/call", name="Shell", arguments=arguments)
        running = (await agent.step("running"))["state"]
        told = "No terminal could be had ([Errno 6] no more terminals): the command ran with pipes instead."
        assert (running["terminal"], running["note"]) == (False, told)
        result = (await agent.answer(1))["result"]["result"]
        assert (result["output"], told in result["message"]) == ("pipes\n", True)


async def test_a_full_disk_keeps_nobody_from_ending_a_command_but_from_giving_it_time(
    caplog: pytest.LogCaptureFixture,
):
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "sleep 60")
        call_id = (await agent.step("running"))["call_id"]
        database = console._journal._database
        database.execute("PRAGMA query_only = ON")
        with pytest.raises(JournalError):
            console.intervene(call_id, Extended(by=PERSON, by_s=60))
        assert console.intervene(call_id, Killed(by=PERSON))
        assert (await agent.answer(1))["result"]["outcome"]["kind"] == "stopped"
        database.execute("PRAGMA query_only = OFF")
    assert "was killed, which is not on record" in caplog.text
