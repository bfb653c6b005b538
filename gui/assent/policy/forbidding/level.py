"""One level of a text that is read generously: the commands between two parentheses, and where they stand."""

import re

from assent.policy.forbidding.command import Loose
from assent.policy.forbidding.words import BLANK, LEFT_BRACE, RIGHT_BRACE, expanded

_MOST_VALUES = 16  # of one variable
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=")
_DESCRIPTOR = re.compile(r"\d+")
_SPACES = re.compile(r"\s+")

# Words of the shell that stand before a command, or end a group of them.
_GROUPS = frozenset({LEFT_BRACE, "if", "while", "until", "for", "select", "case"})
_CLOSES = frozenset({RIGHT_BRACE, "fi", "done", "esac"})
_BEFORE_A_COMMAND = _GROUPS | _CLOSES | {"do", "then", "else", "elif", "!", "time", "coproc"}
_HEADS = frozenset({"for", "select", "case"})


class Level:
    """The command that is being read, and what is known of those before it on the same level."""

    def __init__(
        self,
        found: list[Loose],
        values: dict[str, list[str]],
        at: int,
        host: Loose | None,
        *,
        names_host: bool = False,
    ) -> None:
        """Add what is read to `found`; `values` are those of the variables, `host` has it in its words."""
        self._found, self._values = found, values
        self._host, self._names_host = host, names_host
        self.word: list[str] | None = None
        self.cases = 0  # those that are open: a `)` in them ends a pattern
        self._groups: list[int] = []
        self._pipe_start = len(found)
        self._target = ""
        self._names: list[str] = []  # further ones that the command may have
        self.command = self._new(at)

    def add(self, text: str) -> None:
        """Add to the word that is being read, or begin one."""
        if self.word is None:
            self.word = [text]
        else:
            self.word.append(text)

    def substitute(self, values: list[str], *, is_bare: bool) -> None:
        """Add the last of what a variable may stand for; keep the others where they may name the command."""
        if is_bare and not self.command.words and not self.word:
            self._names.extend(values[:-1])
        value = values[-1] if values else ""
        self.add(_SPACES.sub(BLANK, value) if is_bare else value)

    @property
    def is_at_name(self) -> bool:
        """Whether what comes next would be part of a command's name, and not of a value before it."""
        return not (self.command.words or _ASSIGNMENT.match("".join(self.word or ())) or self._target)

    def redirect(self, target: str) -> None:
        """Take the next word for a "file" that is redirected to or from, or for a "text" on stdin."""
        self.end_word()
        self._target = target

    def drop_descriptor(self) -> None:
        """Forget the word that is being read where it is the number, or the variable, of a redirection."""
        word = "".join(self.word or ())
        if _DESCRIPTOR.fullmatch(word) or (word[:1] == LEFT_BRACE and word[-1:] == RIGHT_BRACE):
            self.word = None

    def end_word(self) -> None:
        """End the word that is being read, if there is one."""
        if self.word is None:
            return
        word, target = "".join(self.word), self._target
        self.word, self._target = None, ""
        if target == "text":
            self.command.texts.append(word)
        elif not target:
            for each in expanded(word):
                self._put(each)

    def end_command(self, at: int) -> None:
        """End the command that is being read at `at`, and begin another."""
        self.end_word()
        self._target = ""
        command = self.command
        if command.words == [""]:
            command.words.clear()  # nobody knows what it runs
        if not (command.words or command.texts or command.assigned or self._names):
            command.start = at  # the usual case between two operators
            return
        command.end = at
        if command.words[:1] == ["function"]:
            command.words = [word for word in command.words[2:] if word not in (LEFT_BRACE, RIGHT_BRACE)]
        elif command.words and command.words[0] in _HEADS:
            self._keep_values(command.words)
            command.words = []
        if command.words or command.texts or command.assigned:
            self._found.append(command)
            for name in self._names:
                words = [*name.split(), *command.words]
                self._found.append(Loose(command.start, at, words, host=command.host))
        self._names = []
        self.command = self._new(at)

    def drop_pattern(self, at: int) -> None:
        """Forget the words that are being read: a pattern of a `case`."""
        self.end_word()
        self.command.words = []
        self.end_command(at)

    def end_pipeline(self, at: int) -> None:
        """End the command and the pipeline that it is in."""
        self.end_command(at)
        self._pipe_start = len(self._found)

    def pipe(self, at: int) -> None:
        """End the command: the next one reads what it writes."""
        self.end_command(at)
        self.command.feeds = (self._pipe_start, len(self._found))

    def _new(self, at: int) -> Loose:
        return Loose(start=at, host=self._host, names_host=self._names_host)

    def _put(self, word: str) -> None:
        command = self.command
        assignment = None if command.words else _ASSIGNMENT.match(word)
        if assignment is not None:
            value = word[assignment.end() :]
            command.assigned.append(value)
            self._keep(assignment[1], [value])
        elif not command.words and word in _BEFORE_A_COMMAND:
            self._reserved(word)
        else:
            command.words.append(word)

    def _reserved(self, word: str) -> None:
        if word in _GROUPS:
            self._groups.append(self._pipe_start)
        elif word in _CLOSES and self._groups:
            self._pipe_start = self._groups.pop()
        if word == "case":
            self.cases += 1
        elif word == "esac" and self.cases:
            self.cases -= 1
        if word in _HEADS:
            self.command.words.append(word)

    def _keep_values(self, head: list[str]) -> None:
        """Keep what the variable of a loop may be; nothing else in its head is run."""
        if head[0] != "case" and head[2:3] == ["in"]:
            self._keep(head[1], head[3:])

    def _keep(self, name: str, values: list[str]) -> None:
        known = self._values.setdefault(name, [])
        known.extend(value for value in values[:_MOST_VALUES] if value not in known)
        del known[:-_MOST_VALUES]
