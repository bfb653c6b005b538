"""The person's hand on running commands: does what the window was asked for, in the person's name."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from assent.console.console import Console, JournalError
from assent.model.authority import Authority
from assent.model.intervention import Intervention


class Hand(QObject):
    """Speaks to the console; `failed` tells why something was not done, and "" when the next one was."""

    failed = Signal(str)

    def __init__(self, console: Console, by: Authority, parent: QObject | None = None) -> None:
        """Act in the name of `by`."""
        super().__init__(parent)
        self._console, self._by = console, by

    def do(self, call_id: str, makes: Callable[..., Intervention]) -> None:
        """Do to a call what `makes` makes; one that has ended meanwhile is left alone."""
        self._try(lambda: self._console.intervene(call_id, makes(by=self._by)))

    def type_into(self, call_id: str, data: bytes) -> None:
        """Type into a call's terminal."""
        self._try(lambda: self._console.type_into(call_id, data, self._by))

    def resize(self, call_id: str, rows: int, columns: int) -> None:
        """Give a call's terminal the size of its pane."""
        self._console.resize(call_id, rows, columns)

    def _try(self, act: Callable[[], bool]) -> None:
        try:
            act()
        except JournalError as problem:
            self.failed.emit(f"Not done, since it cannot be put on record: {problem}")
        except OSError as problem:
            self.failed.emit(f"Not done: {problem.strerror or problem}")
        else:
            self.failed.emit("")
