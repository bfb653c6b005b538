"""How the same command was answered before is told in one line."""

from datetime import UTC, datetime, timedelta

import pytest

from assent.desktop.approval.past_words import past_words
from assent.model.question import Past

NOW = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("past", "words"),
    [
        (Past(), "not asked before"),
        (
            Past(approved=12, last_at=NOW - timedelta(minutes=57)),
            "12 times, always yes · last today 14:03",
        ),
        (Past(refused=1, last_at=NOW - timedelta(days=1)), "1 time, always no · last yesterday 15:00"),
        (
            Past(approved=3, refused=1, last_at=NOW - timedelta(days=20), last_reason="not \u202enow"),
            "3 times yes, 1 time no · last 2026-02-10 15:00 · “not ⟦U+202E⟧now”",
        ),
    ],
)
def test_it_is_told(past: Past, words: str) -> None:
    assert past_words(past, NOW) == words
