"""The person's hand on the policy: sets modes, ends grants, and tells when either is another."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from assent.console.console import Console, JournalError
from assent.model.authority import Authority
from assent.model.mode import Mode


class PolicyHand(QObject):
    """Speaks to the console; `failed` tells why something was not done, and "" when the next one was."""

    changed = Signal(object, object)  # the Mode, the grants
    failed = Signal(str)

    def __init__(self, console: Console, by: Authority, parent: QObject | None = None) -> None:
        """Act in the name of `by`."""
        super().__init__(parent)
        self._console, self._by = console, by
        self._stop = console.observe_policy(self.tell)

    def tell(self) -> None:
        """Tell of the mode and the grants in force."""
        self.changed.emit(self._console.mode, self._console.grants())

    def set_mode(self, mode: Mode) -> None:
        """Go into a mode."""
        self._try(lambda: self._console.set_mode(mode, self._by))

    def end_grant(self, grant_id: str) -> None:
        """End a grant; one that has ended meanwhile is left alone."""
        self._try(lambda: self._end(grant_id))

    def trust(self, root: str, fingerprint: str) -> None:
        """Trust a repository as it was when it was looked at."""
        self._try(lambda: self._trust(root, fingerprint))

    def close(self) -> None:
        """Listen no more."""
        self._stop()

    def _trust(self, root: str, fingerprint: str) -> str:
        self._console.trust_repository(root, fingerprint, self._by)
        return ""

    def _end(self, grant_id: str) -> str:
        self._console.end_grant(grant_id, self._by)
        return ""

    def _try(self, act: Callable[[], str]) -> None:
        try:
            why_not = act()
        except JournalError as problem:
            why_not = f"Not done, since it cannot be put on record: {problem}"
        except OSError as problem:
            why_not = f"Not done: {problem.strerror or problem}"
        self.failed.emit(why_not)
        self.tell()
