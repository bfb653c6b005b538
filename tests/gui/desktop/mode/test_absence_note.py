"""What expired while nobody was there is told until somebody has taken note."""

from pytestqt.qtbot import QtBot

from assent.desktop.mode.absence_note import MOST_NAMED, AbsenceNote
from builders import a_call


def test_it_names_what_expired_and_counts_the_rest(qtbot: QtBot) -> None:
    note = AbsenceNote()
    qtbot.addWidget(note)
    assert not note.isVisible()
    note.add(a_call(), "git push")
    assert (note.text, note._lines[0].accessibleName()) == (
        "While you were away: 1 request expired",
        "agent:  git push",
    )
    for number in range(MOST_NAMED + 1):
        note.add(a_call(), str(number))
    assert note.text.startswith(f"While you were away: {MOST_NAMED + 2} requests")
    assert note._more.text() == "and 2 more, in the list of calls"


def test_it_is_gone_once_seen_and_begins_anew(qtbot: QtBot) -> None:
    note = AbsenceNote()
    qtbot.addWidget(note)
    note.add(a_call(), "one")
    note._seen.click()
    assert not note.isVisible()
    note.add(a_call(), "two")
    assert "1 request" in note.text
    assert note._lines[0].accessibleName().endswith("two")
