"""Reads lists, pipelines and groups of simple commands, from the first sign of a block to the last."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.folders import moved
from assent.policy.bash.redirections import Heredoc, Reading, body_of, redirection_at
from assent.policy.bash.state import why_uncertain
from assent.policy.bash.words import END, Found, word_at
from assent.policy.block import Redirection, Simple, Stdin, Word

_DEEPEST = 12
# Loops are unrolled: this many code points are read in all, however they are nested.
_MOST_WORK = 200_000
_BLANKS = re.compile(r"(?:[ \t]++(?:\\\n[ \t]*+)*+)?+(?:\#[^\n]*+)?+")
_LINES = re.compile(r"(?:\\\n)*+")
_FAST = re.compile(
    rf"""[ \t]*+(?:(?P<plain>[A-Za-z0-9_./+,:@%=^-]++)|'(?P<single>[^'\n]*+)'|"(?P<double>[^"\\$`\n]*+)")
    (?![^ \t\n;&|)])""",
    re.VERBOSE,
)
_RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc|[{}!]|\[\[)"
    + END
)
_CLOSER = re.compile(rf"\)|(?:\}}|done){END}")
_ASSIGNMENT = re.compile(
    rf"""(?P<name>[A-Za-z_][A-Za-z0-9_]*+)=
    (?:(?P<plain>[A-Za-z0-9_./+,:@%=^-]*+)|'(?P<single>[^'\n]*+)'|"(?P<double>[^"\\$`\n]*+)"){END}""",
    re.VERBOSE,
)
_HARMLESS_VARIABLES = frozenset(("LC_ALL", "LANG", "TZ", "NO_COLOR", "CI", "FORCE_COLOR"))
_NAME = re.compile(r"[A-Za-z0-9_./+:@,][A-Za-z0-9_./+:@,-]*|\[")
_FOR = re.compile(r"for[ \t]+(?P<name>[a-z][a-z0-9]{0,20})[ \t]+in(?=[ \t])")
_DO = re.compile(rf"do{END}")
_TEST = re.compile(
    r"\[\[[ \t]+(?:![ \t]+)?(?:-[fderwxsLhnz][ \t]+(?P<only>\S+)|(?P<left>\S+)[ \t]+(?:==?|!=)[ \t]+(?P<right>\S+))"
    rf"[ \t]+\]\]{END}"
)
_OPERAND = re.compile(
    r"[A-Za-z0-9_./][A-Za-z0-9_./+,:@%-]*|'[A-Za-z0-9_./+,:@%-]*'|\"[A-Za-z0-9_./+,:@%-]*\""
)


class Grammar:
    """One reading of one text; `commands` are what it found so far."""

    def __init__(self, text: str) -> None:
        """Begin at the first sign of `text`."""
        self.commands: list[Simple] = []
        self._text, self._at = text, 0
        self._folder: str | None = "."
        self._variables: dict[str, str] = {}
        self._heredocs: list[tuple[Heredoc, int]] = []
        self._depth = self._loops = self._work = 0

    def commands_of_all(self) -> tuple[Simple, ...]:
        """Return the commands of the whole text, or raise Doubt."""
        self._list("inherited")
        if self._at < len(self._text):
            raise self._doubt("It closes what was not opened.")
        if self._heredocs:
            raise Doubt("A heredoc does not end.", self._heredocs[0][0].at)
        return tuple(self.commands)

    def _doubt(self, why: str) -> Doubt:
        return Doubt(why, self._at)

    def _next(self, length: int = 1) -> str:
        return self._text[self._at : self._at + length]

    def _list(self, stdin: Stdin) -> None:
        """Read commands up to what closes them, or the end; one of them at least."""
        self._lines()
        if self._at == len(self._text):
            raise self._doubt("There is no command.")
        while True:
            self._and_or(stdin)
            if self._next() == ";":
                self._at += 1
            elif self._next() != "\n":
                return
            self._lines()
            if self._at == len(self._text) or _CLOSER.match(self._text, self._at):
                return

    def _and_or(self, stdin: Stdin) -> None:
        """Read pipelines with `&&` and `||` between them, and follow the folder through them."""
        self._pipeline(stdin)
        after_first = self._folder
        while (operator := self._next(2)) in ("&&", "||"):
            self._at += 2
            self._lines()
            left, count = self._folder, len(self.commands)
            if operator == "||":
                self._folder = left if left == after_first == "." else None
            self._pipeline(stdin)
            if operator == "||" and [each.argv[:1] for each in self.commands[count:]] == [("exit",)]:
                self._folder = left
        if self._folder != after_first:
            self._folder = None

    def _pipeline(self, stdin: Stdin) -> None:
        while (found := re.compile(rf"(?:!|time){END}").match(self._text, self._at)) is not None:
            self._at = found.end()
            self._blanks()
        before = self._folder
        self._command(stdin)
        while self._next() == "|" and self._next(2) != "||":
            self._at += 2 if self._next(2) == "|&" else 1
            self._lines()
            # Each of a pipe's commands runs in a shell of its own.
            self._folder = before
            self._command("pipe")
            self._folder = before

    def _command(self, stdin: Stdin) -> None:
        found = _RESERVED.match(self._text, self._at)
        begin = len(self.commands)
        if self._next() == "(":
            self._subshell(stdin)
        elif found is None:
            self._simple(stdin)
            return
        elif found[0] == "{":
            self._group(stdin)
        elif found[0] == "for":
            self._for(stdin)
        elif found[0] == "[[":
            self._test(stdin)
        else:
            raise self._doubt(f"`{found[0]}` is not followed.")
        self._redirect_all(begin)

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        if self._depth == _DEEPEST:
            raise self._doubt("It is nested too deep.")
        self._depth += 1
        yield
        self._depth -= 1

    def _subshell(self, stdin: Stdin) -> None:
        if self._next(2) == "((":
            raise self._doubt("It may be arithmetic.")
        self._at += 1
        before = self._folder
        with self._deeper():
            self._list(stdin)
        self._close(")")
        self._folder = before

    def _group(self, stdin: Stdin) -> None:
        self._at += 1
        with self._deeper():
            self._list(stdin)
        self._close("}")

    def _close(self, closer: str) -> None:
        # What is a word closes only where a command could begin, thus not right behind one.
        found = _CLOSER.match(self._text, self._at)
        if found is None or found[0] != closer:
            raise self._doubt(f"`{closer}` is awaited.")
        if closer != ")" and self._text[: self._at].rstrip(" \t")[-1:] not in (";", "\n"):
            raise self._doubt(f"`{closer}` is awaited at the begin of a command.")
        self._at = found.end()

    def _for(self, stdin: Stdin) -> None:
        found = _FOR.match(self._text, self._at)
        if found is None or found["name"] in self._variables:
            raise self._doubt("A loop is followed over plain words only.")
        self._at = found.end()
        values = self._values()
        self._at += self._next() == ";"
        self._lines()
        do = _DO.match(self._text, self._at)
        if do is None:
            raise self._doubt("`do` is awaited.")
        before = self._folder
        self._loops += 1
        with self._deeper():
            for value in values:
                self._at = do.end()
                self._variables[found["name"]] = value
                self._list(stdin)
                self._close("done")
                self._work += self._at - do.end()
                if self._work > _MOST_WORK:
                    raise self._doubt("It repeats more than can be followed.")
                if self._folder != before:
                    self._folder = None
        self._loops -= 1
        del self._variables[found["name"]]

    def _values(self) -> list[str]:
        values: list[str] = []
        while True:
            self._blanks()
            if self._next() in (";", "\n"):
                break
            found = self._word()
            if any(word.globs or word.expands for word in found.words):
                raise self._doubt("What the loop goes over is only known when it runs.")
            values += [word.text for word in found.words]
        if not values:
            raise self._doubt("A loop is followed over plain words only.")
        return values

    def _test(self, stdin: Stdin) -> None:
        found = _TEST.match(self._text, self._at)
        operands = [] if found is None else [part for part in found.group("only", "left", "right") if part]
        if found is None or not all(_OPERAND.fullmatch(each) for each in operands):
            raise self._doubt("Only a plain test in `[[ ]]` is followed.")
        words = tuple(
            Word(each[0].strip("'\""), each.start(), each.end())
            for each in re.compile(r"\S+").finditer(self._text, found.start(), found.end())
        )
        self._at = found.end()
        self._add(Simple(words, found.start(), found.end(), stdin=stdin))

    def _simple(self, stdin: Stdin) -> None:
        """Read one simple command with its assignments and redirections."""
        text, start = self._text, self._at
        words: list[Word] = []
        assignments: list[tuple[str, str]] = []
        readings: list[Reading] = []
        end = start
        while True:
            fast = _FAST.match(text, self._at) if words else None
            if fast is not None:
                kind = fast.lastgroup or "plain"
                quote = 0 if kind == "plain" else 1
                end = self._at = fast.end()
                words.append(Word(fast[kind], fast.start(kind) - quote, end))
                continue
            self._blanks()
            if self._at == len(text) or text[self._at] in ";|)\n" or self._next(2) == "&&":
                break
            reading = redirection_at(text, self._at, self._variables)
            if reading is not None:
                readings.append(reading)
                self._at = reading.end
            elif not words and (assigned := _ASSIGNMENT.match(text, self._at)) is not None:
                assignments.append(self._assignment(assigned))
            else:
                words += self._first(bool(assignments or readings)) if not words else self._word().words
            end = self._at
        if not words:
            raise self._doubt("A command is awaited.")
        why = why_uncertain(words)
        if why:
            raise Doubt(why, words[0].start)
        self._finish(Simple(tuple(words), start, end, tuple(assignments), stdin=stdin), readings)

    def _assignment(self, found: re.Match[str]) -> tuple[str, str]:
        if found["name"] not in _HARMLESS_VARIABLES:
            raise self._doubt(f"The variable {found['name']} may change what is run.")
        self._at = found.end()
        return found["name"], found[found.lastgroup or "plain"]

    def _first(self, is_late: bool) -> tuple[Word, ...]:
        """Read the name of what runs."""
        start = self._at
        if is_late and _RESERVED.match(self._text, start):
            raise self._doubt("A word of bash's own stands in a place where it may be none.")
        found = self._word()
        (word, *more) = found.words
        if more or word.globs or word.expands or "$" in self._text[start : self._at]:
            raise Doubt("What runs is only known when it runs.", start)
        if not _NAME.fullmatch(word.text):
            raise Doubt("What runs has no plain name.", start)
        return found.words

    def _word(self) -> Found:
        found = word_at(self._text, self._at, self._variables)
        if self._text[found.end : found.end + 1] in ("<", ">"):
            written = self._text[self._at : found.end]
            if not found.is_bare or written.isdigit() or written.endswith("}"):
                raise Doubt("It is not certain what is redirected here.", found.end)
        if self._heredocs and "\n" in self._text[self._at : found.end]:
            raise self._doubt("A heredoc waits behind a line that does not end.")
        self._at = found.end
        return found

    def _finish(self, command: Simple, readings: list[Reading]) -> None:
        sources = [each for each in readings if each.stdin != "inherited"]
        if len(sources) > 1:
            raise Doubt("Its stdin comes from two places.", command.start)
        redirections = tuple(each.redirection for each in readings if each.redirection is not None)
        if redirections:
            command = replace(command, redirections=redirections)
        for source in sources:
            command = replace(command, stdin=source.stdin, stdin_text=source.stdin_text)
            if source.heredoc is not None:
                self._heredocs.append((source.heredoc, len(self.commands)))
        self._add(command)
        self._folder = moved(self._folder, command.words)

    def _add(self, command: Simple) -> None:
        if self._folder != "." or self._loops:
            command = replace(command, folder=self._folder, may_repeat=bool(self._loops))
        self.commands.append(command)

    def _redirect_all(self, begin: int) -> None:
        """Read the redirections behind a group, and give them to its commands from number `begin` on."""
        self._blanks()
        while (reading := redirection_at(self._text, self._at, self._variables)) is not None:
            if reading.redirection is None:
                raise self._doubt("A text is given to more than one command.")
            self._at = reading.end
            for number in range(begin, len(self.commands)):
                self._redirect(number, reading.redirection)
            self._blanks()

    def _redirect(self, number: int, redirection: Redirection) -> None:
        command = self.commands[number]
        if redirection.kind != "file":
            changed = replace(command, redirections=(*command.redirections, redirection))
        elif command.stdin == "inherited":
            changed = replace(command, redirections=(*command.redirections, redirection), stdin="file")
        else:
            changed = command
        self.commands[number] = changed

    def _blanks(self) -> None:
        """Skip blanks, continued lines and a comment."""
        found = _BLANKS.match(self._text, self._at)
        self._skip(found)

    def _lines(self) -> None:
        """Skip empty lines too, and take in the heredocs that begin behind a line."""
        self._blanks()
        while self._next() == "\n":
            self._at += 1
            waiting, self._heredocs = self._heredocs, []
            for heredoc, number in waiting:
                body, self._at = body_of(heredoc, self._text, self._at)
                self.commands[number] = replace(self.commands[number], stdin_text=body)
            self._skip(_LINES.match(self._text, self._at))
            self._blanks()

    def _skip(self, found: re.Match[str] | None) -> None:
        if found is None:
            return
        if self._heredocs and "\n" in found[0]:
            raise self._doubt("A heredoc waits behind a line that does not end.")
        self._at = found.end()
