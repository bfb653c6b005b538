"""A cursor goes over what means nothing, and takes in the heredocs that begin behind a line."""

import pytest

from assent.policy.bash.cursor import Cursor
from assent.policy.bash.doubt import Doubt
from assent.policy.bash.redirections import Heredoc

HEREDOC = Heredoc("E", strips_tabs=False, is_literal=True, at=4)


@pytest.mark.parametrize("text", ["", "  ", " \\\n\t", "# a", " \\\n# a", "\t # '"])
def test_blanks_and_a_comment_are_skipped(text: str):
    cursor = Cursor(text + "\nx")
    cursor.skip_blanks()
    assert cursor.next() == "\n"


def test_a_line_is_not_continued_right_behind_a_word():
    cursor = Cursor("\\\na")
    cursor.skip_blanks()
    assert cursor.at == 0


def test_empty_lines_are_skipped():
    cursor = Cursor(" # a\n\n \\\n  # b \\\n\\\n\\\n x")
    cursor.skip_lines()
    assert cursor.next() == "x"
    assert not cursor.is_at_end()


def test_a_heredoc_is_taken_in_behind_the_line():
    cursor = Cursor(" # c\na\nE\nx")
    cursor.await_body(HEREDOC)
    cursor.skip_lines()
    assert cursor.bodies == {4: "a\n"}
    assert cursor.next(2) == "x"


@pytest.mark.parametrize("text", [" \\\n\na\nE\n", "\n\\\na\n"])
def test_no_line_goes_on_before_it(text: str):
    cursor = Cursor(text)
    cursor.await_body(HEREDOC)
    with pytest.raises(Doubt):
        cursor.skip_lines()


def test_nor_does_a_word():
    cursor = Cursor("'a\nb'")
    cursor.await_body(HEREDOC)
    with pytest.raises(Doubt):
        cursor.word()


@pytest.mark.parametrize("text", ["2>&1", "'2'>a", "{x}>a", "a'b'<c"])
def test_a_word_that_may_be_a_descriptor_is_doubted(text: str):
    with pytest.raises(Doubt):
        Cursor(text).word()


def test_it_ends_at_the_end_with_nothing_left():
    Cursor("").end()
    with pytest.raises(Doubt):
        Cursor(")").end()
    cursor = Cursor("")
    cursor.await_body(HEREDOC)
    with pytest.raises(Doubt):
        cursor.end()
