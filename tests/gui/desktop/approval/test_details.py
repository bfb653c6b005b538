"""What stands below the command: a table for several parts, lines for one, scripts, the agent's words."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.details import MOST_HEIGHT, Details
from assent.desktop.approval.parts_list import PartsList
from assent.desktop.approval.script_frame import ScriptFrame
from assent.model.inspection import Expansion, Inspection, Script
from assent.model.judgement import Judgement, Part
from builders import a_proposal, a_question

PART = Part(start=0, end=2, text="ls", words=("ls",), decision="ask", risk="high", danger="hurts")
SCRIPT = Script(path="/a.sh", why="./a.sh", sha256="ab" * 32, size=2, text="ls")


def details(qtbot: QtBot, *parts: Part, description: str = "", **inspected: object) -> Details:
    question = a_question(
        proposal=a_proposal(description=description),
        judgement=Judgement(decision="ask", reason="", parts=parts),
        inspection=Inspection(**inspected),  # type: ignore[arg-type]
    )
    made = Details(question, LIGHT)
    qtbot.addWidget(made)
    return made


def told(made: Details) -> list[str]:
    return [each.text() for each in made.findChildren(QLabel)]


def test_of_nothing_nothing_is_told(qtbot: QtBot) -> None:
    assert details(qtbot).is_empty


def test_one_part_takes_no_table(qtbot: QtBot) -> None:
    made = details(qtbot, PART, expansions=(Expansion(pattern="ls", names=("x",)),))
    assert not made.is_empty
    assert made.findChildren(PartsList) == []
    assert told(made) == ["no rule", "high risk · hurts", "ls → 1 file: x"]
    assert made.findChildren(ShortPassage)[1].property("role") == "risk-high"


def test_several_parts_are_a_table_that_marks_their_place(qtbot: QtBot) -> None:
    made, chosen = details(qtbot, PART, PART), list[tuple[int, int]]()
    made.chosen.connect(lambda start, end: chosen.append((start, end)))
    (table,) = made.findChildren(PartsList)
    assert made.parts == [table]
    assert told(made) == ["2 parts, 2 of high risk: hurts"]
    table.setCurrentIndex(table.model().index(1, 0))
    assert chosen == [(0, 2)]


def test_scripts_and_the_agents_words_stand_below(qtbot: QtBot) -> None:
    made = details(qtbot, description="Trust me", scripts=(SCRIPT, SCRIPT))
    assert len(made.findChildren(ScriptFrame)) == 2
    assert "2 scripts that would run" in told(made)
    assert told(made)[-1] == "Trust me"


def test_it_grows_with_what_is_opened_up_to_a_limit(qtbot: QtBot) -> None:
    known = SCRIPT.model_copy(update={"before": "ls", "text": "ls"})
    made = details(qtbot, scripts=(known,) * 2)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    before = made.heightForWidth(600)
    for button in made.parts:
        button.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: made.heightForWidth(600) > before)
    assert details(qtbot, scripts=(SCRIPT,) * 40).heightForWidth(600) == MOST_HEIGHT
