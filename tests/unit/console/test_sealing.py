"""A yes is bound to what was shown, also of what the person changed, and no rule speaks of the unsealed."""

from typing import Any

import pytest

from assent.console.sealing import as_answered, held_to, must_ask
from assent.model.authority import ByMode
from assent.model.call import Call
from assent.model.inspection import Inspection, Script
from assent.model.judgement import Judgement
from assent.model.seal import Seal, SealedFile
from assent.tools.tool import Prepared
from assent.tools.toolset import Ready
from builders import RULE, a_call, a_proposal

ALLOWED = Judgement(decision="allow", reason="a rule", by=RULE)
SEAL = Seal(command_sha256="0" * 64, cwd="/tmp", cwd_device=1, cwd_inode=2)


def script(text: str, sha256: str) -> Script:
    return Script(path="/x.sh", why="", sha256=sha256, size=1, text=text)


class Looking:
    """A tool that finds what it is told to find."""

    def __init__(self, found: Inspection) -> None:
        self.found = found

    async def inspected(self, _prepared: Any, _call: Call) -> Inspection:
        return self.found


def ready(found: Inspection) -> Ready:
    return Ready(Looking(found), Prepared(None, a_proposal()))  # type: ignore[arg-type,type-var]


async def test_what_was_not_edited_is_what_was_shown():
    shown = Inspection(seal=SEAL)
    assert await as_answered(ready(Inspection()), a_call(), shown, is_edited=False) is shown


async def test_of_an_edit_what_was_shown_stays_what_it_was():
    files = SealedFile(path="/x.sh", sha256="1"), SealedFile(path="/x.sh", sha256="2")
    shown = Inspection(scripts=(script("one", "1"),), seal=SEAL.model_copy(update={"scripts": files[:1]}))
    other = SEAL.model_copy(update={"scripts": files[1:], "command_sha256": "1" * 64})
    edited = Inspection(scripts=(script("two", "2"),), seal=other)
    found = await as_answered(ready(edited), a_call(), shown, is_edited=True)
    assert found.scripts == shown.scripts
    assert found.seal == other.model_copy(update={"scripts": files[:1]})


async def test_where_there_is_no_seal_the_edit_is_what_is_there():
    edited = Inspection(seal=SEAL)
    assert await as_answered(ready(edited), a_call(), Inspection(), is_edited=True) is edited


@pytest.mark.parametrize(
    ("judgement", "decision"),
    [
        (ALLOWED, "ask"),
        (Judgement(decision="allow", reason="all", by=ByMode(mode="trust")), "allow"),
        (Judgement(decision="deny", reason="no", by=RULE), "deny"),
    ],
)
def test_what_cannot_be_sealed_is_asked(judgement: Judgement, decision: str):
    inspection = Inspection(unsealed=("x.sh is too long to be sealed.",))
    assert held_to(judgement, Inspection()) is judgement
    found = held_to(judgement, inspection)
    assert found.decision == decision
    if decision == "ask":
        assert (found.by, found.reason) == (None, "x.sh is too long to be sealed.")


def test_a_denial_stays_one():
    denied = Judgement(decision="deny", reason="no", by=RULE)
    assert must_ask(denied, "changed") is denied
    assert must_ask(ALLOWED, "changed").by is None
