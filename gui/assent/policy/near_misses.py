"""Commands that are near to one that is to be granted, and must not be granted with it."""

from collections.abc import Iterator

from assent.policy.block import Simple
from assent.policy.profiles.use import Use
from assent.policy.rule_words import written

_OTHER = "another-one"


def around(text: str) -> Iterator[str]:
    """Tell what an agent could put around a command that is granted: none of it is the command any more."""
    for more in (
        f"; {_OTHER} x",
        f" && {_OTHER}",
        f" | {_OTHER}",
        f" & {_OTHER}",
        f"\n{_OTHER}",
        f"\n\\{_OTHER}",
        f"\\\n; {_OTHER}",
        f" $({_OTHER})",
        f" `{_OTHER}`",
        f" <({_OTHER})",
        " > x",
        " >> x",
        f" $'\\n'; {_OTHER}",
        " $X",
    ):
        yield text + more
    for before in (
        f"{_OTHER}; ",
        "PATH=. ",
        "LD_PRELOAD=./x ",
        "sudo ",
        "env X=y ",
        "exec ",
        f"$({_OTHER}) ",
    ):
        yield before + text


def others(command: Simple) -> Iterator[str]:
    """Tell commands of other programs, with the same arguments."""
    name, *arguments = command.argv
    rest = [written(word) for word in arguments]
    for other in (f"./{name}", f"/tmp/{name}", f"{name}x", f"x{name}", name.swapcase()):
        if other != name:
            yield " ".join((written(other), *rest))


def beside(command: Simple, use: Use | None, *, exact: bool, program: bool) -> Iterator[str]:
    """Tell commands of the same program, with other arguments; `program`: all of it is to be granted."""
    name, *arguments = command.argv
    rest = [written(word) for word in arguments]
    if exact:
        yield " ".join((written(name), *rest, _OTHER))
        if arguments:
            yield " ".join((written(name), *rest[:-1]))
    if not program and use is not None and len(use.name) > 1:
        at = command.argv.index(use.name[-1])
        yield " ".join((written(name), *rest[: at - 1], _OTHER, *rest[at:]))


def with_option(command: Simple) -> tuple[str, ...]:
    """Return the words of the command with an option of nobody's: no miss where any word is taken."""
    name, *arguments = command.argv
    return name, "--an-option-that-nobody-knows", *arguments
