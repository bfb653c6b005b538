"""A console without a screen whose person agrees to everything: SIGTERM ends it, SIGUSR1 keeps its tasks.

python keeping_console.py FOLDER
"""

import asyncio
import signal
import sys
from pathlib import Path

from assent.console.console import Console, Folders
from builders import PERSON
from fakes import says_yes


async def main(folder: Path) -> None:
    """Serve until a signal says how to end."""
    console = Console(Folders.below(folder), says_yes())
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    keeps = False

    def keep() -> None:
        nonlocal keeps
        keeps = True
        over.set()

    loop.add_signal_handler(signal.SIGTERM, over.set)
    loop.add_signal_handler(signal.SIGUSR1, keep)
    await console.start()
    _say("serves", len(console.keepable()))
    await over.wait()
    _say("keeps", len(console.keepable()) if keeps else 0)
    await console.close(keep=PERSON if keeps else None)


def _say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201  # how the test hears of it


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
