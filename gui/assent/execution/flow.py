"""The tap between a command and whoever must get all of its output."""

from collections.abc import Callable


class Flow:
    """Held, it leaves a command's output in the pipe, so that the command waits as it would for any reader.

    Only a client that asked for every byte may hold it; panes and other clients never do.
    """

    def __init__(self) -> None:
        """Start open, with nothing behind it."""
        self.held = False
        self._on_change: Callable[[], None] = lambda: None

    def attach(self, on_change: Callable[[], None]) -> None:
        """Call `on_change` at each change from now on."""
        self._on_change = on_change

    def hold(self) -> None:
        """Let nothing more through for now."""
        self.held = True
        self._on_change()

    def release(self) -> None:
        """Let it through again."""
        self.held = False
        self._on_change()
