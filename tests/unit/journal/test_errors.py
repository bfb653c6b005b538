"""One error for all that a journal may not do."""

from assent.journal import journal
from assent.journal.errors import JournalError


def test_the_journal_raises_it():
    assert journal.JournalError is JournalError
