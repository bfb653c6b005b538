"""A console confines by its settings, by a rule, by a request and by the person's choice, or refuses."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("bubblewrap is Linux's", allow_module_level=True)

from assent.console.approval import Yes
from assent.console.console import Console, Folders
from builders import PERSON
from confining import need_bubblewrap
from fakes import Approver
from unit.console.serving import Agent, connected

# It tells where it ran: nothing can be made beside the folder in a confinement, and /tmp is empty there.
TELL = "mkdir .git 2>/dev/null && echo free || echo confined"
RULES = """
[[rule]]
command = "ls"
decision = "allow"
[[rule]]
command = "mkdir .git"
decision = "allow"
confinement = "workspace"
"""


class Place:
    """A folder for a console and a workspace."""

    def __init__(self, root: Path) -> None:
        self.folders = Folders.below(root)
        self.work = root / "work"
        self.work.mkdir()
        self.folders.configuration.mkdir()

    def write(self, name: str, text: str) -> None:
        """Write a file of the person's."""
        path = self.folders.configuration / name
        path.write_text(text)
        path.chmod(0o600)


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return a place whose socket's path is short enough."""
    need_bubblewrap()
    return Place(tmp_path_factory.mktemp("c"))


@pytest.fixture
async def approver() -> Approver:
    """Return a person who says yes to everything."""
    return Approver(Yes(PERSON))


@pytest.fixture
async def agent(place: Place, approver: Approver) -> AsyncIterator[Agent]:
    """Return an agent at a console with rules and two profiles."""
    place.write("rules.toml", RULES)
    place.write(
        "settings.toml",
        '[tools.shell]\nconfinement = "workspace"\n'
        '[confinement.online]\nbase = "workspace"\nnetwork = true\n',
    )
    console = Console(place.folders, approver)
    await console.start()
    async with connected(console) as connection:
        yield connection
    await console.close()


async def run(agent: Agent, place: Place, command: str = TELL, **arguments: Any) -> dict[str, Any]:
    given = {"command": command, "cwd": str(place.work), **arguments}
    answer = await agent.ask("tools/call", name="Shell", arguments=given)
    found: dict[str, Any] = answer["result"]
    return found


async def test_the_settings_confine(agent: Agent, place: Place, approver: Approver):
    done = await run(agent, place)
    assert done["result"]["output"] == "confined\n", done
    assert [proposal.confinement for _, proposal in approver.asked] == ["workspace"]
    assert list(place.work.iterdir()) == []


async def test_a_request_tightens(agent: Agent, place: Place, approver: Approver):
    done = await run(agent, place, "touch x || echo read-only", confinement="read-only")
    assert done["result"]["output"].endswith("read-only\n"), done
    assert [proposal.confinement for _, proposal in approver.asked] == ["read-only"]


async def test_a_request_does_not_loosen_and_nobody_is_asked(agent: Agent, place: Place, approver: Approver):
    for name in ("off", "online", "jail"):
        done = await run(agent, place, confinement=name)
        assert done["outcome"]["kind"] == "failed"
        assert f"`{name}`" in done["result"]["message"]
    assert approver.asked == []


async def test_a_rule_allows_what_is_so_confined(agent: Agent, place: Place, approver: Approver):
    done = await run(agent, place, "mkdir .git")
    assert "File exists" in done["result"]["output"], done  # the stand-in
    assert approver.asked == []
    assert list(place.work.iterdir()) == []


async def test_the_person_chooses(agent: Agent, place: Place, approver: Approver):
    await run(agent, place)
    [(_, proposal)] = approver.asked
    approver.answers = [Yes(PERSON, proposal=proposal.model_copy(update={"confinement": "off"}))]
    done = await run(agent, place)
    assert done["result"]["output"] == "free\n", done


async def test_a_rule_may_confine_less_than_the_settings(place: Place, approver: Approver):
    place.write("rules.toml", '[[rule]]\ncommand = "mkdir .git"\ndecision = "allow"\nconfinement = "off"\n')
    place.write("settings.toml", '[tools.shell]\nconfinement = "workspace"\n')
    console = Console(place.folders, approver)
    await console.start()
    async with connected(console) as agent:
        done = await run(agent, place, "mkdir .git")
    await console.close()
    assert done["outcome"] == {"kind": "exited", "code": 0}, done
    assert approver.asked == []


async def test_without_bubblewrap_nothing_runs_that_was_to_be_confined(
    place: Place, approver: Approver, monkeypatch: pytest.MonkeyPatch
):
    place.write("settings.toml", '[tools.shell]\nconfinement = "workspace"\n')
    monkeypatch.setenv("PATH", str(place.work))
    console = Console(place.folders, approver)
    await console.start()
    assert [choice.name for choice in console.confinements() if not choice.problem] == ["off"]
    async with connected(console) as agent:
        done = await run(agent, place, "touch made")
    await console.close()
    assert done["outcome"]["kind"] == "failed"
    assert "bubblewrap (bwrap) is not installed" in done["result"]["message"]
    assert approver.asked == []
    assert list(place.work.iterdir()) == []


async def test_the_consoles_own_folders_are_not_seen(agent: Agent, place: Place):
    seen = await run(agent, place, f"ls -A {place.folders.configuration} {place.folders.state}")
    assert "rules.toml" not in seen["result"]["output"]
    assert "journal" not in seen["result"]["output"]
