"""What the kernel knows of the asker and what it claims are told apart."""

from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from assent.desktop.approval.asker_card import AskerCard
from assent.model.question import Past
from builders import a_call, a_proposal


def shown(qtbot: QtBot, **changes: object) -> dict[str, str]:
    card = AskerCard(a_call(), a_proposal(**changes))
    qtbot.addWidget(card)
    grid = card.layout()
    rows: dict[str, str] = {}
    for row in range(grid.rowCount()):  # type: ignore[union-attr, attr-defined]
        name, value = (grid.itemAtPosition(row, column).widget() for column in (0, 1))  # type: ignore[union-attr, attr-defined]
        assert isinstance(name, QLabel)
        rows[name.text()] = (
            value.document().toRawText() if isinstance(value, QPlainTextEdit) else value.text()
        )
    return rows


def test_all_that_is_known_is_shown(qtbot: QtBot) -> None:
    assert shown(qtbot) == {
        "Asked by": "agent \u2039 bash",
        "Program": "/usr/bin/agent   (pid 4242)",
        "Started as": "agent --fast",
        "Claims to be": "“agent 1.0”, session “Mend the build”",
        "Folder": "/tmp",
    }


def test_a_call_without_a_folder_shows_none(qtbot: QtBot) -> None:
    rows = shown(qtbot, cwd="")
    assert "Folder" not in rows


def test_the_folder_is_never_cut(qtbot: QtBot) -> None:
    assert shown(qtbot, cwd="/" + "x" * 4_000)["Folder"] == "/" + "x" * 4_000


def test_the_past_is_told_where_it_is_known(qtbot: QtBot) -> None:
    card = AskerCard(a_call(), a_proposal(), Past(refused=2))
    qtbot.addWidget(card)
    assert "2 times, always no" in [each.text() for each in card.findChildren(QLabel)]
