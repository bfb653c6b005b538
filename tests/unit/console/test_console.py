"""The headless half assembled: it serves until it is closed, and leaves nothing behind."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from assent.console import console as console_module
from assent.console.approval import No, Yes
from assent.console.console import AlreadyRunning, Console, Folders, HostError, JournalError
from assent.execution.spool import Spools
from assent.execution.tasks import task_id
from assent.host.shell import Shell
from assent.journal.journal import Journal
from assent.model.grant import BackTest, ForUses, Wish
from assent.model.lifecycle import Approved, Received, Running
from assent.model.mode import Mode
from builders import AT, PERSON, a_call, a_proposal, write_rules
from fakes import Approver, says_yes
from namespaces import need_namespaces
from unit.console.serving import connected, serving
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


@pytest.fixture
def folders() -> Iterator[Folders]:
    """Return places of one's own, the socket's path short."""
    with tempfile.TemporaryDirectory(prefix="ac-") as folder:
        yield Folders.below(Path(folder))


async def test_a_second_console_is_refused_and_the_first_serves_on(folders: Folders):
    first = Console(folders, says_yes())
    await first.start()
    with pytest.raises(AlreadyRunning):
        Console(folders, says_yes())
    async with connected(first) as agent:
        assert (await agent.ask("ping"))["result"] == {}
    await first.close()
    second = Console(folders, says_yes())
    await second.close()


async def test_without_a_journal_it_does_not_start_and_holds_no_socket(folders: Folders):
    folders.state.parent.mkdir(exist_ok=True)
    folders.state.write_text("in the way")
    with pytest.raises(JournalError):
        Console(folders, says_yes())
    assert not Path(folders.address).exists()
    folders.state.unlink()
    await Console(folders, says_yes()).close()


def test_an_unsafe_place_is_a_host_error(folders: Folders):
    Path(folders.address).parent.mkdir(mode=0o755)
    with pytest.raises(HostError):
        Console(folders, says_yes())


async def test_closing_withdraws_what_waits_and_ends_what_runs():
    approver = Approver()
    below = {"cwd": "/tmp"}  # an agent whose folder holds the system's programs may write them
    async with (
        serving(approver, close=False, allow="=sleep 60") as console,
        connected(console, session=below) as agent,
    ):
        agent.run(1, "sleep 60")
        agent.run(2, "true; true")
        pid = (await agent.step("running"))["state"]["pid"]
        await until(lambda: approver.asked)
        await console.close("the person has quit")
        assert not lives(pid)
        answers = [(await agent.answer(number))["result"]["outcome"] for number in (1, 2)]
        assert answers == [{"kind": "withdrawn", "why": "the person has quit"}] * 2
        assert await agent.reader.read() == b""


async def test_many_stubborn_commands_end_together():
    block = "trap '' TERM; while :; do sleep 1; done"
    async with serving(says_yes(), close=False) as console, connected(console) as agent:
        for number in range(5):
            agent.run(number, block)
        pids = [(await agent.step("running"))["state"]["pid"] for _ in range(5)]
        loop = asyncio.get_running_loop()
        started = loop.time()
        await console.close()
        assert loop.time() - started < 8  # each takes two seconds of grace
        assert not any(map(lives, pids))


async def test_one_connection_too_many_is_told_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(console_module, "MOST_CONNECTIONS", 2)
    async with (
        serving(says_yes()) as console,
        connected(console),
        connected(console),
        connected(console, greet=False) as third,
    ):
        assert "More than 2 connections" in (await third.receive())["error"]["message"]
        assert await third.reader.read() == b""


async def test_a_stranger_is_hung_up_on(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    def refuse(_transport: object) -> None:
        raise console_module.PeerRefused("A process of another user was refused.")

    monkeypatch.setattr(console_module, "asker_of", refuse)
    async with serving(says_yes()) as console, connected(console, greet=False) as stranger:
        assert await stranger.reader.read() == b""
        assert console._sessions == set()
    assert "another user" in caplog.text


async def test_a_bad_rulebook_shows_at_the_start(folders: Folders):
    folders.configuration.mkdir()
    write_rules(folders.configuration, allow="ls").write_text("[[rule")
    console = Console(folders, says_yes())
    assert console.rulebook_problem is not None
    assert console.rulebook_problem.source.endswith("rules.toml")
    await console.close()


async def test_the_window_is_raised_where_there_is_one(folders: Folders):
    raised: list[int] = []
    console = Console(folders, says_yes(), raise_window=lambda: raised.append(1) is None)
    await console.start()
    async with connected(console, greet=False) as agent:
        assert (await agent.ask("window/raise"))["result"] == {"raised": True}
    await console.close()
    assert raised == [1]


async def test_settings_with_a_mistake_are_shown_and_the_strict_ones_hold(folders: Folders, tmp_path: Path):
    need_namespaces()
    folders.configuration.mkdir()
    (folders.configuration / "settings.toml").write_text("[tools.shel]\n")
    console = Console(folders, says_yes())
    assert console.settings_problem is not None
    assert console.settings_problem.message == "tools.shel: unknown field"
    assert console.rulebook_problem is None
    await console.start()
    async with connected(console) as agent:
        arguments = {"command": "echo ${LOGNAME-none}${EDITOR-none}; touch /etc/x", "cwd": str(tmp_path)}
        agent.send(1, "tools/call", name="Shell", arguments=arguments)
        result = (await agent.answer(1))["result"]["result"]
    assert "none\n" in result["output"]
    assert "Read-only file system" in result["output"]
    await console.close()


async def test_a_long_output_is_on_disk_beside_the_journal():
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "seq 1 100000")
        result = (await agent.answer(1))["result"]
        path = console.folders.state / "output" / f"{result['call_id']}.out"
        assert result["result"]["extras"]["output_path"] == str(path)
        assert path.read_text().endswith("\n100000\n")


async def test_outputs_over_the_limit_go_at_the_start_the_oldest_first(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
):
    outputs = folders.state / "output"
    outputs.mkdir(parents=True)
    for number, name in enumerate(("old", "new")):
        (outputs / f"{name}.out").write_bytes(b"x" * 100)
        os.utime(outputs / f"{name}.out", (number, number))
    monkeypatch.setattr(console_module, "Spools", partial(Spools, most_bytes_in_all=150))
    await Console(folders, says_yes()).close()
    assert [path.name for path in outputs.iterdir()] == ["new.out"]


@pytest.mark.parametrize(
    ("asked", "holds"), [('supervision = "session"', "session"), ('supervision = "warden"', "warden")]
)
@pytest.mark.skipif(sys.platform != "linux", reason="there is the session only")
async def test_what_the_settings_ask_for_is_what_is_certain_of_a_commands_end(
    folders: Folders, asked: str, holds: str
):
    folders.configuration.mkdir()
    (folders.configuration / "settings.toml").write_text(f"[tools.shell]\n{asked}\n")
    console = Console(folders, says_yes())
    await console.start()
    assert console.guarantee.kind == holds
    await console.close()


async def test_a_console_does_not_start_with_less_than_was_asked_for(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", "/nowhere")  # no bubblewrap there
    folders.configuration.mkdir()
    (folders.configuration / "settings.toml").write_text('[tools.shell]\nsupervision = "bubblewrap"\n')
    console = Console(folders, says_yes())
    with pytest.raises(HostError, match=r"as settings.toml asks \(bubblewrap\)"):
        await console.start()
    await console.close()


async def test_the_tasks_of_a_console_that_died_are_told_as_lost(folders: Folders):
    call = a_call(session={"id": "s1"})
    journal = Journal(folders.state)
    approved = Approved(by=PERSON, proposal=a_proposal("npm start", background=True))
    journal.open(call, [Received(), approved], AT)
    journal.write(call, Running(pid=1), AT)
    journal.close()
    spool = Spools(folders.state / "output").open(call.id)
    spool.write(b"listening\n")
    spool.close()
    console = Console(folders, says_yes())
    await console.start()
    async with connected(console, session={"id": "s1"}) as agent:
        told = (await agent.use("TaskOutput", task_id=task_id(call)))["result"]
        assert told["extras"]["status"] == "lost"
        assert "reason: interrupted: the console ended before the call did\n" in told["output"]
        assert told["output"].endswith("[output]\nlistening")
    await console.close()


async def test_what_waits_is_answered_at_the_console_and_by_what_is_set_there():
    approver = Approver()
    told: list[str] = []
    async with serving(approver) as console, connected(console, session={"cwd": "/tmp"}) as agent:
        stop = console.observe_policy(lambda: told.append(console.mode.name))
        for number in range(3):
            agent.run(number, f"echo {number}")
        await until(lambda: len(approver.questions) == 3)
        first, second, third = approver.questions
        assert console.answer(first.call.id, No(by=PERSON, reason="from the tray"))
        assert not console.answer(first.call.id, No(by=PERSON))
        assert "from the tray" in (await agent.answer(0))["result"]["result"]["message"]
        [offer] = [offer for offer in console.offers(second) if offer.cover == "prefix"]
        assert console.back_test(offer) == BackTest(requests=3, answered=3, refused_then=1)
        wish = Wish(offer=offer, term=ForUses(uses=2))
        assert console.answer(second.call.id, Yes(by=PERSON, wish=wish))
        for number in (1, 2):
            assert (await agent.answer(number))["result"]["outcome"] == {"kind": "exited", "code": 0}
        [grant] = console.grants()
        assert (grant.left, grant.agent) == (1, third.call.asker.process.name)
        assert console.end_grant(grant.id, PERSON)
        assert console.offers(await console.review(third.call, third.proposal))
        assert console.set_mode(Mode(name="lockdown"), PERSON) == ""
        refused = await agent.ask("tools/call", name="Shell", arguments={"command": "echo 4"})
        assert refused["result"]["outcome"]["by"] == {"kind": "mode", "mode": "lockdown"}
        assert console.refusals()
        assert told[-1] == "lockdown"
        stop()


async def test_where_sh_runs_the_blocks_rules_hold_for_their_exact_text_only(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(console_module, "find_shell", lambda: Shell("sh", "/bin/sh"))
    async with (
        serving(Approver(No(by=PERSON, reason="no")), allow="echo") as console,
        connected(console) as agent,
    ):
        path = console.folders.configuration / "rules.toml"
        with path.open("a") as file:
            file.write('[[rule]]\ncommand = "=echo exactly this"\ndecision = "allow"\n')
        asked = (await agent.use("Shell", command="echo something"))["outcome"]
        assert asked["kind"] == "refused"
        answer = await agent.use("Shell", command="echo exactly this")
        assert (answer["outcome"], answer["result"]["output"]) == (
            {"kind": "exited", "code": 0},
            "exactly this\n",
        )
