"""What a terminal sends for a key, as xterm does."""

from PySide6.QtCore import Qt

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier
_SIMPLE = {
    _Key.Key_Return: b"\r",
    _Key.Key_Enter: b"\r",
    _Key.Key_Tab: b"\t",
    _Key.Key_Backtab: b"\x1b[Z",
    _Key.Key_Backspace: b"\x7f",
    _Key.Key_Escape: b"\x1b",
}
_CURSOR = {
    _Key.Key_Up: "A",
    _Key.Key_Down: "B",
    _Key.Key_Right: "C",
    _Key.Key_Left: "D",
    _Key.Key_Home: "H",
    _Key.Key_End: "F",
}
_NUMBERED = {
    _Key.Key_Insert: 2,
    _Key.Key_Delete: 3,
    _Key.Key_PageUp: 5,
    _Key.Key_PageDown: 6,
    _Key.Key_F5: 15,
    _Key.Key_F6: 17,
    _Key.Key_F7: 18,
    _Key.Key_F8: 19,
    _Key.Key_F9: 20,
    _Key.Key_F10: 21,
    _Key.Key_F11: 23,
    _Key.Key_F12: 24,
}
_FIRST_FOUR = {_Key.Key_F1: "P", _Key.Key_F2: "Q", _Key.Key_F3: "R", _Key.Key_F4: "S"}
# With Ctrl: the signs that have a control character besides the letters.
_CONTROL_SIGNS = {
    _Key.Key_Space: 0x00,
    _Key.Key_At: 0x00,
    _Key.Key_BracketLeft: 0x1B,
    _Key.Key_Backslash: 0x1C,
    _Key.Key_BracketRight: 0x1D,
    _Key.Key_AsciiCircum: 0x1E,
    _Key.Key_Underscore: 0x1F,
    _Key.Key_Slash: 0x1F,
    _Key.Key_Backspace: 0x08,
}


def bytes_of(
    key: int, modifiers: Qt.KeyboardModifier, text: str = "", *, application_cursor: bool = False
) -> bytes:
    """Return what a terminal sends for a key with these modifiers, nothing when it sends nothing.

    `text` is what the keyboard's layout makes of it. `application_cursor` is how a program asked for the
    arrows (DECCKM).
    """
    control = bool(modifiers & (_Modifier.ControlModifier | _Modifier.MetaModifier))
    alt = bool(modifiers & _Modifier.AltModifier)
    if sent := _of_special_key(key, modifiers, control=control, application_cursor=application_cursor):
        is_prefixed = alt and key in _SIMPLE
        return b"\x1b" + sent if is_prefixed else sent
    # AltGr is Ctrl and Alt on some systems: what is printed then is meant.
    if text.isprintable() and text and (alt or not control):
        return (b"\x1b" if alt and not control else b"") + text.encode("utf-8", "replace")
    if control:
        sent = _of_control(key, text)
        return b"\x1b" + sent if alt and sent else sent
    return b""


def of_paste(text: str, *, bracketed: bool) -> bytes:
    """Return what a terminal sends for a pasted text: line ends as Enter, and no other control character.

    `bracketed` is how a program asks for it that wants to tell pasted from typed text.
    """
    lines = text.replace("\r\n", "\r").replace("\n", "\r")
    # An escape sequence in it could end the bracket, and what follows would count as typed.
    kept = "".join(
        sign for sign in lines if sign in "\r\t" or (ord(sign) >= 0x20 and not 0x7F <= ord(sign) < 0xA0)
    )
    sent = kept.encode("utf-8", "replace")
    return b"\x1b[200~" + sent + b"\x1b[201~" if bracketed else sent


def _of_special_key(
    key: int, modifiers: Qt.KeyboardModifier, *, control: bool, application_cursor: bool
) -> bytes:
    named = Qt.Key(key) if key in _VALUES else None
    if named is None:
        return b""
    held = _held(modifiers)
    if named in _SIMPLE:
        return b"" if control and named in _CONTROL_SIGNS else _SIMPLE[named]
    if named in _CURSOR:
        if held:
            return f"\x1b[1;{held}{_CURSOR[named]}".encode()
        return f"\x1b{'O' if application_cursor else '['}{_CURSOR[named]}".encode()
    if named in _FIRST_FOUR:
        return (
            f"\x1b[1;{held}{_FIRST_FOUR[named]}".encode() if held else f"\x1bO{_FIRST_FOUR[named]}".encode()
        )
    return f"\x1b[{_NUMBERED[named]}{f';{held}' if held else ''}~".encode()


def _held(modifiers: Qt.KeyboardModifier) -> int:
    """Return xterm's number for modifiers, 0 for none."""
    bits = (
        (_Modifier.ShiftModifier, 1),
        (_Modifier.AltModifier, 2),
        (_Modifier.ControlModifier, 4),
    )
    number = sum(bit for modifier, bit in bits if modifiers & modifier)
    return number + 1 if number else 0


def _of_control(key: int, text: str) -> bytes:
    if _Key.Key_A <= key <= _Key.Key_Z:
        return bytes([key & 0x1F])
    for sign, code in _CONTROL_SIGNS.items():
        if key == sign:
            return bytes([code])
    # A layout of other letters: the system has made the control character of it.
    return text.encode() if len(text) == 1 and ord(text) < 0x20 else b""


_VALUES = {each.value for table in (_SIMPLE, _CURSOR, _NUMBERED, _FIRST_FOUR) for each in table}
