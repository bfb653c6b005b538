"""All that is known of a question is shown, in the order in which it is read."""

from datetime import UTC, datetime

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT, Theme
from assent.desktop.approval.asker_card import AskerCard
from assent.desktop.approval.details import Details
from assent.desktop.approval.parts_list import PartsList
from assent.desktop.approval.shown_question import ShownQuestion
from assent.model.call import Proposal
from assent.model.judgement import Disguise, Judgement, Part
from assent.model.question import Past
from assent.model.result import ShellBlock
from assent.model.seal import Difference
from builders import a_call, a_proposal, a_question

HEREDOC = "cat > x <<E\n" + "line\n" * 40 + "E\n"


def a_shown(qtbot: QtBot, command: str = "ls", **changes: object) -> ShownQuestion:
    made = ShownQuestion(a_question(command, **changes), LIGHT)
    qtbot.addWidget(made)
    made.resize(760, made.fit(760))
    made.show()
    qtbot.waitExposed(made)
    return made


def told(made: QWidget) -> str:
    return "\n".join(each.text() for each in made.findChildren(QLabel))


def a_part(start: int, end: int) -> Part:
    return Part(start=start, end=end, text="ls", words=("ls",), decision="ask")


def test_it_is_read_from_who_asks_to_what_it_comes_to(qtbot: QtBot) -> None:
    disguise = Disguise(offset=4, code_points=(0x200B,), kind="invisible")
    judgement = Judgement(decision="ask", reason="", parts=(a_part(0, 2),), disguises=(disguise,))
    difference = Difference(what="timeout", before="1", after="2")
    made = a_shown(qtbot, "ls \u200b", judgement=judgement, differences=(difference,))
    said = told(made)
    assert "1 character would not show: ZWSP U+200B." in said
    assert "timeout: 1 → 2" in said
    tops = [
        made.findChildren(kind)[0].mapTo(made, made.rect().topLeft()).y()
        for kind in (AskerCard, type(made.view), Details)
    ]
    assert tops == sorted(tops)
    notice = next(each for each in made.findChildren(ShortPassage) if "would not show" in each.text())
    assert tops[0] < notice.mapTo(made, made.rect().topLeft()).y() < tops[1]


def test_the_past_is_told_of_commands_only(qtbot: QtBot) -> None:
    past = Past(approved=2, last_at=datetime.now(UTC))
    assert "2 times, always yes" in told(a_shown(qtbot, past=past))
    tool = a_question(call=a_call(tool="Read", arguments={}), proposal=Proposal(title="Read"), past=past)
    made = ShownQuestion(tool, LIGHT)
    qtbot.addWidget(made)
    assert "always yes" not in told(made)


def test_choosing_a_part_marks_it_in_the_command(qtbot: QtBot) -> None:
    judgement = Judgement(decision="ask", reason="", parts=(a_part(0, 2), a_part(4, 6)))
    made = a_shown(qtbot, "ls; ls", judgement=judgement)
    (table,) = made.findChildren(PartsList)
    table.setCurrentIndex(table.model().index(1, 0))
    assert made.view._place == (4, 6)
    assert made.parts == (made.view, table)


def test_it_says_what_of_a_fold_is_still_to_be_read(qtbot: QtBot) -> None:
    made = a_shown(qtbot, HEREDOC)
    assert "1 fold not read to the end" in told(made)
    made.view.toggle(made.view._folds[0])
    made.view.verticalScrollBar().setValue(made.view.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: made.end_was_seen)
    assert "not read" not in told(made)


def test_a_small_screen_keeps_the_command_in_sight(qtbot: QtBot, theme: Theme) -> None:
    parts = tuple(a_part(0, 2) for _ in range(8))
    judgement = Judgement(decision="ask", reason="", parts=parts)
    difference = Difference(what="script x", before="a\n" * 40, after="b\n" * 40)
    proposal = a_proposal("ls\nls", description="why " * 200)
    made = a_shown(qtbot, "ls\nls", proposal=proposal, judgement=judgement, differences=(difference,))
    assert made.minimumSizeHint().height() < 500
    made.resize(760, 520)
    assert made.view.height() >= made.view.wanted_height(2)


def test_a_tool_without_a_command_shows_its_arguments() -> None:
    call = a_call(tool="ReadFile", arguments={"path": "/etc/hosts"})
    shown = ShownQuestion(a_question(call=call, proposal=Proposal(title="Read file")), LIGHT)
    assert '"path": "/etc/hosts"' in shown.text
    shown.deleteLater()


def test_a_tool_that_is_done_to_a_command_shows_which() -> None:
    call = a_call(tool="TaskStop", arguments={"task_id": "bash-12345678"})
    block = ShellBlock(language="bash", command="make watch")
    proposal = Proposal(title="Stop background task bash-12345678", display=(block,))
    shown = ShownQuestion(a_question(call=call, proposal=proposal), LIGHT)
    assert shown.text.startswith("Stop background task bash-12345678\n\nmake watch\n\nTaskStop {")
    shown.deleteLater()


def test_it_tells_when_the_end_was_on_the_screen(qtbot: QtBot) -> None:
    shown, told = ShownQuestion(a_question("ls"), LIGHT), list[int]()
    shown.end_seen.connect(lambda: told.append(1))
    qtbot.addWidget(shown)
    assert not shown.end_was_seen
    shown.show()
    qtbot.waitUntil(lambda: bool(told))
    assert shown.end_was_seen


def test_what_stands_around_the_command_can_make_room(qtbot: QtBot) -> None:
    question = a_question(proposal=a_proposal("ls", description="why"))
    shown = ShownQuestion(question, LIGHT)
    qtbot.addWidget(shown)
    shown.show()
    whole = shown.sizeHint().height()
    shown.show_around(visible=False)
    assert shown.view.isVisible()
    assert shown.sizeHint().height() < whole
    shown.show_around(visible=True)
    assert shown.sizeHint().height() == whole
