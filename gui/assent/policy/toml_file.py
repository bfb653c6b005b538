"""A TOML file of the person's: believed only when nobody else could write it, read again when it changes."""

import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from assent.host.errors import UnsafePlace
from assent.host.files import check_trusted
from assent.model.complaint import complaint
from assent.model.problem import FileProblem

_LARGEST_BYTES = 1 << 20
T = TypeVar("T")


class TomlFile(Generic[T]):
    """What `parse` makes of the file; `problem` says why the file as it now is isn't in force."""

    def __init__(
        self,
        path: Path,
        *,
        parse: Callable[[dict[str, Any]], T],
        missing: T,
        check: Callable[[Path], None] = check_trusted,
        explain: Callable[[str, ValueError], str] = lambda _text, problem: _told(problem),
    ) -> None:
        """Read nothing yet; without the file `missing` holds; what `parse` refuses raises ValueError.

        `check` raises UnsafePlace for a file that is not to be believed. `explain` says what is wrong with a
        text that was refused.
        """
        self.path = path
        self.problem: FileProblem | None = None
        # What was in the file that was read last, as hexadecimal SHA-256; nothing where it could not be read.
        self.sha256 = ""
        # Whether the value that holds was ever in the file, or is what holds without it.
        self.is_known = True
        self._parse, self._missing, self._check, self._explain = parse, missing, check, explain
        self._value = missing
        self._seen: object = ()
        self._has_been = False

    def value(self) -> T:
        """Return what the last good file says, after a look whether it has changed."""
        seen = self._stamp()
        if seen != self._seen:
            self._seen = seen
            self._read()
        return self._value

    def _stamp(self) -> object:
        try:
            found = self.path.stat()
        except OSError as problem:
            return type(problem)
        return found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode, found.st_uid

    def _read(self) -> None:
        text = self.sha256 = ""
        try:
            text = self._text()
            self._value = self._parse(tomllib.loads(text))
            self.problem, self.is_known, self._has_been = None, True, True
        except FileNotFoundError:
            self._value, self.problem, self.is_known = self._missing, None, True
            self._has_been = False
        except RecursionError:
            self._refuse("it is nested too deeply")
        except ValueError as problem:
            # TOML, UTF-8, the model and the words all raise a kind of it.
            self._refuse(self._explain(text, problem))
        except (OSError, UnsafePlace) as problem:
            self._refuse(str(problem))

    def _refuse(self, message: str) -> None:
        self.problem = FileProblem(source=str(self.path), message=message)
        self.is_known = self._has_been

    def _text(self) -> str:
        self._check(self.path)
        with self.path.open("rb") as file:
            raw = file.read(_LARGEST_BYTES + 1)
        if len(raw) > _LARGEST_BYTES:
            raise ValueError(f"it is larger than {_LARGEST_BYTES:,} bytes")
        self.sha256 = sha256(raw).hexdigest()
        return raw.decode("utf-8")


def _told(problem: ValueError) -> str:
    return complaint(problem) if isinstance(problem, ValidationError) else str(problem)
