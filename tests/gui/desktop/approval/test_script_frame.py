"""A script is shown with its content, or with what has changed since it was approved."""

from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.difference_view import DifferenceView
from assent.desktop.approval.script_frame import ScriptFrame
from assent.desktop.approval.text_view import TextView
from assent.model.inspection import Script


def a_frame(qtbot: QtBot, text: str = "echo 1\n", before: str | None = None, size: int = 7) -> ScriptFrame:
    script = Script(path="/x/\u202ea.sh", why="./a.sh", sha256="ab" * 32, size=size, text=text, before=before)
    frame = ScriptFrame(script, LIGHT)
    qtbot.addWidget(frame)
    frame.show()
    return frame


def told(frame: ScriptFrame) -> str:
    return "\n".join(each.text() for each in frame.findChildren(ShortPassage))


def test_a_new_script_is_shown_whole(qtbot: QtBot) -> None:
    frame = a_frame(qtbot)
    assert "/x/⟦U+202E⟧a.sh\nnew to you · 7 bytes · sha256 abababababab · run by: ./a.sh" in told(frame)
    (view,) = frame.findChildren(TextView)
    assert [row.text for row in view.rows] == ["echo 1", ""]


def test_a_changed_script_is_shown_by_its_difference(qtbot: QtBot) -> None:
    frame = a_frame(qtbot, "a\nb\nd", before="a\nc\nd\ne")
    assert "changed since you approved it: +1 \N{MINUS SIGN}2" in told(frame)
    assert len(frame.findChildren(DifferenceView)) == 1


def test_a_known_or_long_script_is_shown_on_demand(qtbot: QtBot) -> None:
    for frame in (a_frame(qtbot, "a", before="a"), a_frame(qtbot, "a\n" * 100)):
        assert frame.findChildren(QPlainTextEdit) == []
        (button,) = frame.parts
        changed: list[int] = []
        frame.changed.connect(lambda heard=changed: heard.append(1))
        for shown in (True, False, True):
            button.click()  # type: ignore[attr-defined]
            assert frame.findChildren(TextView)[0].isVisible() == shown
        assert changed == [1, 1, 1]


def test_a_very_long_one_says_that_it_is_cut(qtbot: QtBot) -> None:
    assert "300 kB, of which the first 262 kB are shown" in told(a_frame(qtbot, size=300_000))
