"""Marks are laid flat, and stand where Qt counts their characters."""

from hypothesis import given
from hypothesis import strategies as st

from assent.desktop.approval.text_marks import Look, flat, ranges, utf16_length


@given(
    st.lists(
        st.tuples(st.integers(0, 20), st.integers(0, 20), st.sampled_from("xyz"), st.sampled_from(["", "u"])),
        max_size=8,
    )
)
def test_marks_that_overlap_are_laid_flat(marks: list[tuple[int, int, str, str]]) -> None:
    given_ = [(min(a, b), max(a, b), Look(foreground=colour, underline=line)) for a, b, colour, line in marks]
    pieces = list(flat(given_, 20))
    for column in range(20):
        over = [look for start, end, look in given_ if start <= column < end]
        found = [look for start, end, look in pieces if start <= column < end]
        assert len(found) == min(1, len(over))
        if over:
            assert found[0].foreground == over[-1].foreground
            assert found[0].underline == next((each.underline for each in over if each.underline), "")


def test_qt_counts_in_utf_16() -> None:
    assert [utf16_length(text) for text in ("", "ab", "\u00e9", "\U0001f389x")] == [0, 2, 1, 3]


def test_places_are_counted_as_qt_does() -> None:
    (one,) = ranges([(1, 3, Look(foreground="#ff0000"))], "\U0001f389\U0001f389x")
    assert (one.start, one.length, one.format.foreground().color().name()) == (2, 3, "#ff0000")
