"""Reads the text of a git configuration file as git does."""

from collections.abc import Iterator
from dataclasses import dataclass

_BLANKS = " \t\r\n"  # what git takes for one


class Unreadable(ValueError):  # noqa: N818  # the name says what happened
    """It is not what git would read: git itself stops at such a file, and nobody should guess."""


@dataclass(frozen=True)
class Entry:
    """One setting: section and key in small letters, the name between them as it stands, or none.

    `value` is None for a key without one, which means yes.
    """

    section: str
    name: str | None
    key: str
    value: str | None

    @property
    def spelled(self) -> str:
        """The whole name, as git spells it."""
        middle = "" if self.name is None else f".{self.name}"
        return f"{self.section}{middle}.{self.key}"


def entries_of(data: bytes) -> list[Entry]:
    """Return the settings in their order; raises Unreadable."""
    text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").replace("\r\n", "\n")
    return list(_Reader(text).entries())


class _Reader:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def entries(self) -> Iterator[Entry]:
        section, name = "", None
        while sign := self._next():
            if sign in _BLANKS:
                continue
            if sign in "#;":
                self._skip_line()
            elif sign == "[":
                section, name = self._header()
            elif sign.isascii() and sign.isalpha() and section:
                yield self._entry(section, name, sign)
            else:
                raise Unreadable(f"{sign!r} at {self._at}")

    def _next(self) -> str:
        sign = self._text[self._at : self._at + 1]
        self._at += 1
        return sign

    def _skip_line(self) -> None:
        end = self._text.find("\n", self._at)
        self._at = len(self._text) if end < 0 else end + 1

    def _header(self) -> tuple[str, str | None]:
        section = ""
        while (sign := self._next()) not in ("", "]", " ", "\t"):
            if not (sign.isascii() and (sign.isalnum() or sign in "-.")):
                raise Unreadable(f"{sign!r} in the name of a section")
            section += sign.lower()
        if sign in (" ", "\t"):
            return section, self._quoted_name()
        if sign != "]" or not section:
            raise Unreadable("a section without an end")
        # The old way: `[section.name]`, without regard to case.
        section, dot, name = section.partition(".")
        return section, name if dot else None

    def _quoted_name(self) -> str:
        while (sign := self._next()) in (" ", "\t") and sign:
            pass
        if sign != '"':
            raise Unreadable("the name of a section is not quoted")
        name = ""
        while (sign := self._next()) != '"':
            if sign == "\\":
                sign = self._next()
            if sign in ("", "\n"):
                raise Unreadable("the name of a section has no end")
            name += sign
        if self._next() != "]":
            raise Unreadable("a section without an end")
        return name

    def _entry(self, section: str, name: str | None, key: str) -> Entry:
        while (sign := self._next()) and sign.isascii() and (sign.isalnum() or sign == "-"):
            key += sign
        while sign in (" ", "\t") and sign:
            sign = self._next()
        if sign in ("", "\n"):
            return Entry(section, name, key.lower(), None)
        if sign != "=":
            raise Unreadable(f"{sign!r} after the key {key}")
        return Entry(section, name, key.lower(), self._value())

    def _value(self) -> str:
        value, blanks, is_quoted = "", "", False
        while sign := self._next():
            if sign == "\n":
                break
            if not is_quoted and sign in _BLANKS:
                blanks += sign if value else ""
                continue
            if not is_quoted and sign in "#;":
                self._skip_line()
                break
            value, blanks = value + blanks, ""
            if sign == '"':
                is_quoted = not is_quoted
            elif sign == "\\":
                value += self._escaped()
            else:
                value += sign
        if is_quoted:
            raise Unreadable("a quote has no end")
        return value

    def _escaped(self) -> str:
        sign = self._next()
        known = {"\n": "", "n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}
        if sign not in known:
            raise Unreadable(f"the escape \\{sign}")
        return known[sign]
