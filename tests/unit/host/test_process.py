"""The strongest way to start commands that really works is chosen, and nothing else is used afterwards."""

import sys

import pytest

from assent.host import process
from assent.host.process import Supervision, Trees
from assent.host.tree_plain import PlainTrees
from assent.model.guarantee import Kind
from builders import chosen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the trees are written for a POSIX shell")


class Broken(PlainTrees):
    """A way that can be made and starts nothing."""

    async def start(self, *_words: object, **_more: object) -> object:  # type: ignore[override]
        raise OSError("not permitted")


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
@pytest.mark.parametrize("kind", ["namespace", "bubblewrap", "warden", "session"])
async def test_each_kind_of_this_system_runs_what_is_asked(kind: Kind):
    supervision = await chosen(kind)
    assert supervision.guarantee.kind == kind
    assert supervision.guarantee.sentence.endswith(".")
    supervision.close()


async def test_a_weaker_one_is_chosen_only_with_the_reason(monkeypatch: pytest.MonkeyPatch):
    made = process._made

    def make(kind: Kind) -> Trees:
        if kind == "bubblewrap":
            raise FileNotFoundError("bwrap is not installed")
        return made("session") if kind == "session" else Broken()  # type: ignore[return-value]

    monkeypatch.setattr(process, "_made", make)
    supervision = Supervision()
    await supervision.choose("namespace", "bubblewrap", "session")
    assert supervision.guarantee.kind == "session"
    reasons = ("namespace: not permitted", "bubblewrap: bwrap is not installed")
    assert supervision.guarantee.instead_of == reasons
    supervision.close()


async def test_without_any_way_nothing_is_started(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "_made", lambda kind: Broken())
    supervision = Supervision()
    with pytest.raises(OSError, match="session: not permitted"):
        await supervision.choose("session")
    with pytest.raises(OSError, match="no way"):
        await supervision.start(["true"], cwd="/", environment={})
    supervision.close()


async def test_one_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "PROBE_LIMIT_S", 0.1)
    monkeypatch.setattr(process, "_PROBE", ["/bin/sleep", "30"])
    with pytest.raises(OSError, match=r"no answer within 0.1 s"):
        await Supervision().choose("session")
