"""A label takes nothing for markup, a link or a mnemonic."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assent.desktop.appearance import labels
from assent.desktop.appearance.labels import ElidedLabel, plain

SOURCES = sorted(Path(labels.__file__).parent.glob("*.py"))
# What takes a foreign text for markup, reads a command back from a view, or opens a nested loop.
BANNED = {
    r"\bQLabel\(\w": "labels.plain() makes labels",
    r"QMessageBox|QTextBrowser|QErrorMessage": "they guess whether a text is markup",
    r"setHtml|appendHtml|insertHtml|toHtml|setOpenExternalLinks\(True": "no markup",
    r"toPlainText": "what a view shows is not what it was given",
    r"\.exec\(\)|\.exec_\(\)|processEvents": "a nested loop stops every task",
    r"setToolTip\((?!\")(?!\"\\n\".join)": "a tool tip takes a foreign text for markup",
}
HOSTILE = ["<b>bold</b>", "<a href='file:///bin/sh'>x</a>", "Approve &all", "&amp;"]


@pytest.mark.parametrize("pattern", BANNED)
def test_no_source_of_the_window_uses_what_could_be_fooled(pattern: str) -> None:
    found = [
        f"{source.name}:{number}: {line.strip()}"
        for source in SOURCES
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, line) and source.name != "labels.py"
    ]
    assert not found, BANNED[pattern]


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


def test_what_is_cut_shows_that_it_is_cut_where_the_style_keeps_a_distance(qtbot: QtBot) -> None:
    label = ElidedLabel("a long way to say nothing at all")
    qtbot.addWidget(label)
    label.setStyleSheet("padding: 0 20px;")
    label.resize(140, 20)
    label.show()
    label.show_text("a longer way to say nothing at all")
    assert label.text().endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width() - 40
