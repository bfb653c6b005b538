"""A TOML file of the person's: believed only when nobody else could write it, read again when it changes."""

import tomllib
from collections.abc import Callable
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

    def __init__(self, path: Path, *, parse: Callable[[dict[str, Any]], T], missing: T) -> None:
        """Read nothing yet; without the file `missing` holds; what `parse` refuses raises ValueError."""
        self.path = path
        self.problem: FileProblem | None = None
        self._parse, self._missing = parse, missing
        self._value = missing
        self._seen: object = ()

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
        try:
            self._value, self.problem = self._parse(self._table()), None
        except FileNotFoundError:
            self._value, self.problem = self._missing, None
        except (OSError, UnsafePlace, ValueError) as problem:
            # ValueError: TOML, UTF-8, the model and the words all raise a kind of it.
            message = complaint(problem) if isinstance(problem, ValidationError) else str(problem)
            self.problem = FileProblem(source=str(self.path), message=message)
        except RecursionError:
            self.problem = FileProblem(source=str(self.path), message="it is nested too deeply")

    def _table(self) -> dict[str, Any]:
        check_trusted(self.path)
        with self.path.open("rb") as file:
            raw = file.read(_LARGEST_BYTES + 1)
        if len(raw) > _LARGEST_BYTES:
            raise ValueError(f"it is larger than {_LARGEST_BYTES:,} bytes")
        return tomllib.loads(raw.decode("utf-8"))
