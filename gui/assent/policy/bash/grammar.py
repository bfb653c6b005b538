"""Reads lists, pipelines, groups, conditions and loops, from the first sign of a block to the last."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from assent.policy.bash.conditions import condition_at
from assent.policy.bash.cursor import Cursor
from assent.policy.bash.folders import moved
from assent.policy.bash.redirections import redirection_at
from assent.policy.bash.simple import RESERVED, simple_at
from assent.policy.bash.words import END
from assent.policy.block import Redirection, Simple, Stdin

_DEEPEST = 12
# Loops are unrolled: this many code points are read in all, however they are nested.
_MOST_WORK = 200_000
_CLOSER = re.compile(rf"\)|(?:\}}|done|then|elif|else|fi){END}")
_PREFIX = re.compile(rf"(?:!|time){END}")
_EXIT = re.compile(r"exit(?:[ \t]+[0-9]{1,3})?[ \t]*")
# No name that a program could know from its environment has this form.
_FOR = re.compile(r"for[ \t]+(?P<name>[a-z][a-z0-9]{0,20})[ \t]+in(?=[ \t])")
_DO = re.compile(rf"do{END}")


class Grammar:
    """One reading of one text; `commands` are what it found so far."""

    def __init__(self, text: str) -> None:
        """Begin at the first sign of `text`."""
        self.commands: list[Simple] = []
        self._cursor = Cursor(text)
        self._folder: str | None = "."
        # Which command each heredoc belongs to, by the place where it is written.
        self._readers: list[tuple[int, int]] = []
        self._depth = self._loops = self._work = 0

    def commands_of_all(self) -> tuple[Simple, ...]:
        """Return the commands of the whole text, or raise Doubt."""
        self._list("inherited")
        self._cursor.end()
        return tuple(self.commands)

    def _list(self, stdin: Stdin) -> bool:
        """Read commands up to what closes them, or the end; one of them at least.

        Returns whether a command could begin where they end.
        """
        cursor = self._cursor
        self._lines()
        if cursor.is_at_end():
            raise cursor.doubt("There is no command.")
        while True:
            self._and_or(stdin)
            if cursor.next() == ";":
                cursor.at += 1
            elif cursor.next() != "\n":
                return False
            self._lines()
            if cursor.is_at_end() or _CLOSER.match(cursor.text, cursor.at):
                return True

    def _lines(self) -> None:
        self._cursor.skip_lines()
        if self._readers and (bodies := self._cursor.bodies):
            for number, place in self._readers:
                if place in bodies:
                    self.commands[number] = replace(self.commands[number], stdin_text=bodies[place])
            self._readers = [each for each in self._readers if each[1] not in bodies]
            # In a loop the same heredoc is read again.
            bodies.clear()

    def _and_or(self, stdin: Stdin) -> None:
        """Read pipelines with `&&` and `||` between them, and follow the folder through them."""
        before = self._folder
        self._pipeline(stdin)
        after_first = self._folder
        while (operator := self._cursor.next(2)) in ("&&", "||"):
            self._cursor.at += 2
            self._lines()
            if operator == "&&":
                self._pipeline(stdin)
            else:
                self._alternative(stdin, before)
        if self._folder != after_first:
            self._folder = None

    def _alternative(self, stdin: Stdin, before: str | None) -> None:
        """Read what runs where a `cd` may have failed since the folder was `before`."""
        left, start = self._folder, self._cursor.at
        if left != before:
            self._folder = None
        self._pipeline(stdin)
        if _EXIT.fullmatch(self._cursor.text, start, self._cursor.at):
            self._folder = left
        elif self._folder != left:
            self._folder = None

    def _pipeline(self, stdin: Stdin) -> None:
        cursor = self._cursor
        while (found := _PREFIX.match(cursor.text, cursor.at)) is not None:
            cursor.at = found.end()
            cursor.skip_blanks()
        before = self._folder
        self._command(stdin)
        while cursor.next() == "|" and cursor.next(2) != "||":
            cursor.at += 2 if cursor.next(2) == "|&" else 1
            self._lines()
            # Each of a pipe's commands runs in a shell of its own.
            self._folder = before
            self._command("pipe")
            self._folder = before

    def _command(self, stdin: Stdin) -> None:
        cursor = self._cursor
        found = RESERVED.match(cursor.text, cursor.at)
        if found is None and cursor.next() != "(":
            self._simple(stdin)
            return
        begin, before = len(self.commands), self._folder
        match "(" if found is None else found[0]:
            case "(":
                self._subshell(stdin)
            case "{":
                self._group(stdin)
            case "for":
                self._for(stdin)
            case "if":
                self._if(stdin)
            case "[[":
                may_repeat = self._loops > 0
                self.commands.append(condition_at(cursor, stdin, self._folder, may_repeat=may_repeat))
            case word:
                raise cursor.doubt(f"`{word}` is not followed.")
        if self._redirect_all(begin) and self._folder != before:
            self._folder = None

    def _simple(self, stdin: Stdin) -> None:
        command, heredoc = simple_at(self._cursor, stdin, self._folder, may_repeat=self._loops > 0)
        if heredoc is not None:
            self._readers.append((len(self.commands), heredoc))
        self.commands.append(command)
        after = moved(self._folder, command.words)
        # Where the file is missing the command does not run.
        self._folder = None if command.stdin == "file" and after != self._folder else after

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        if self._depth == _DEEPEST:
            raise self._cursor.doubt("It is nested too deep.")
        self._depth += 1
        yield
        self._depth -= 1

    def _subshell(self, stdin: Stdin) -> None:
        if self._cursor.next(2) == "((":
            raise self._cursor.doubt("It may be arithmetic.")
        self._cursor.at += 1
        before = self._folder
        with self._deeper():
            self._list_to(stdin, ")")
        self._folder = before

    def _group(self, stdin: Stdin) -> None:
        self._cursor.at += 1
        with self._deeper():
            self._list_to(stdin, "}")

    def _list_to(self, stdin: Stdin, *closers: str) -> str:
        """Read commands and what closes them, one of `closers`; return it."""
        cursor = self._cursor
        may_begin = self._list(stdin)
        found = _CLOSER.match(cursor.text, cursor.at)
        # What is a word closes only where a command could begin, thus not right behind one.
        if found is None or found[0] not in closers or (found[0] != ")" and not may_begin):
            raise cursor.doubt(f"`{closers[0]}` is awaited.")
        cursor.at = found.end()
        return found[0]

    def _if(self, stdin: Stdin) -> None:
        cursor, before = self._cursor, self._folder
        cursor.at += len("if")
        with self._deeper():
            closer = "elif"
            while closer == "elif":
                self._list_to(stdin, "then")
                closer = self._list_to(stdin, "fi", "elif", "else")
                if self._folder != before:
                    self._folder = None
            if closer == "else":
                self._list_to(stdin, "fi")
                if self._folder != before:
                    self._folder = None

    def _for(self, stdin: Stdin) -> None:
        cursor = self._cursor
        found = _FOR.match(cursor.text, cursor.at)
        if found is None or found["name"] in cursor.variables:
            raise cursor.doubt("A loop is followed over plain words only.")
        cursor.at = found.end()
        values = self._values()
        cursor.at += cursor.next() == ";"
        self._lines()
        do = _DO.match(cursor.text, cursor.at)
        if do is None:
            raise cursor.doubt("`do` is awaited.")
        self._loops += 1
        with self._deeper():
            for value in values:
                cursor.at = do.end()
                cursor.variables[found["name"]] = value
                self._turn(stdin)
        self._loops -= 1
        del cursor.variables[found["name"]]

    def _turn(self, stdin: Stdin) -> None:
        """Read a loop's commands for one value."""
        start, before = self._cursor.at, self._folder
        self._list_to(stdin, "done")
        self._work += self._cursor.at - start
        if self._work > _MOST_WORK:
            raise self._cursor.doubt("It repeats more than can be followed.")
        if self._folder != before:
            self._folder = None

    def _values(self) -> list[str]:
        cursor = self._cursor
        values: list[str] = []
        while True:
            cursor.skip_blanks()
            if cursor.next() in (";", "\n"):
                break
            found = cursor.word()
            if any(word.globs or word.expands for word in found.words):
                raise cursor.doubt("What the loop goes over is only known when it runs.")
            values += [word.text for word in found.words]
        if not values:
            raise cursor.doubt("A loop is followed over plain words only.")
        return values

    def _redirect_all(self, begin: int) -> bool:
        """Read the redirections behind a group, and give them to its commands from number `begin` on.

        Returns whether the group reads a file, without which it does not run.
        """
        cursor = self._cursor
        needs_file = False
        cursor.skip_blanks()
        while (reading := redirection_at(cursor.text, cursor.at, cursor.variables)) is not None:
            if reading.redirection is None:
                raise cursor.doubt("A text is given to more than one command.")
            cursor.at = reading.end
            needs_file = needs_file or reading.stdin == "file"
            for number in range(begin, len(self.commands)):
                self.commands[number] = _redirected(self.commands[number], reading.redirection)
            cursor.skip_blanks()
        return needs_file


def _redirected(command: Simple, redirection: Redirection) -> Simple:
    takes = redirection.kind == "file" and command.stdin == "inherited"
    return replace(
        command,
        redirections=(*command.redirections, redirection),
        stdin="file" if takes else command.stdin,
    )
