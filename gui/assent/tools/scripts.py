"""The files whose content a command runs: which they are, and what is in them now."""

import hashlib
import os
import re
import stat
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assent.host.digests import Digest, Digests
from assent.journal.approved_scripts import ApprovedScripts
from assent.model.inspection import LONGEST_SCRIPT, Script
from assent.policy.lines import Line

MOST_SCRIPTS = 64
MOST_BYTES = 8 << 20  # of one file that can be sealed
_MOST_TEXTS = 64
# Programs that run the file that is their first operand, where no profile says it better.
_INTERPRETER = re.compile(r"(?:(?:ba|da|z|k|fi)?sh|python[\d.]*|node|ruby|perl|php|lua[\d.]*|Rscript|pwsh)")
_IS_TEXT_WITHIN = 512  # bytes


@dataclass(frozen=True)
class Named:
    """A file that may be run: where it is for the eye, where it is opened, and which part names it.

    `must_be`: it is not only a guess, so that it is of weight when it is not there.
    """

    path: str
    place: str
    why: str
    must_be: bool = True


@dataclass(frozen=True)
class Scripts:
    """What was found: scripts that are there, names of those that are not, and what can't be sealed."""

    found: tuple[Script, ...]
    missing: tuple[str, ...] = ()
    unsealed: tuple[str, ...] = ()


class ScriptReader:
    """Reads scripts, and remembers their texts while they stay the same."""

    def __init__(self, digests: Digests, approved: ApprovedScripts | None) -> None:
        """Compare with what was `approved`, if that is kept."""
        self._digests, self._approved = digests, approved
        self._texts: OrderedDict[str, str] = OrderedDict()

    def read(self, named: Sequence[Named]) -> Scripts:
        """Return what is in these files now."""
        scripts, missing, unsealed = dict[str, Script](), list[str](), list[str]()
        for each in named:
            if each.path in scripts:
                continue
            if len(scripts) >= MOST_SCRIPTS:
                unsealed.append(f"It runs more than {MOST_SCRIPTS} files.")
                break
            size = _size(each.place)
            if size is None:
                missing += [each.path] if each.must_be else []
            elif size > MOST_BYTES:
                unsealed.append(f"{each.path} is too long to be sealed ({size >> 20:,} MiB).")
            elif (script := self._script(each)) is not None:
                scripts[each.path] = script
            else:
                missing.append(each.path)
        return Scripts(tuple(scripts.values()), tuple(missing), tuple(unsealed))

    def _script(self, named: Named) -> Script | None:
        digest = self._digests.of(named.place, patient=True)
        if digest is None:
            return None
        text = self._texts.get(digest.sha256)
        if text is None:
            # Read once more, and hashed as it was read: what is shown is what is sealed.
            read = _text_of(named.place)
            if read is None:
                return None
            text, digest = read
            self._texts[digest.sha256] = text
            while len(self._texts) > _MOST_TEXTS:
                self._texts.popitem(last=False)
        before = None if self._approved is None else self._approved.before(named.path)
        return Script(
            path=named.path, why=named.why, sha256=digest.sha256, size=digest.size, text=text, before=before
        )


def scripts_named(line: Line, folders: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Go through the files that a command line runs, as it names them; and whether they must be there.

    `folders` are where the shell looks for programs, and for what it is to source.
    """
    program, operands = line.argv[0].rpartition("/")[2], line.argv[1:]
    if program in (".", "source") and operands:
        yield _sourced(operands[0], folders), True
        return
    if line.use is not None:
        for path in line.use.scripts:
            yield path, line.is_certain
    if _INTERPRETER.fullmatch(program):
        if line.use is None or not line.use.scripts:
            yield from _of_interpreter(operands)
        if line.use is None or line.use.stdin == "code":
            yield from ((path, True) for path in line.files)
    elif line.use is not None and line.use.stdin == "code":
        yield from ((path, True) for path in line.files)


def is_text(path: str) -> bool:
    """Tell whether a program is a text that something else reads, and no code of the machine."""
    try:
        with open(path, "rb") as file:
            return b"\0" not in file.read(_IS_TEXT_WITHIN)
    except OSError:
        return False


def _of_interpreter(operands: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Guess what an interpreter runs: the first word that is no option, or the module after `-m`."""
    for before, word in zip(("", *operands), operands, strict=False):
        if before == "-m":
            module = word.replace(".", "/")
            yield f"{module}.py", False
            yield f"{module}/__main__.py", False
            return
        if not word.startswith("-") and before != "-c":
            yield word, False
            yield f"{word}/__main__.py", False
            return


def _sourced(name: str, folders: Sequence[str]) -> str:
    if "/" not in name:
        for folder in folders:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return path
    return name


def _size(path: str) -> int | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _text_of(path: str) -> tuple[str, Digest] | None:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return None
    digest = Digest(hashlib.sha256(data).hexdigest(), len(data))
    return data[:LONGEST_SCRIPT].decode("utf-8", "replace"), digest
