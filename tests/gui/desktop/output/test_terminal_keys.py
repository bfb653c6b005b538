"""A key comes to what xterm sends for it, and a pasted text can do no more than be typed."""

import pytest
from PySide6.QtCore import Qt

from assent.desktop.output.terminal_keys import bytes_of, of_paste

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
META = Qt.KeyboardModifier.MetaModifier


@pytest.mark.parametrize(
    ("key", "held", "text", "sent"),
    [
        (Key.Key_A, NONE, "a", b"a"),
        (Key.Key_A, SHIFT, "A", b"A"),
        (0, NONE, "é", "é".encode()),
        (0, NONE, "😀", "😀".encode()),
        (Key.Key_Space, NONE, " ", b" "),
        (Key.Key_Return, NONE, "\r", b"\r"),
        (Key.Key_Enter, NONE, "\r", b"\r"),
        (Key.Key_Return, ALT, "\r", b"\x1b\r"),
        (Key.Key_Tab, NONE, "\t", b"\t"),
        (Key.Key_Backtab, SHIFT, "", b"\x1b[Z"),
        (Key.Key_Backspace, NONE, "\x08", b"\x7f"),
        (Key.Key_Backspace, CTRL, "\x7f", b"\x08"),
        (Key.Key_Backspace, ALT, "\x08", b"\x1b\x7f"),
        (Key.Key_Escape, NONE, "\x1b", b"\x1b"),
        (Key.Key_Up, NONE, "", b"\x1b[A"),
        (Key.Key_Down, NONE, "", b"\x1b[B"),
        (Key.Key_Right, CTRL, "", b"\x1b[1;5C"),
        (Key.Key_Left, ALT, "", b"\x1b[1;3D"),
        (Key.Key_Home, NONE, "", b"\x1b[H"),
        (Key.Key_End, SHIFT, "", b"\x1b[1;2F"),
        (Key.Key_PageUp, NONE, "", b"\x1b[5~"),
        (Key.Key_PageDown, NONE, "", b"\x1b[6~"),
        (Key.Key_Delete, NONE, "\x7f", b"\x1b[3~"),
        (Key.Key_Delete, CTRL, "", b"\x1b[3;5~"),
        (Key.Key_Insert, NONE, "", b"\x1b[2~"),
        (Key.Key_F1, NONE, "", b"\x1bOP"),
        (Key.Key_F4, SHIFT, "", b"\x1b[1;2S"),
        (Key.Key_F12, NONE, "", b"\x1b[24~"),
        (Key.Key_C, CTRL, "\x03", b"\x03"),
        (Key.Key_D, CTRL, "", b"\x04"),
        (Key.Key_Z, META, "", b"\x1a"),
        (Key.Key_X, CTRL | ALT, "", b"\x1b\x18"),
        (Key.Key_Space, CTRL, " ", b"\x00"),
        (Key.Key_BracketLeft, CTRL, "", b"\x1b"),
        (Key.Key_Backslash, CTRL, "", b"\x1c"),
        (0x0421, CTRL, "\x03", b"\x03"),
        (Key.Key_B, ALT, "b", b"\x1bb"),
        (Key.Key_Q, CTRL | ALT, "@", b"@"),
        (Key.Key_Shift, SHIFT, "", b""),
        (Key.Key_Control, CTRL, "", b""),
        (Key.Key_1, CTRL, "1", b""),
        (Key.Key_VolumeUp, NONE, "", b""),
    ],
)
def test_a_key_is_sent_as_a_terminal_sends_it(
    key: int, held: Qt.KeyboardModifier, text: str, sent: bytes
) -> None:
    assert bytes_of(key, held, text) == sent


def test_a_program_may_ask_for_other_arrows() -> None:
    assert bytes_of(Key.Key_Up, NONE, application_cursor=True) == b"\x1bOA"
    assert bytes_of(Key.Key_Home, NONE, application_cursor=True) == b"\x1bOH"
    assert bytes_of(Key.Key_Up, CTRL, application_cursor=True) == b"\x1b[1;5A"


def test_line_ends_are_pasted_as_enter() -> None:
    assert of_paste("one\ntwo\r\nthree\t€", bracketed=False) == "one\rtwo\rthree\t€".encode()


def test_a_paste_cannot_leave_its_bracket() -> None:
    sent = of_paste("a\x1b[201~rm -rf ~\n\x03\x9b", bracketed=True)
    assert sent == b"\x1b[200~a[201~rm -rf ~\r\x1b[201~"
