"""What can go wrong between Assent and the system (the tree stands in the room's first docstring)."""


class HostError(Exception):
    """The system does not let us, or we do not trust what it shows; the text is for a person."""


class AlreadyRunning(HostError):  # noqa: N818
    """Another console holds the socket."""

    def __init__(self, address: str) -> None:
        """Keep the address for whoever wants to talk to the other console."""
        super().__init__(f"Assent is already running: it listens on {address}")
        self.address = address


class UnsafePlace(HostError):  # noqa: N818
    """A folder, a socket or a file is not ours alone."""


class PeerRefused(HostError):  # noqa: N818
    """The process at the other end is another user's, or gone before it could be looked at."""


class Unconfinable(HostError):  # noqa: N818
    """A command cannot be confined as it was asked for, and so does not run."""
