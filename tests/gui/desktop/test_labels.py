"""A label takes nothing for markup, a link or a mnemonic."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assent.desktop.labels import ElidedLabel, plain

HOSTILE = ["<b>bold</b>", "<a href='file:///bin/sh'>x</a>", "Approve &all", "&amp;"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_label_shows_what_it_was_given(qtbot: QtBot, text: str) -> None:
    label = plain(text)
    qtbot.addWidget(label)
    assert label.text() == text
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert not label.openExternalLinks()


@pytest.mark.parametrize("text", HOSTILE)
def test_an_elided_label_too(qtbot: QtBot, text: str) -> None:
    label = ElidedLabel(text)
    qtbot.addWidget(label)
    label.resize(400, 20)
    label.show()
    assert label.text() == text
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_what_does_not_fit_ends_visibly(qtbot: QtBot) -> None:
    label = ElidedLabel("x" * 500)
    qtbot.addWidget(label)
    label.resize(100, 20)
    label.show()
    qtbot.waitUntil(lambda: label.text().endswith("…"))
    assert label.accessibleName() == "x" * 500
