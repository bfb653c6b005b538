"""Reads a sed script as GNU sed does: what it reads, writes and runs. What is odd is objected to."""

import re
from dataclasses import dataclass, field

from assent.policy.profiles.languages.brackets import brackets_close

_ADDRESS = re.compile(r"[0-9]+(~[0-9]+)?|\$")
_SECOND = re.compile(r"[+~]?[0-9]+|\$")
_NOTHING = re.compile("")
_COUNT = re.compile(r"[ \t]*[0-9]*")
_LABEL = re.compile(r"[ \t]*[A-Za-z0-9_]*")
# What may stand between a command and its end.
_BEFORE_END = {
    **dict.fromkeys("=dDgGhHnNpPxzF}", _NOTHING),
    **dict.fromkeys("qQlL", _COUNT),
    **dict.fromkeys("btT:", _LABEL),
}
_END = re.compile(r"[ \t]*(#[^\n]*|[;\n]|$|(?=\}))")
_FLAGS = re.compile(r"[gpiImM0-9]*")
_LONGEST = 4_000


@dataclass
class SedScript:
    """`why` is the objection, empty where there is none; `texts` is what a shell would get."""

    why: str = ""
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class _Odd(Exception):  # noqa: N818
    """The script is not one that can be told with certainty."""


def read_sed(script: str) -> SedScript:
    """Read one whole script, as `-e` gives it: it must not go on in the next one."""
    reader = _Reader(script)
    try:
        reader.read()
    except _Odd as odd:
        reader.found.why = str(odd)
    return reader.found


class _Reader:
    def __init__(self, script: str) -> None:
        self.found = SedScript()
        self._text, self._at = script, 0

    def read(self) -> None:
        """Read command after command; an objection raises _Odd."""
        if len(self._text) > _LONGEST:
            raise _Odd("the sed script is too long")
        # Other seds take a label to the end of its line, which could begin an escaped line end.
        if "\\\n" in self._text and re.search(r"[:btT][^\n]*;", self._text):
            raise _Odd("the sed script has labels and escaped line ends")
        while True:
            self._skip(" \t\n;")
            if self._at >= len(self._text):
                return
            self._command()

    def _command(self) -> None:
        """Read an address and one command with what belongs to it."""
        if self._address(_ADDRESS):
            self._skip(" \t")
            if self._peek() == ",":
                self._at += 1
                self._skip(" \t")
                if not self._address(_SECOND):
                    raise _Odd("the sed script has an odd address")
        self._skip(" \t!")
        command = self._peek()
        self._at += 1
        match command:
            case "{":
                return
            case "#":
                self._line()
            case "s":
                self._substitute()
            case "a" | "i" | "c":
                self._appended()
            case "y":
                self._delimited(is_pattern=False, times=2)
                self._end()
            case _ if command in _BEFORE_END:
                self._match(_BEFORE_END[command])
                self._end()
            case _:
                self._file(command)

    def _file(self, command: str) -> None:
        """Read a command that takes the rest of its line: a file, or what is run."""
        rest = self._line().strip()
        if command in {"r", "R"} and rest:
            self.found.reads.append(rest)
        elif command in {"w", "W"}:
            self.found.writes.append(rest)
            raise _Odd(f"`{command}` in the sed script writes to a file")
        elif command == "e":
            self.found.texts.append(rest)
            raise _Odd("`e` in the sed script runs a command")
        else:
            raise _Odd("the sed script is not one that can be told with certainty")

    def _substitute(self) -> None:
        """Read `s/…/…/` and its flags."""
        replacement = self._delimited(is_pattern=True, times=2)
        self._match(_FLAGS)
        flag = self._peek()
        if flag == "e":
            self.found.texts.append(replacement)
            raise _Odd("`s///e` in the sed script runs a command")
        if flag == "w":
            self._at += 1
            self.found.writes.append(self._line().strip())
            raise _Odd("`s///w` in the sed script writes to a file")
        self._end()

    def _address(self, numbers: re.Pattern[str]) -> bool:
        """Read one address, if there is one."""
        if self._peek() == "\\":
            self._at += 1
        elif self._peek() != "/":
            return self._match(numbers)
        self._delimited(is_pattern=True, times=1)
        while self._peek() in {"I", "M"}:
            self._at += 1
        return True

    def _delimited(self, *, is_pattern: bool, times: int) -> str:
        """Read texts that end with the same sign; return the last one."""
        sign = self._peek()
        if sign in {"", "\n", "\\", " ", ";", "[", "]"} or sign.isalnum():
            raise _Odd("the sed script has an odd delimiter")
        for turn in range(times):
            self._at += 1
            start = self._at
            while (here := self._peek()) != sign:
                if here in {"", "\n"}:
                    raise _Odd("the sed script has a text without an end")
                self._at += 2 if here == "\\" else 1
            text = self._text[start : self._at]
            if is_pattern and turn == 0 and not brackets_close(text):
                raise _Odd("the sed script has an open bracket in a pattern")
        self._at += 1
        return text

    def _appended(self) -> None:
        """Read the text of `a`, `i`, `c`: to the end of the line that no backslash stands before."""
        while (here := self._peek()) not in {"", "\n"}:
            self._at += 2 if here == "\\" else 1
        if self._at > len(self._text) or self._text.endswith("\\\n"):
            raise _Odd("the sed script goes on where it ends")

    def _end(self) -> None:
        if not self._match(_END):
            raise _Odd("the sed script is not one that can be told with certainty")

    def _line(self) -> str:
        start = self._at
        end = self._text.find("\n", start)
        self._at = len(self._text) if end < 0 else end
        return self._text[start : self._at]

    def _match(self, pattern: re.Pattern[str]) -> bool:
        made = pattern.match(self._text, self._at)
        if made is None:
            return False
        self._at = made.end()
        return True

    def _skip(self, signs: str) -> None:
        while self._at < len(self._text) and self._text[self._at] in signs:
            self._at += 1

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]
