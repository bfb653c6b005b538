"""How many descriptors may be open at a time: in this process all that it may have, in commands as before."""

import contextlib
import sys

# As many as a thousand commands at once take, with room to spare; a limit of millions would help nobody.
ENOUGH = 1 << 16

if sys.platform == "linux":
    import resource

    class Descriptors:
        """Remembers the limit that this process was started with: 1,024 in most shells."""

        def __init__(self) -> None:
            """Remember it."""
            self._usual = resource.getrlimit(resource.RLIMIT_NOFILE)[0]

        def raise_own(self) -> None:
            """Let this process open as many as the system lets it."""
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
            if soft != resource.RLIM_INFINITY and soft < wanted:
                with contextlib.suppress(OSError, ValueError):  # then it is as many as it was
                    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

        def restore(self, pid: int) -> None:
            """Give a process that was just started the limit that this one had."""
            with contextlib.suppress(OSError, ValueError):  # it has ended
                hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]
                resource.prlimit(pid, resource.RLIMIT_NOFILE, (self._usual, hard))

else:

    class Descriptors:
        """Leaves the limits as they are, where a process cannot be given its own from outside."""

        def raise_own(self) -> None:
            """Leave it."""

        def restore(self, _pid: int) -> None:
            """Leave it."""
