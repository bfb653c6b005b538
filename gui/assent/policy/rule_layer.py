"""One file of rules: the last good ones hold, and where none ever were, nothing is allowed by anybody's."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from assent.host.files import check_root_owned, check_trusted
from assent.model.authority import RuleName
from assent.model.complaint import complaint
from assent.model.problem import FileProblem
from assent.model.rules import Rule, RulebookFile
from assent.policy.layered import Layer, Layered, name_of
from assent.policy.rule_lines import header_lines, line_of
from assent.policy.samples import problem_of
from assent.policy.toml_file import TomlFile

# Its rules are not known, and one of them may deny.
_UNKNOWN = Rule(decision="ask", command="*", message="The rules of this file could not be read.")


@dataclass(frozen=True)
class Book:
    """What one file says; `narrowing` are those of its rules that do not allow."""

    rules: tuple[Layered, ...] = ()
    narrowing: tuple[Layered, ...] = ()
    only_managed: bool = False


class BadRule(ValueError):  # noqa: N818
    """A rule of a file, counted from 0, that a model can't object to: its words, or a sample."""

    def __init__(self, number: int, text: str) -> None:
        """Say what is wrong."""
        super().__init__(f"rule.{number + 1}: {text}")
        self.number = number


class RuleLayer:
    """The rules of one file."""

    def __init__(self, path: Path, layer: Layer) -> None:
        """Read nothing yet. Of the administrator's files it is asked that nobody else could write them."""
        self.path, self._layer = path, layer
        check: Callable[[Path], None] = check_root_owned if layer == "managed" else check_trusted
        self._file = TomlFile(path, parse=self._parse, missing=Book(), check=check, explain=_explained)
        name = RuleName(rule=_UNKNOWN.command or "", source=str(path))
        unknown = (Layered(_UNKNOWN, name, layer),)
        self._unknown = Book(unknown, unknown)

    def book(self) -> Book:
        """Return what the last good file says, after a look whether it has changed; always the same value."""
        book = self._file.value()
        return book if self._file.is_known else self._unknown

    @property
    def problem(self) -> FileProblem | None:
        """Why the file as it was last seen isn't in force, or None when it is."""
        return self._file.problem

    @property
    def sha256(self) -> str:
        """What was in the file when it was last read."""
        return self._file.sha256

    def _parse(self, table: dict[str, Any]) -> Book:
        file = RulebookFile.model_validate(table)
        for number, rule in enumerate(file.rule):
            if problem := problem_of(rule):
                raise BadRule(number, problem)
        if file.only_managed and self._layer != "managed":
            raise ValueError("only_managed: it is for the administrator's file to say")
        source = str(self.path)
        rules = tuple(Layered(rule, name_of(rule, source), self._layer) for rule in file.rule)
        narrowing = tuple(each for each in rules if each.rule.decision != "allow")
        return Book(rules, narrowing, file.only_managed)


def _explained(text: str, problem: ValueError) -> str:
    """Say what is wrong, and in which line where that can be told."""
    match problem:
        case ValidationError():
            line, told = line_of(text, problem), complaint(problem)
        case BadRule(number=number):
            line, told = _header(text, number), str(problem)
        case _:
            line, told = None, str(problem)  # of TOML itself, which names the line
    return told if line is None else f"line {line}: {told}"


def _header(text: str, number: int) -> int | None:
    try:
        return header_lines(text)[number] + 1
    except (ValueError, IndexError):
        return None
