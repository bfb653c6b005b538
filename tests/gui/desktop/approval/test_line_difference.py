"""What has changed is told line by line, however long the texts are."""

from hypothesis import given
from hypothesis import strategies as st

from assent.desktop.approval.line_difference import MOST_COMPARED, changed_lines, counts

TEXTS = st.lists(st.sampled_from("abc"), max_size=30).map("\n".join)


def told(before: str, after: str) -> list[tuple[str, str]]:
    return [(each.kind, each.text) for each in changed_lines(before, after)]


def test_equal_texts_have_no_difference() -> None:
    assert changed_lines("a\nb", "a\nb") == ()


def test_a_change_stands_among_the_lines_around_it() -> None:
    before, after = "\n".join("abcdefghij"), "\n".join("abcdeXghij")
    assert told(before, after) == [
        ("gap", "2 equal lines"),
        *(("same", each) for each in "cde"),
        ("removed", "f"),
        ("added", "X"),
        *(("same", each) for each in "ghi"),
        ("gap", "1 equal lines"),
    ]
    assert counts(changed_lines(before, after)) == (1, 1)


@given(TEXTS, TEXTS)
def test_both_texts_can_be_told_from_it(before: str, after: str) -> None:
    changed = changed_lines(before, after)
    if changed:
        added, removed = counts(changed)
        assert len(after.split("\n")) - len(before.split("\n")) == added - removed
        kept = [each.text for each in changed if each.kind in ("same", "added")]
        assert set(kept) <= set(after.split("\n"))


def test_very_different_long_texts_are_not_compared_line_by_line() -> None:
    before = "\n".join(f"old {number % 7}" for number in range(MOST_COMPARED * 4))
    after = "\n".join(f"new {number % 7}" for number in range(MOST_COMPARED * 4))
    assert counts(changed_lines(before, after)) == (MOST_COMPARED * 4, MOST_COMPARED * 4)
