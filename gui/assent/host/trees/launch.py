"""What is to be started, as the system takes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assent.host.held_folder import HeldFolder
from assent.host.terminal import Terminal
from assent.model.limits import Limits

NO_LIMITS = Limits()


@dataclass(frozen=True)
class Launch:
    """The words of a process, its folder and environment; its terminal where it gets one; what it may use.

    `folder` is the one that is meant by `cwd`: it is started in no other that came to its place.
    """

    words: Sequence[str]
    cwd: str
    environment: Mapping[str, str]
    terminal: Terminal | None = None
    limits: Limits = NO_LIMITS
    folder: HeldFolder | None = None

    def __repr__(self) -> str:
        """Leave the environment out: it holds secrets."""
        return f"Launch({self.words!r}, cwd={self.cwd!r})"
