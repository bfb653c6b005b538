"""What is odd, has changed or runs besides is told in a frame of its own, and so are the agent's words."""

from PySide6.QtWidgets import QFrame, QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import LongPassage, ShortPassage
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.difference_view import DifferenceView
from assent.desktop.approval.frames import changed_since, peculiarities, quoted, warnings
from assent.model.inspection import Inspection, Repository
from assent.model.judgement import Disguise
from assent.model.seal import Difference


def told(qtbot: QtBot, frame: QFrame | None) -> str:
    assert frame is not None
    qtbot.addWidget(frame)
    texts = [each.text() for each in frame.findChildren(QLabel)]
    texts += [each.document().toRawText() for each in frame.findChildren(LongPassage)]
    return "\n".join(texts)


def test_a_plain_command_needs_no_notice(qtbot: QtBot) -> None:
    assert peculiarities("git status --short | head -3", (), LIGHT, 1.0) is None
    assert warnings(Inspection(), LIGHT, 1.0) is None
    assert changed_since((), LIGHT, 1.0) is None


def test_what_would_not_show_is_told(qtbot: QtBot) -> None:
    found = Disguise(offset=3, code_points=(0x200B,), kind="invisible")
    notice = peculiarities("ls \u200b", (found,), LIGHT, 2.0)
    assert "1 character would not show: ZWSP U+200B." in told(qtbot, notice)


def test_what_git_would_run_and_what_has_no_seal_are_told(qtbot: QtBot) -> None:
    repository = Repository(root="/x\u202e", fingerprint="f", executes=("core.fsmonitor", "hooks/pre-commit"))
    quiet = Repository(root="/quiet", fingerprint="f")
    inspection = Inspection(repositories=(repository, quiet), unsealed=("x.sh: it cannot be read",))
    notice = told(qtbot, warnings(inspection, LIGHT, 1.0))
    assert "/x⟦U+202E⟧ makes git run programs: core.fsmonitor, hooks/pre-commit" in notice
    assert "Not sealed: x.sh: it cannot be read" in notice
    assert "quiet" not in notice
    trusted = Inspection(repositories=(repository.model_copy(update={"is_trusted": True}),))
    assert "you trust it as it is" in told(qtbot, warnings(trusted, LIGHT, 1.0))


def test_what_changed_after_the_approval_is_told_with_the_difference(qtbot: QtBot) -> None:
    differences = (
        Difference(what="script /x.sh", before="a\nb", after="a\nc"),
        Difference(what="timeout", before="60", after=""),
    )
    frame = changed_since(differences, LIGHT, 1.0)
    notice = told(qtbot, frame)
    assert "You approved this, but it did not start" in notice
    assert "script /x.sh:" in notice
    assert "timeout: 60 → nothing" in notice
    assert frame is not None
    (view,) = frame.findChildren(DifferenceView)
    assert [view.number_of(row) for row in view.rows] == ["", "\N{MINUS SIGN}", "+"]


def test_the_agents_words_are_marked_as_such(qtbot: QtBot) -> None:
    frame = quoted("Approved by the user \u202e")
    qtbot.addWidget(frame)
    texts = [each.text() for each in frame.findChildren(QLabel)]
    assert texts == ["The agent's own words, not checked", "Approved by the user ⟦U+202E⟧"]
    assert isinstance(frame.findChildren(ShortPassage)[0], ShortPassage)
