"""Stands in for paths that must not come into being: a mount needs something there to be mounted on.

bubblewrap would make them by itself, and leave them. Here each is made for the commands that need it, counted
and taken away with the last of them; a ledger tells the next console what one that was killed left.
"""

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# Empty folders stand for all others: git does not see them, and one that was filled meanwhile is not removed.
# What git would stumble over as a folder is a file that says what holds without it.
_AS_FILES = {"config.worktree": b"", "commondir": b".\n"}


class Placeholders:
    """The paths that are held empty now."""

    def __init__(self, ledger: Path) -> None:
        """Keep the account in the file `ledger`; take away what is left of an earlier one."""
        self._ledger = ledger
        self._users: Counter[str] = Counter()
        with contextlib.suppress(OSError, ValueError):
            for line in ledger.read_text(encoding="utf-8").splitlines():
                _take_away(str(json.loads(line)))
            ledger.unlink()

    @property
    def paths(self) -> frozenset[str]:
        """What is held now: to others it is missing too, for it goes with its last user."""
        return frozenset(self._users)

    @contextlib.contextmanager
    def held(self, paths: Iterable[str]) -> Iterator[None]:
        """Let nothing but a stand-in be at `paths`; raises FileExistsError where something is, or OSError."""
        mine = list(paths)
        try:
            self._make(mine)
            yield
        finally:
            self._give_back(mine)

    def _make(self, paths: Sequence[str]) -> None:
        new = [path for path in paths if not self._users[path]]
        if new:
            # On disk before they are made: a console may be killed at any moment.
            with self._ledger.open("a", encoding="utf-8") as ledger:
                ledger.write("".join(f"{json.dumps(path)}\n" for path in new))
        self._users.update(paths)
        for number, path in enumerate(new):
            try:
                _put(path)
            except OSError:
                # Those that were not made, the one that failed among them, are not ours to take away.
                for other in new[number:]:
                    self._users[other] = 0
                raise

    def _give_back(self, paths: Sequence[str]) -> None:
        for path in paths:
            if self._users[path] > 0:
                self._users[path] -= 1
                if not self._users[path]:
                    _take_away(path)
        self._users = +self._users
        if not self._users:
            with contextlib.suppress(OSError):
                self._ledger.unlink()


def _put(path: str) -> None:
    content = _AS_FILES.get(Path(path).name)
    if content is None:
        Path(path).mkdir()
        return
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)


def _take_away(path: str) -> None:
    """Remove a stand-in; whatever else is there by now is left alone."""
    content = _AS_FILES.get(Path(path).name)
    with contextlib.suppress(OSError):
        if content is None:
            Path(path).rmdir()
        elif not Path(path).is_symlink() and Path(path).read_bytes() == content:
            Path(path).unlink()
