"""A repository in which git would run programs can be trusted as it is now, by a box of its own."""

from pytestqt.qtbot import QtBot

from assent.desktop.approval.trust_boxes import TrustBoxes
from assent.model.inspection import Inspection, Repository

FOUND = Inspection(
    repositories=(
        Repository(root="/a & b", fingerprint="1", executes=("core.fsmonitor",)),
        Repository(root="/c", fingerprint="2"),
        Repository(root="/d", fingerprint="3", executes=("hooks/pre-commit",), is_trusted=True),
        Repository(root="/e", fingerprint="4", executes=("hooks/pre-commit",)),
    )
)


def test_what_runs_programs_and_is_not_trusted_has_a_box(qtbot: QtBot) -> None:
    boxes, told = TrustBoxes(FOUND), list[tuple[str, str]]()
    qtbot.addWidget(boxes)
    first, second = (box for box, _ in boxes._boxes)
    assert first.text().endswith("/a && b")
    boxes.tell(lambda root, fingerprint: told.append((root, fingerprint)))
    assert told == []
    second.click()
    boxes.tell(lambda root, fingerprint: told.append((root, fingerprint)))
    assert told == [("/e", "4")]


def test_usually_there_is_none(qtbot: QtBot) -> None:
    boxes = TrustBoxes(Inspection())
    qtbot.addWidget(boxes)
    assert boxes.parts == ()
    assert not boxes.isVisibleTo(None)
