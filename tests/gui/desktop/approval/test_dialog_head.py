"""The modal's head says what it is about and how much else waits, and lists that on demand."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.approval.dialog_head import DialogHead
from assent.desktop.approval.queue_panel import Line
from assent.model.call import Proposal
from builders import a_call, a_process, a_question


def a_head(qtbot: QtBot) -> DialogHead:
    head = DialogHead(a_question())
    qtbot.addWidget(head)
    head.show()
    return head


def two() -> list[Line]:
    return [Line(name, a_process(), name, 1, is_of_agent=True) for name in ("one", "two")]


@pytest.mark.parametrize(
    ("number", "told"), [(2, "1 more waits"), (3, "2 more wait"), (1_001, "1,000 more wait")]
)
def test_it_says_how_many_more_wait(qtbot: QtBot, number: int, told: str) -> None:
    head = a_head(qtbot)
    head.show_waiting(number, list)
    assert (head._others.isVisible(), head._others.text()) == (True, told)


def test_nothing_is_listed_before_it_is_asked_for(qtbot: QtBot) -> None:
    head, asked = a_head(qtbot), list[int]()

    def lines() -> list[Line]:
        asked.append(1)
        return two()

    head.show_waiting(2, lines)
    assert asked == []
    head._others.click()
    assert head.queue is not None
    assert (head.is_open, head.queue._list.topLevelItemCount()) == (True, 2)
    head.show_waiting(2, lines)
    assert len(asked) == 2
    head._others.click()
    assert not head.is_open


def test_the_list_goes_with_the_last_other_request(qtbot: QtBot) -> None:
    head, toggled = a_head(qtbot), list[bool]()
    head.toggled.connect(lambda: toggled.append(head.is_open))
    head.show_waiting(2, two)
    head._others.click()
    head.show_waiting(1, two)
    assert toggled == [True, False]
    assert not head._others.isVisible()


@pytest.mark.parametrize(
    ("call", "proposal", "told"),
    [
        ({}, {}, "wants to run a command"),
        ({"wants": "permission"}, {}, "by itself"),
        ({"tool": "Read\u202eFile"}, {"command": None}, "the tool Read⟦U+202E⟧File"),
    ],
)
def test_it_names_what_is_asked(
    qtbot: QtBot, call: dict[str, str], proposal: dict[str, None], told: str
) -> None:
    asked = Proposal(title="x", **{"command": "ls", **proposal})  # type: ignore[arg-type]
    head = DialogHead(a_question(call=a_call(**call), proposal=asked))
    qtbot.addWidget(head)
    assert any(told in label.text() for label in head.findChildren(QLabel))
