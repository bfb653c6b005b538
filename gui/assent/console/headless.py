"""The console without a screen: rules decide, and nobody is there to ask."""

import asyncio
import signal
import sys
from typing import Literal

from assent.console.approval import Answer, No, NoAnswer
from assent.console.console import Console, Folders
from assent.model.authority import ByConsole
from assent.model.events import Event, Moved
from assent.model.lifecycle import Exited, Settled, TimedOut
from assent.model.question import Question

Unanswered = Literal["refuse", "wait"]
_NOBODY = ByConsole(reason="no rule allows it and nobody is there to approve it")


class Nobody:
    """The approver where no person is: refuses, or waits until the agent gives up."""

    def __init__(self, unanswered: Unanswered) -> None:
        """Do what `unanswered` says with each question."""
        self._unanswered = unanswered

    async def ask(self, question: Question) -> Answer:
        """Answer in nobody's place: never with a yes."""
        if self._unanswered == "refuse":
            return No(by=_NOBODY)
        # An answer from elsewhere, or the agent's end, cancels this.
        after_s = question.expires_after_s
        if after_s is None:
            await asyncio.get_running_loop().create_future()
            raise AssertionError("nobody says yes here")
        await asyncio.sleep(after_s)
        return NoAnswer(after_s=after_s)


def main(unanswered: str) -> int:
    """Serve as this user's console until a signal ends it; `unanswered` is "refuse" or "wait"."""
    asyncio.run(run(Folders.of_this_user(), "wait" if unanswered == "wait" else "refuse"))
    return 0


async def run(folders: Folders, unanswered: Unanswered) -> None:
    """Serve until SIGINT or SIGTERM; prints one line a call."""
    console = Console(folders, Nobody(unanswered))
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)
    console.calls.observe(_print)
    await console.start()
    sentence = console.guarantee.sentence
    rules = folders.configuration / "rules.toml"
    print(f"Assent listens on {folders.address}, without a window; rules: {rules}. {sentence}")
    for reason in console.guarantee.instead_of:
        print(f"Nothing stronger: {reason}")
    if problem := console.rulebook_problem:
        print(f"The rules are not in force: {problem.source}: {problem.message}", file=sys.stderr)
    if problem := console.settings_problem:
        told = "The settings are not in force, the strict ones are"
        print(f"{told}: {problem.source}: {problem.message}", file=sys.stderr)
    sys.stdout.flush()
    try:
        await over.wait()
    finally:
        await console.close()


def _print(event: Event) -> None:
    if not isinstance(event, Moved) or not isinstance(event.state, Settled):
        return
    command = event.call.arguments.get("command", "")
    who = event.call.asker.process
    print(
        f"{event.at.astimezone():%H:%M:%S}  {_told(event.state):<24}  {_one_line(who.name)}[{who.pid}]  "
        f"{_one_line(event.call.tool)}: {_one_line(str(command))}",
        flush=True,
    )


def _told(state: Settled) -> str:
    match state.outcome:
        case Exited(code=code):
            return f"exit {code}"
        case TimedOut(after_s=after_s):
            return f"killed after {after_s:g} s"
        case outcome:
            return outcome.kind.replace("_", " ")


def _one_line(text: str) -> str:
    """Show an agent's text on a terminal: whatever could steer it is written as an escape."""
    safe = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
    return safe if len(safe) <= 200 else safe[:200] + "…"
