"""Judges one simple command that is certain: by which rule it may run, or what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass

from assent.policy.block import Simple
from assent.policy.circumstances import Circumstances
from assent.policy.layered import Layered
from assent.policy.patterns import Pattern
from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use
from assent.policy.rule_index import RuleIndex

_NO_RULE = "no rule speaks of it"
_ONLY_READ = ("nothing", "reads")


@dataclass(frozen=True)
class Allowed:
    """The rule that allows a command."""

    by: Layered


@dataclass(frozen=True)
class Missing:
    """Why none does, in words that go on from the command's own."""

    why: str


def use_of(command: Simple, profiles: Profiles, spelled: int = 0) -> Use | None:
    """Return what a command does with its arguments, None where nobody knows its program."""
    words = command.words
    return profiles.use(
        command.argv,
        spelled,
        frozenset(index for index, word in enumerate(words) if word.globs),
        frozenset(index for index, word in enumerate(words) if word.expands),
    )


def decided(
    command: Simple,
    rules: Sequence[RuleIndex],
    profiles: Profiles,
    at: Circumstances,
    text: str | None = None,
) -> Allowed | Missing:
    """Return the rule that allows the command, or the reason why the first that could does not.

    With a `text` only those rules count that are exact, and written just like that.
    """
    first: Missing | None = None
    for index in rules:
        for pattern, layered in index.allowing(command):
            if text is not None and pattern.exact_text != text:
                continue
            why = _why_not(command, pattern, layered, profiles, at)
            if not why:
                return Allowed(layered)
            first = first or Missing(why)
    return first or Missing(_NO_RULE)


def _why_not(
    command: Simple, pattern: Pattern, layered: Layered, profiles: Profiles, at: Circumstances
) -> str:
    """Return why the rule does not allow a command of its words, nothing when it does."""
    rule = layered.rule
    name = command.words[0]
    if name.globs or name.expands:
        return "its name is not certain"
    if not at.hold(rule, folder=command.folder, program=name.text, doubt=False):
        return f"the rule {rule.command!r} has conditions that do not hold"
    use = use_of(command, profiles, len(command.words) if pattern.exact else pattern.spelled)
    return (
        _another_program(command, pattern, at)
        or _beyond(use, pattern)
        or _unfit_stdin(command, use, pattern)
        or _elsewhere(command, use, at)
        or _by_repository(use, at)
    )


def _another_program(command: Simple, pattern: Pattern, at: Circumstances) -> str:
    """Return why its program is another one than the rule's, nothing when it is that."""
    name = command.words[0].text
    if pattern.is_lone:
        return ""
    if "/" in name:
        return _another_file(name, command, pattern)
    program = at.program(name)
    if program is None or program.kind != "file" or not at.proposal.cwd or not program.in_workspace:
        return ""
    return f"`{name}` is {program.path}, which the agent may write"


def _another_file(name: str, command: Simple, pattern: Pattern) -> str:
    if pattern.first != name:
        return f"`{name}` is a file of its own, and no rule names it"
    if not name.startswith("/") and command.folder != ".":
        return f"`{name}` is another file in another folder"
    return ""


def _beyond(use: Use | None, pattern: Pattern) -> str:
    """Return what the rule does not speak of, in what the command does."""
    if use is None:
        if pattern.is_lone or (pattern.exact and not any(word.any for word in pattern.words)):
            return ""
        return "nothing is known of what its arguments do; a rule of the exact words would speak of it"
    if not use.is_known:
        return use.why
    if pattern.first is None and not pattern.is_lone and (use.runs or use.effect not in _ONLY_READ):
        return f"it does more than read, and that needs a rule that names `{use.name[0]}`"
    return ""


def _unfit_stdin(command: Simple, use: Use | None, pattern: Pattern) -> str:
    """Return what is wrong with what it reads: a text is part of a command, and no rule tells of it."""
    if command.stdin == "inherited":
        return ""
    if command.stdin == "text" and pattern.exact:
        return "the rule is of its exact words, and here is a text on its stdin"
    if use is None:
        return "nothing is known of what this program does with what it reads"
    if use.stdin == "code":
        return "what it reads on stdin runs as code"
    return ""


def _elsewhere(command: Simple, use: Use | None, at: Circumstances) -> str:
    """Return where it would run, if that matters: what a folder holds may decide what is executed."""
    is_bound = use is None or use.effect == "executes" or use.name[:1] == ("git",)
    if is_bound and at.is_outside(command.folder):
        where = "a folder that is not certain" if command.folder is None else command.folder
        return f"it runs in {where}, which the agent did not start in"
    return ""


def _by_repository(use: Use | None, at: Circumstances) -> str:
    """Return what a git repository would make git run, of one that nobody trusts as it is now."""
    if use is None or use.name[:1] != ("git",):
        return ""
    for repository in at.inspection.repositories:
        if repository.executes and not repository.is_trusted:
            some = ", ".join(repository.executes[:3])
            return f"the repository {repository.root} makes git run programs ({some})"
    return ""
