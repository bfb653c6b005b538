"""What a terminal would leave to read of a command's text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.execution.plain import plain, unfinished

signs = st.text(
    alphabet=["a", "b", "\x1b", "[", "]", "0", ";", "m", "K", "\r", "\b", "\n", "\x07", "\\", "\x9b"]
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\x1b[31mred\x1b[0m\n", "red\n"),
        ("\x1b[38;5;196;1mred\x1b[m", "red"),
        ("\x1b[38:2::1:2:3mred\x9b0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\.", "link."),
        ("\x1bP1;2|data\x1b\\text", "text"),
        ("\x1b]0;nobody closed this\ntext", "0;nobody closed this\ntext"),
        ("\x1b(Btext\x1b7\x1b8\x1b=\x1bM", "text"),
        ("\x1b[?25l\x1b[2J\x1b[Htext\x1b[?25h", "text"),
        ("bell\x07 and\0 NUL\x7f", "bell and NUL"),
        ("\x0bvertical\x0c", "\x0bvertical\x0c"),
        ("a\x1b", "a"),
    ],
)
def test_what_has_no_shape_is_gone(text: str, shown: str):
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\rb\n", "b\n"),
        ("abc\rX\n", "Xbc\n"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\r\r\nb", "a\nb"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("long line\r\x1b[Kshort\n", "short\n"),
        ("long line\x1b[2K\rshort\n", "short\n"),
        ("12345\r123\x1b[K\n", "123\n"),
        ("\x1b[32m50%\x1b[0m\r\x1b[32m99%\x1b[0m\n", "99%\n"),
        ("passwort\bd\n", "password\n"),
        ("\b\bx\n", "x\n"),
        ("b\bbo\bol\bld\n", "bold\n"),  # as manual pages are printed
        ("50%\r", "50%"),
    ],
)
def test_what_was_written_over_is_gone(text: str, shown: str):
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("a\x1b", "\x1b"),
        ("a\x1b[", "\x1b["),
        ("a\x1b[38;5", "\x1b[38;5"),
        ("a\x9b3", "\x9b3"),
        ("a\x1b]0;tit", "\x1b]0;tit"),
        ("a\x1b]0;tit\x1b", "\x1b]0;tit\x1b"),
        ("a\x1b(", "\x1b("),
        ("a\x1b[0m", ""),
        ("a\x1b]0;t\x07", ""),
        ("a", ""),
        ("", ""),
    ],
)
def test_a_begun_escape_code_is_found(text: str, begun: str):
    assert unfinished(text) == begun


@given(signs)
def test_nothing_but_shapes_is_left(text: str):
    assert not set("\x1b\r\b\x07\x9b") & set(plain(text))
    assert plain(plain(text)) == plain(text)
    assert plain(text).count("\n") == text.count("\n")


@pytest.mark.parametrize("begin", ["\x1b]", "\x1b[", "\x1bP1", "\x9b1", "\x1b[2Kx", "\r\x1b[K", "x\b", "x\r"])
def test_no_text_is_slow(begin: str):
    text = begin * (400_000 // len(begin))
    plain(text)
    unfinished(text)
