"""Takes any text apart into what may be commands in it: generously, to the end, in linear time."""

import re
from dataclasses import dataclass, field

from assent.policy.forbidding.command import Loose
from assent.policy.forbidding.level import Level
from assent.policy.forbidding.words import SPECIAL, unescaped

# Deeper than this a substitution only parts commands: nobody nests so, and Python's stack is not endless.
_DEEPEST = 16

_RUN = re.compile(r"[^\s'\"\\$`;&|<>(){},*?\[#]+")
_QUOTED_RUN = re.compile(r"[^\"\\$`]+")
_BODY_RUN = re.compile(r"[^\\$`]+")
_INNER_RUN = re.compile(r"[^\"'\\$`}]+")
_BLANKS = re.compile(r"[ \t\r\f\v]+")
_OPERATOR = re.compile(r"\|\||\|&|&&|&>>?|;;&|;;|;&|[|&;]")
_REDIRECTION = re.compile(r"<<<|<<-?|<\(|>\(|<>|<&|>&|>>|>\||<|>")
_DELIMITER = re.compile(r"[ \t]*((?:'[^']*'|\"[^\"]*\"|\\.|[^\s;&|<>()'\"\\])+)", re.DOTALL)
_BACKTICKS = re.compile(r"`((?:[^`\\]|\\.)*)`?", re.DOTALL)
_ANSI_C = re.compile(r"\$'((?:[^'\\]|\\.)*)'?", re.DOTALL)
_NAME = re.compile(r"\$(\w+|[@*#?$!-])")
_PARAMETER = re.compile(r"\$\{[#!]?(\w+|[@*#?$-])?(?:\[[^\]\n]{0,99}\])?(:?[-=+?]|//?)?")
_QUOTES = re.compile(r"\\(.)|['\"]", re.DOTALL)


@dataclass
class _Heredoc:
    command: Loose
    delimiter: str
    strips: bool
    is_literal: bool


@dataclass
class Reader:
    """One pass over `text`; `found` is what may be a command, in the order in which they end."""

    text: str
    found: list[Loose] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    depth: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        """Begin outside of everything."""
        self._heredocs: list[_Heredoc] = []
        self._level = Level(self.found, self.values, 0, None)

    def read_quoted(self, host: Loose) -> list[Loose]:
        """Return what is substituted in a text of `host`'s that is taken as one in quotes without an end."""
        self._level.command = host
        self._quoted(_BODY_RUN)
        return self.found

    def read(self) -> list[Loose]:
        """Return all that may be a command."""
        while self.at < len(self.text):
            self._commands()
            self._level.end_command(self.at)
            self.at += 1  # a `)` that nothing opened parts commands, too
        return self.found

    # In each of these `at` is left behind the sign that ends it, or at the end of the text.

    def _commands(self) -> None:
        """Read commands up to a `)` of their own."""
        text, level = self.text, self._level
        while self.at < len(text):
            run = _RUN.match(text, self.at)
            if run is not None:
                level.add(run[0])
                self.at = run.end()
                continue
            sign = text[self.at]
            if sign == ")":
                if not level.cases:
                    break
                level.drop_pattern(self.at)
                self.at += 1
            elif sign in " \t\n\r\f\v":
                self._blanks(sign)
            elif sign in "|&;":
                self._operator()
            elif sign in "<>":
                self._redirection()
            else:
                self._in_word(sign)
        level.end_command(self.at)

    def _blanks(self, sign: str) -> None:
        if sign == "\n":
            self._level.end_pipeline(self.at)
            self.at += 1
            self._read_heredocs()
            return
        self._level.end_word()
        blanks = _BLANKS.match(self.text, self.at)
        self.at = blanks.end() if blanks is not None else self.at + 1

    def _in_word(self, sign: str) -> None:
        level = self._level
        if sign == "'":
            end = self.text.find("'", self.at + 1)
            end = len(self.text) if end < 0 else end
            level.add(self.text[self.at + 1 : end])
            self.at = end + 1
        elif sign == "(":
            level.end_command(self.at)
            self._nested(1, None)
        elif sign == "#" and level.word is None:
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
        elif sign in SPECIAL:
            level.add(SPECIAL[sign])
            self.at += 1
        elif sign == "$" and self.text.startswith(("$'", '$"'), self.at):
            self._dollar_quote()
        else:
            self._in_any(sign, is_bare=True)

    def _dollar_quote(self) -> None:
        quoted = _ANSI_C.match(self.text, self.at)
        if quoted is None:
            self.at += 1  # `$"…"` is quoted text
            return
        self._level.add(unescaped(quoted[1]))
        self.at = quoted.end()

    def _in_any(self, sign: str, *, is_bare: bool) -> None:
        """Read what means the same in double quotes and out of them."""
        level = self._level
        if sign == "\\":
            follower = self.text[self.at + 1 : self.at + 2]
            if follower != "\n":
                level.add(follower)
            self.at += 2
        elif sign == '"':
            level.add("")
            self.at += 1
            self._quoted(_QUOTED_RUN)
        elif sign == "$":
            self._dollar(is_bare=is_bare)
        elif sign == "`":
            self._backticks()
        else:
            level.add(sign)
            self.at += 1

    def _quoted(self, run: re.Pattern[str]) -> None:
        """Read on to the closing double quote; with `_BODY_RUN` to the end: a heredoc has none."""
        while self.at < len(self.text):
            plain = run.match(self.text, self.at)
            if plain is not None:
                self._level.add(plain[0])
                self.at = plain.end()
                continue
            sign = self.text[self.at]
            if sign == '"':
                self.at += 1
                return
            self._in_any(sign, is_bare=False)

    def _dollar(self, *, is_bare: bool) -> None:
        level = self._level
        if self.text.startswith("$(", self.at):
            level.add("")
            self._nested(2, level.command)
        elif (parameter := _PARAMETER.match(self.text, self.at)) is not None:
            self.at = parameter.end()
            self._parameter(parameter[1] or "", parameter[2] or "", is_bare=is_bare)
        elif (name := _NAME.match(self.text, self.at)) is not None:
            level.substitute(self.values.get(name[1], []), is_bare=is_bare)
            self.at = name.end()
        else:
            level.add("$")
            self.at += 1

    def _parameter(self, name: str, operator: str, *, is_bare: bool) -> None:
        """Read `${…}` to its end: what it stands for is known, or what it says to take instead."""
        level = self._level
        outer, level.word = level.word, []
        if self.depth < _DEEPEST:
            self.depth += 1
            self._to_brace()
            self.depth -= 1
        inner, level.word = "".join(level.word or ()), outer
        known = self.values.get(name, [])
        if operator.startswith("/"):
            level.substitute([inner.rpartition("/")[2]], is_bare=is_bare)
        elif operator in ("-", ":-", "=", ":=", "+", ":+"):
            level.substitute([*known, inner], is_bare=is_bare)
        else:
            level.substitute(known, is_bare=is_bare)

    def _to_brace(self) -> None:
        while self.at < len(self.text):
            plain = _INNER_RUN.match(self.text, self.at)
            if plain is not None:
                self._level.add(plain[0])
                self.at = plain.end()
                continue
            sign = self.text[self.at]
            if sign in "}'":
                self.at += 1
                if sign == "}":
                    return
                continue
            self._in_any(sign, is_bare=False)

    def _backticks(self) -> None:
        level, start = self._level, self.at
        level.add("")
        found = _BACKTICKS.match(self.text, self.at)
        self.at = found.end() if found is not None else self.at + 1
        if found is not None and found[1] and self.depth < _DEEPEST:
            inner = Reader(re.sub(r"\\([`$\\])", r"\1", found[1]), values=self.values, depth=self.depth + 1)
            inner._level = Level(inner.found, inner.values, 0, level.command, names_host=level.is_at_name)
            self._take(inner.read(), start, self.at)

    def _take(self, commands: list[Loose], start: int, end: int) -> None:
        """Take what was read in a text within the text."""
        offset = len(self.found)
        for each in commands:
            each.start, each.end = start, end
            each.feeds = (each.feeds[0] + offset, each.feeds[1] + offset)
        self.found.extend(commands)

    def _nested(self, width: int, host: Loose | None) -> None:
        """Read a subshell, or what is substituted in the words of `host`."""
        self.at += width
        if self.depth >= _DEEPEST:
            self._level.end_command(self.at)
            return
        outer = self._level
        at_name = host is not None and outer.is_at_name
        self._level = Level(self.found, self.values, self.at, host, names_host=at_name)
        self.depth += 1
        self._commands()
        self.depth -= 1
        self.at += 1
        self._level = outer

    def _operator(self) -> None:
        found = _OPERATOR.match(self.text, self.at)
        operator = found[0] if found is not None else self.text[self.at]
        self.at += len(operator)
        if operator.startswith("&>"):
            self._level.redirect("file")
        elif operator in ("|", "|&"):
            self._level.pipe(self.at)
        else:
            self._level.end_pipeline(self.at)

    def _redirection(self) -> None:
        found = _REDIRECTION.match(self.text, self.at)
        operator = found[0] if found is not None else self.text[self.at]
        level = self._level
        if operator in ("<(", ">("):
            level.add("")
            self._nested(2, level.command)
            return
        self.at += len(operator)
        level.drop_descriptor()
        if operator not in ("<<", "<<-"):
            level.redirect("text" if operator == "<<<" else "file")
            return
        level.end_word()
        delimiter = _DELIMITER.match(self.text, self.at)
        if delimiter is not None:
            self.at = delimiter.end()
            word = _QUOTES.sub(lambda part: part[1] or "", delimiter[1])
            literal = word != delimiter[1]
            self._heredocs.append(_Heredoc(level.command, word, operator == "<<-", literal))

    def _read_heredocs(self) -> None:
        for heredoc in self._heredocs:
            start, lines = self.at, []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end]
                self.at = end + 1
                if (line.lstrip("\t") if heredoc.strips else line) == heredoc.delimiter:
                    break
                lines.append(line)
            self.at = min(self.at, len(self.text))
            body = "\n".join(lines)
            heredoc.command.texts.append(body)
            if not heredoc.is_literal and self.depth < _DEEPEST:
                inner = Reader(body, values=self.values, depth=self.depth + 1)
                self._take(inner.read_quoted(heredoc.command), start, self.at)
        self._heredocs = []
