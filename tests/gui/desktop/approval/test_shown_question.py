"""What is shown of a question: its command whole, or what a tool would do, and when its end was seen."""

from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.shown_question import ShownQuestion
from assent.model.call import Proposal
from assent.model.result import ShellBlock
from builders import a_call, a_proposal, a_question


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
