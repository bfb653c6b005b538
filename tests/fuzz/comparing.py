"""Compares what the lexer says of texts with what bash did with them."""

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assent.policy.block import Certain, Simple, Word
from fuzz.recording_bash import FILES, Recorded, Run, Wish, is_syntax, runs_of

_HOME = "/home/nobody"
# The runs of each text: with patterns kept and folders entered, or with patterns that find nothing; how calls
# end. Those of which not all was reached are run again, and at last by chance, again and again.
_RUNS = (
    ((True, 0), (False, 2)),
    ((True, 1), (True, 2)),
    ((True, 2),) * 24,
    ((True, 2),) * 400,
)


@dataclass(frozen=True)
class Difference:
    """A text that bash takes otherwise than the lexer: what was read, what was run, what is wrong."""

    text: str
    read: tuple[str, ...]
    ran: tuple[str, ...]
    why: str

    def told(self) -> str:
        """Return it for a person."""
        return f"\n{self.why}\n  text {self.text!r}\n  read {self.read}\n  ran  {self.ran}"


def differences(accepted: Mapping[str, Certain], locale: str) -> tuple[list[str], list[Difference]]:
    """Return the texts that bash refuses to read, and those that it takes otherwise than was read."""
    runs: dict[str, list[tuple[Run, bool]]] = {text: [] for text in accepted}
    wrong: list[Difference] = []
    unreached = list(accepted)
    for forms in _RUNS:
        again, unreached = _runs(accepted, unreached, forms, locale), []
        for text, found in again.items():
            runs[text] += found
            why = _first_wrong(text, accepted[text], found)
            if why:
                wrong.append(_difference(text, accepted[text], found, why))
            elif not _is_reached(accepted[text], runs[text]):
                unreached.append(text)
    refused = [text for text in unreached if not is_syntax(text)]
    wrong += [
        _difference(text, accepted[text], runs[text], "Bash never ran all of it.")
        for text in unreached
        if text not in refused
    ]
    return refused, wrong


def _first_wrong(text: str, reading: Certain, runs: Sequence[tuple[Run, bool]]) -> str:
    return next((why for run, enters in runs if (why := _why_wrong(text, reading, run, enters))), "")


def _runs(
    accepted: Mapping[str, Certain], texts: Sequence[str], forms: Sequence[tuple[bool, int]], locale: str
) -> dict[str, list[tuple[Run, bool]]]:
    wishes = [
        Wish(text, frozenset(each.argv[0] for each in accepted[text].commands), enters, status)
        for text in texts
        for enters, status in forms
    ]
    if not wishes:
        return {}
    try:
        runs = runs_of(wishes, locale)
    except (RuntimeError, subprocess.TimeoutExpired, ValueError) as error:
        if len(texts) == 1:
            run = Run((Recorded(("…", str(error)), "", ""),), is_lost=False)
            return {texts[0]: [(run, True)]}
        half = len(texts) // 2
        return _runs(accepted, texts[:half], forms, locale) | _runs(accepted, texts[half:], forms, locale)
    pairs = [(run, wish.enters_folders) for run, wish in zip(runs, wishes, strict=True)]
    return {text: pairs[number * len(forms) : (number + 1) * len(forms)] for number, text in enumerate(texts)}


def _why_wrong(text: str, reading: Certain, run: Run, enters_folders: bool) -> str:
    """Return why a run was not foretold; nothing if it was."""
    expected = [each for each in reading.commands if each.argv[0] != "[["]
    # The commands of a pipe tell of themselves in any order.
    in_order = "|" not in text.replace("||", "")
    for call in run.calls:
        places = [n for n, each in enumerate(expected) if _fits(each, call, enters_folders, run.is_lost)]
        if not places:
            return f"Bash ran {call} and it was not foretold, or not in this place."
        if in_order:
            del expected[: places[0] + 1]
        else:
            del expected[places[0]]
    return ""


def _is_reached(reading: Certain, runs: Sequence[tuple[Run, bool]]) -> bool:
    """Whether each command that was read was run once; a missing file or folder excuses."""
    for each in reading.commands:
        if each.argv[0] in ("[[", "cd") or any(
            one.kind == "file" and one.target not in (*FILES, "/dev/null") for one in each.redirections
        ):
            return True
    calls = [call for run, enters in runs if enters for call in run.calls]
    return all(any(_fits(each, call, True, False) for call in calls) for each in reading.commands)


def _fits(command: Simple, call: Recorded, enters_folders: bool, is_lost: bool) -> bool:
    # What bash says of a file that is missing goes through a pipe, too.
    if command.stdin != "file" and command.stdin_text != call.stdin and "/script: line" not in call.stdin:
        return False
    folder = command.folder
    is_told = enters_folders and not is_lost and folder is not None and not folder.startswith("/")
    if is_told and call.folder != (folder or "").removeprefix("."):
        return False
    if len(command.words) == len(call.argv) and all(map(_is_same, command.words, call.argv)):
        return True
    pattern = "".join(_pattern(word, enters_folders) for word in command.words)
    return re.fullmatch(pattern, "".join(f"{word}\0" for word in call.argv), re.DOTALL) is not None


def _is_same(word: Word, told: str) -> bool:
    return word.text == told and not word.globs and not word.expands


def _pattern(word: Word, enters_folders: bool) -> str:
    """Return a pattern of what a word may become, each with a NUL behind it."""
    text = re.sub(r"\\([*?\[\]\\!^-])", r"\1", word.text) if word.globs else word.text
    pattern = re.escape(text)
    if word.expands:
        pattern = pattern.replace(r"\$\?", "[0-9]+").replace(r"\$HOME", _HOME).replace(r"\$PWD", "/[^\0]*")
        pattern = re.sub(r"^\\?~", _HOME, pattern)
    if not word.globs or enters_folders:
        return f"{pattern}\0"
    # Nothing is found, but where the pattern leads out of the empty folder.
    return "(?:[^\0]*\0)*" if word.text.startswith(("/", "..", "~")) else f"(?:{pattern}\0)?"


def _difference(text: str, reading: Certain, runs: Sequence[tuple[Run, bool]], why: str) -> Difference:
    ran = tuple(" ; ".join(repr(list(call.argv)) for call in run.calls) for run, _ in runs)
    return Difference(text, tuple(repr(list(each.argv)) for each in reading.commands), ran[:3], why)
