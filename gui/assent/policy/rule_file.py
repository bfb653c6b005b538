"""The person's rules.toml as the console writes it: one rule is another, and all else stays as it was."""

import contextlib
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import tomlkit
from pydantic import ValidationError

from assent.host.errors import UnsafePlace
from assent.host.files import check_trusted, write_whole
from assent.model.complaint import complaint
from assent.model.rules import Rule, RulebookFile
from assent.policy.rule_lines import document_of, header_lines, tables_of
from assent.policy.samples import problem_of

LARGEST_BYTES = 1 << 20


class NotWritten(Exception):  # noqa: N818  # the name says what happened: an expected failure
    """The file was left as it is; the text says why, for the person."""


class RuleFile:
    """One file of rules. What is written was read and understood before, and is checked before it is kept."""

    def __init__(self, path: Path) -> None:
        """Write to `path`, or to where it links."""
        self.path = path

    def seen(self) -> str:
        """Return a mark of what is in the file now, to be given with a change that was made looking at it."""
        return _mark(self._read())

    def append(self, toml: str, rules: Sequence[Rule], *, seen: str | None = None) -> None:
        """Add rules at the end, word for word as `toml` has them, which must say just these.

        Raises NotWritten; with `seen` also when the file is another than it was then.
        """
        text = self._current(seen)
        before = _rules_of(text)
        if _rules_of(toml) != tuple(rules):
            raise NotWritten("What was shown is not what would be written.")
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        self._write(text, text + gap + toml.rstrip("\n") + "\n", (*before, *rules))

    def remove(self, number: int, *, seen: str | None = None) -> None:
        """Take out a rule, counted from 0; comments stay. Raises NotWritten."""
        text = self._current(seen)
        rules = _rules_of(text)
        _check_number(number, rules)
        first, last = _span(text, number)
        lines = text.splitlines(keepends=True)
        new = "".join(lines[:first] + lines[last + 1 :])
        self._write(text, new, rules[:number] + rules[number + 1 :])

    def edit(self, number: int, rule: Rule, *, seen: str | None = None) -> None:
        """Make a rule, counted from 0, say something else; what it has in common stays. Raises NotWritten."""
        text = self._current(seen)
        rules = _rules_of(text)
        _check_number(number, rules)
        with _refusing():
            document = document_of(text)
            table = tables_of(document)[number]
        old, new = _written(rules[number]), _written(rule)
        for key in old.keys() - new.keys():
            del table[key]
        for key, value in new.items():
            if old.get(key) != value:
                table[key] = value
        self._write(text, tomlkit.dumps(document), (*rules[:number], rule, *rules[number + 1 :]))

    def _current(self, seen: str | None) -> str:
        raw = self._read()
        if seen is not None and _mark(raw) != seen:
            raise NotWritten("The file was changed in the meantime; look at it again.")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise NotWritten(f"The file is no UTF-8: {problem}") from None

    def _read(self) -> bytes:
        try:
            check_trusted(self.path)
            with self.path.open("rb") as file:
                raw = file.read(LARGEST_BYTES + 1)
        except FileNotFoundError:
            return b""
        except (OSError, UnsafePlace) as problem:
            raise NotWritten(f"The file cannot be used: {problem}") from None
        if len(raw) > LARGEST_BYTES:
            raise NotWritten(f"The file is larger than {LARGEST_BYTES:,} bytes.")
        return raw

    def _write(self, old: str, new: str, rules: Sequence[Rule]) -> None:
        """Put `new` in the place of `old` in one step, if it says `rules`."""
        if _rules_of(new) != tuple(rules):
            raise NotWritten(
                "The rule cannot be written there without changing others; edit the file by hand."
            )
        raw = new.encode("utf-8")
        if len(raw) > LARGEST_BYTES:
            raise NotWritten(f"The file would be larger than {LARGEST_BYTES:,} bytes.")
        try:
            # A link is kept: dotfiles are often links into a repository.
            target = self.path.resolve()
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._read() != old.encode("utf-8"):
                raise NotWritten("The file was changed in the meantime; look at it again.")
            write_whole(target, raw)
        except OSError as problem:
            raise NotWritten(f"The file cannot be written: {problem}") from None


def _rules_of(text: str) -> tuple[Rule, ...]:
    try:
        rules = RulebookFile.model_validate(tomllib.loads(text)).rule
    except ValidationError as problem:
        raise NotWritten(f"The rules are not good: {complaint(problem)}") from None
    except (ValueError, RecursionError) as problem:
        raise NotWritten(f"The rules are not good: {problem}") from None
    for number, rule in enumerate(rules, start=1):
        if told := problem_of(rule):
            raise NotWritten(f"The rules are not good: rule {number}: {told}")
    return rules


def _span(text: str, number: int) -> tuple[int, int]:
    """Return the first and the last line of a rule, from 0: without the comments and blanks after it."""
    with _refusing():
        starts = header_lines(text)
    lines = text.splitlines()
    last = (starts[number + 1] if number + 1 < len(starts) else len(lines)) - 1
    while not lines[last].strip() or lines[last].lstrip().startswith("#"):
        last -= 1
    return starts[number], last


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except ValueError as problem:
        raise NotWritten(f"The file cannot be edited here: {problem}.") from None


def _written(rule: Rule) -> dict[str, Any]:
    """Return what a file says of a rule: all that is not as it would be anyway."""
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in rule.model_dump(exclude_defaults=True).items()
    }


def _check_number(number: int, rules: Sequence[Rule]) -> None:
    if not 0 <= number < len(rules):
        raise NotWritten("There is no such rule any more.")


def _mark(raw: bytes) -> str:
    return sha256(raw).hexdigest()
