"""The window shows the calls, follows the running one, and does not tear a person away from another."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import CallsModel
from assent.desktop.main_window import MainWindow
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.output.terminal_pane import TerminalPane
from assent.model.call import Call
from assent.model.events import Intervened, Moved, Output
from assent.model.guarantee import Guarantee
from assent.model.intervention import Intervention, Paused, Terminated
from assent.model.lifecycle import Asking, Exited, Received, Refused, Running, State
from assent.model.problem import FileProblem
from builders import AT, PERSON, a_call, a_proposal, settled

CERTAIN = Guarantee(kind="warden", sentence="All of it ends.", instead_of=("namespace: <b>no</b>",))


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> MainWindow:
    made = MainWindow(CallsModel(), theme)
    qtbot.addWidget(made, before_close_func=lambda it: it.hide())
    made.begin("/run/assent.sock", CERTAIN)
    made.show()
    return made


def take(window: MainWindow, call: Call, *states: State) -> None:
    for state in states:
        moved = Moved(call, state, AT)
        window._model.take(moved)
        window.take(moved)


def click(window: MainWindow, call: Call) -> None:
    place = window._list.visualRect(window._model.row_of(call.id)).center()
    QTest.mouseClick(window._list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def output(window: MainWindow) -> str | None:
    pane = window._page.panes.currentWidget()
    if not isinstance(pane, OutputPane):
        return None
    pane.flush()
    return pane.document().toRawText().replace("\u2029", "\n")


def test_without_calls_it_says_how_to_begin(window: MainWindow) -> None:
    assert window._welcome.isVisible()
    take(window, a_call(), Received())
    assert not window._welcome.isVisible()


def test_a_running_call_is_shown_with_its_output(window: MainWindow) -> None:
    call = a_call("make")
    take(window, call, Received(), Running(pid=1))
    assert output(window) is None
    window.take_output(Output(call.id, "stdout", b"hello\n"))
    assert output(window) == "hello\n"
    assert window._count.text() == "1 command running"


def test_it_follows_to_the_next_running_call(window: MainWindow) -> None:
    one, other = a_call("one"), a_call("other")
    take(window, one, Running(pid=1))
    take(window, other, Running(pid=2))
    assert window._shown == other.id


def test_it_stays_with_a_call_that_the_person_chose(window: MainWindow) -> None:
    one, other, third = a_call("one"), a_call("other"), a_call("third")
    take(window, one, Running(pid=1))
    take(window, other, Running(pid=2))
    click(window, one)
    take(window, third, Running(pid=3))
    assert (window._shown, window._follow.isChecked()) == (one.id, False)
    click(window, third)
    assert window._follow.isChecked()
    take(window, fourth := a_call("fourth"), Running(pid=4))
    assert window._shown == fourth.id


def test_a_question_takes_no_place_from_a_running_call(window: MainWindow) -> None:
    running, asking = a_call("running"), a_call("asking")
    take(window, running, Running(pid=1))
    take(window, asking, Asking(proposal=a_proposal()))
    window.look_at(asking.id)
    assert window._shown == running.id
    take(window, running, settled(Exited(code=0)))
    window.look_at(asking.id)
    assert window._shown == asking.id


def test_a_call_without_output_says_how_it_ended(window: MainWindow) -> None:
    call = a_call()
    take(window, call, Received(), settled(Refused(by=PERSON, reason="use the test database"), output=""))
    assert window._instead.text() == "Refused: “use the test database”."


def test_a_call_of_earlier_shows_what_is_on_record(window: MainWindow) -> None:
    call = a_call()
    window._model.fill([Moved(call, settled(Exited(code=0), output="earlier"), AT)])
    window.begin("/run/assent.sock", CERTAIN)
    assert output(window) == "earlier"


def test_a_problem_with_the_rules_is_shown_until_it_is_mended(window: MainWindow) -> None:
    window.show_problems(FileProblem(source="rules.toml", message="line 3: \u202ewrong"), None)
    assert window.top.problems.isVisible()
    assert "line 3: ⟦U+202E⟧wrong" in window.top.problems.text
    window.show_problems(None, None)
    assert not window.top.problems.isVisible()


def test_a_problem_with_the_settings_is_shown_beside_one_with_the_rules(window: MainWindow) -> None:
    settings = FileProblem(source="settings.toml", message="tools.shel: unknown field")
    window.show_problems(None, settings)
    assert window.top.problems.isVisible()
    assert "tools.shel: unknown field" in window.top.problems.text
    window.show_problems(FileProblem(source="rules.toml", message="line 3"), settings)
    assert window.top.problems.text.index("line 3") < window.top.problems.text.index("tools.shel")


def test_closing_only_asks(window: MainWindow) -> None:
    told: list[int] = []
    window.close_asked.connect(lambda: told.append(1))
    window.close()
    assert (told, window.isVisible()) == ([1], True)


def test_what_is_wanted_is_told_with_the_call_that_is_shown(window: MainWindow) -> None:
    told: list[tuple[str, Intervention]] = []
    window.wanted.connect(lambda call_id, makes: told.append((call_id, makes(by=PERSON))))
    call = a_call()
    take(window, call, Running(pid=1))
    window._page.ladder._stop.trigger()
    assert told == [(call.id, Terminated(by=PERSON))]


def intervene(window: MainWindow, call: Call, what: Intervention) -> None:
    deed = Intervened(call, what, AT)
    window._model.take_intervention(deed)
    window.take_intervention(deed)


def test_what_was_done_shows_at_once_and_in_the_list(window: MainWindow) -> None:
    call, other = a_call(), a_call("other")
    take(window, other, Running(pid=1))
    take(window, call, Running(pid=2))
    intervene(window, other, Paused(by=PERSON))
    assert window._page._state.text() == "Running"
    intervene(window, call, Paused(by=PERSON))
    assert window._page._state.text() == "Paused"
    lines = [window._model.data(window._model.index(row)) for row in (0, 1)]
    assert all(str(line).endswith(", paused") for line in lines)


def test_a_terminal_is_there_before_the_command_writes_and_ends_with_it(window: MainWindow) -> None:
    typed: list[tuple[str, bytes]] = []
    sizes: list[tuple[str, int, int]] = []
    window.typed.connect(lambda *what: typed.append(what))
    window.resized.connect(lambda *what: sizes.append(what))
    call = a_call("python3")
    take(window, call, Received(), Running(pid=1, terminal=True))
    pane = window._page.panes.currentWidget()
    assert isinstance(pane, TerminalPane)
    QTest.keyClicks(pane, "1")
    QTest.keyClick(pane, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window._page._input._line.hasFocus()
    window.show_echo(call.id, echoes=False)
    QTest.keyClicks(window._page._input._line, "2\r")
    assert typed == [(call.id, b"1"), (call.id, b"2\r")]
    assert sizes
    assert sizes[0][0] == call.id
    take(window, call, settled(Exited(code=0)))
    assert not pane.is_live


def test_what_could_not_be_done_is_told(window: MainWindow) -> None:
    window.show_failure("Not done: the disk is full")
    assert "the disk is full" in window.top.problems.text
    window.show_failure("")
    assert not window.top.problems.isVisible()


def test_leftovers_are_shown_for_the_call_in_sight(window: MainWindow) -> None:
    call = a_call()
    take(window, call, Running(pid=1))
    window.show_members(call.id, {2: "sleep"})
    assert window._page._leftovers.isVisible()


def test_many_calls_stay_fast_to_take(window: MainWindow) -> None:
    calls = [a_call(str(number)) for number in range(500)]
    for call in calls:
        take(window, call, Received(), settled(Exited(code=0)))
    assert window._model.rowCount() == 500


def test_the_look_can_change_while_it_is_open(window: MainWindow, theme: Theme, qapp: QApplication) -> None:
    call = a_call()
    take(window, call, Running(pid=1))
    window.take_output(Output(call.id, "stdout", b"hello\n"))
    theme.choose("dark")
    dark = window.grab().toImage().pixelColor(5, 300).lightness()
    theme.choose("light")
    assert dark < 80 < window.grab().toImage().pixelColor(5, 300).lightness()


def test_the_foot_says_what_is_certain_first_and_why_it_is_no_more(window: MainWindow) -> None:
    assert window._address.accessibleName() == "All of it ends.  Listening on /run/assent.sock."
    assert (
        "All of it ends.<br>Nothing stronger: namespace: &lt;b&gt;no&lt;/b&gt;" in window._address.toolTip()
    )
