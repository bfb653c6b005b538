"""What is odd in a command is told in a frame of its own, and so are the agent's words."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.frames import peculiarities, quoted


def test_a_plain_command_needs_no_notice(qtbot: QtBot) -> None:
    assert peculiarities("git status --short | head -3", LIGHT, 1.0) is None


def test_what_would_not_show_or_only_looks_like_ascii_is_told(qtbot: QtBot) -> None:
    notice = peculiarities("ls \u200b\u0456" + "".join(map(chr, range(0x430, 0x440))), LIGHT, 2.0)
    assert notice is not None
    qtbot.addWidget(notice)
    (told,) = (each.text() for each in notice.findChildren(ShortPassage))
    assert "1 character would not show" in told
    assert "U+0456" in told
    assert "and 11 more" in told


def test_the_agents_words_are_marked_as_such(qtbot: QtBot) -> None:
    frame = quoted("Approved by the user \u202e")
    qtbot.addWidget(frame)
    texts = [each.text() for each in frame.findChildren(QLabel)]
    assert texts == ["The agent's own words, not checked", "Approved by the user ⟦U+202E⟧"]
