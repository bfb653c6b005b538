"""What a confinement changes of a command's start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Start:
    """The words of a process, its folder and environment; `has_terminal`: it gets one of its own."""

    words: Sequence[str]
    cwd: str
    environment: Mapping[str, str]
    has_terminal: bool = False

    def __repr__(self) -> str:
        """Leave the environment out: it holds secrets."""
        return f"Start({self.words!r}, cwd={self.cwd!r})"
