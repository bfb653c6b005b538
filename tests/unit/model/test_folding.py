"""What can be folded of a long command is found, and nothing that a shell acts on is hidden in a line."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.model.folding import LEAST_LINES, Fold, folds

BODY = "x\n" * LEAST_LINES


def test_a_heredoc_is_found_with_its_size() -> None:
    text = f"cat > f <<'EOF'\n{BODY}EOF\nls"
    assert folds(text) == (Fold(16, 48, "heredoc EOF · 16 lines · 32 bytes", 16),)


@pytest.mark.parametrize(
    ("head", "shut"),
    [
        ("cat <<E", True),
        ("cat > f <<E", True),
        ("ls; tee f <<E", True),
        ("bash <<E", False),
        ("python3 - <<E", False),
        ("cat <<E | sh", True),
        ("cat x | sh <<E", False),
        ("concat <<E", False),
    ],
)
def test_what_is_code_starts_open(head: str, shut: bool) -> None:
    (fold,) = folds(f"{head}\n{BODY}E\n")
    assert fold.starts_shut == shut


def test_two_heredocs_of_one_line_follow_each_other() -> None:
    assert [(fold.start, fold.lines) for fold in folds(f"a <<A <<-B\n{BODY}A\n\t{BODY}\tB\n")] == [
        (11, 16),
        (45, 16),
    ]


@pytest.mark.parametrize(
    "text", ["ls", "cat <<E\nx\nE", f"cat <<E\n{BODY}", "cat <<E", f"cat <<E\n{BODY}EE\n"]
)
def test_what_is_short_or_has_no_end_is_not_folded(text: str) -> None:
    assert folds(text) == ()


@given(st.text(st.sampled_from("Aa0+/= ;|&\n'\"$"), max_size=50), st.integers(4_000, 4_300))
def test_within_a_line_only_letters_digits_and_few_signs_are_folded(text: str, length: int) -> None:
    whole = f"{text}{'Zm9v' * length}{text}"
    for fold in folds(whole):
        if not fold.lines:
            assert re.fullmatch(r"[A-Za-z0-9+/=_]+", whole[fold.start : fold.end])


@given(st.text(st.sampled_from("<-E'\n\tx "), max_size=200))
def test_folds_stand_in_order_and_apart(text: str) -> None:
    found = folds(text.replace("x", "x\n" * 20))
    assert all(one.end <= other.start for one, other in pairwise(found) if other.lines)
