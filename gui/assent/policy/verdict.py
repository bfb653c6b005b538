"""One judging of one block: what the rules say of each of its parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from assent.model.judgement import Part
from assent.model.mode import ModeName
from assent.policy.block import Certain, Simple, Uncertain
from assent.policy.circumstances import Circumstances
from assent.policy.forbidding.command import Loose
from assent.policy.forbidding.reader import Reader
from assent.policy.layered import Layered
from assent.policy.lexer import read
from assent.policy.part_judge import Allowed, decided, use_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use
from assent.policy.reading import is_scaffold, read_only
from assent.policy.risk import risk_of
from assent.policy.rule_index import RuleIndex

_LONGEST_NAME = 60
_MOST_PARTS = 200  # are told of a block that asks anyway
_ONLY_READS = "it only reads, below the agent's folder"
_HOLDS_TOGETHER = "it only holds the others together"


@dataclass(frozen=True)
class Reached:
    """What is decided of the parts. `forbidden` is a rule that denies or asks, `allowing` those that agree.

    `missing` is why a person must be asked, where no rule says so: empty when all parts are allowed.
    `needs_person`: not even trust goes without one, since what is denied could not be told.
    """

    parts: tuple[Part, ...] = ()
    missing: str = ""
    forbidden: Layered | None = None
    allowing: tuple[Layered, ...] = ()
    needs_person: bool = False


class Verdict:
    """Judges the parts of one block."""

    def __init__(
        self, books: Sequence[RuleIndex], profiles: Profiles, at: Circumstances, mode: ModeName
    ) -> None:
        """Judge by the rules of `books`, the person's standing ones first."""
        self._books, self._profiles, self._at, self._mode = books, profiles, at, mode
        self._folders: dict[int, str | None] = {}

    def reached(self, command: str) -> Reached:
        """Judge a block, in time that is linear in its length."""
        block = read(command)
        if self._at.proposal.language != "bash":
            return self._of_another_shell(command, block)
        if isinstance(block, Certain):
            return self._of_certain(command, block)
        return self._of_uncertain(command, f"{block.why.rstrip('.')}, at character {block.offset + 1}")

    def _of_another_shell(self, command: str, block: Certain | Uncertain) -> Reached:
        """Judge what bash doesn't run: only a rule of its very text allows it, if bash would run it, too."""
        language = self._at.proposal.language
        found = self._of_uncertain(
            command, f"the shell is {language}, where only a rule of the exact text allows"
        )
        if found.forbidden is not None:
            return found
        if isinstance(block, Certain) and len(block.commands) == 1 and command.isprintable():
            part = block.commands[0]
            use = use_of(part, self._profiles)
            by = decided(part, self._books, self._profiles, self._at, text=command)
            # What a repository would make git run is looked at for bash only.
            if isinstance(by, Allowed) and (use is None or use.name[:1] != ("git",)):
                return Reached((self._part(command, part, use, by.by)[0],), allowing=(by.by,))
        # sh is read as bash is, where nothing is certain; of PowerShell little can be told.
        return replace(found, needs_person=language != "sh" and self._forbids)

    def _of_uncertain(self, command: str, missing: str) -> Reached:
        loose = Reader(command).read()
        forbidding = self._forbidding(loose, once=True)
        pairs = zip(loose, forbidding, strict=True)
        named = (part for each, rule in pairs if (part := _unread(command, each, rule)).text)
        return Reached(tuple(islice(named, _MOST_PARTS)), missing, _strictest(forbidding))

    @property
    def _forbids(self) -> bool:
        return any(not (book.denying.is_empty and book.asking.is_empty) for book in self._books)

    def _of_certain(self, command: str, block: Certain) -> Reached:
        forbidding: Sequence[Layered | None] = [None] * len(block.commands)
        if self._forbids:
            loose = _loosened(block.commands)
            self._folders = {id(each): part.folder for each, part in zip(loose, block.commands, strict=True)}
            forbidding = self._forbidding(loose)
        parts: list[Part] = []
        allowing: list[Layered] = []
        scaffolds: set[int] = set()
        for part, rule in zip(block.commands, forbidding, strict=True):
            use = use_of(part, self._profiles)
            judged, by = self._part(command, part, use, rule)
            if by is not None:
                allowing.append(by)
            if judged.decision == "ask" and rule is None and is_scaffold(part, use):
                scaffolds.add(len(parts))
            parts.append(judged)
        if any(part.decision == "allow" for part in parts):
            for index in scaffolds:
                allowed = {"decision": "allow", "reason": _HOLDS_TOGETHER}
                parts[index] = parts[index].model_copy(update=allowed)
        return Reached(tuple(parts), _missing(parts), _strictest(forbidding), tuple(allowing))

    def _part(
        self, command: str, part: Simple, use: Use | None, rule: Layered | None
    ) -> tuple[Part, Layered | None]:
        """Judge one simple command: return it with its decision, and the rule that allows it."""
        outside = use is not None and any(self._at.is_outside(path) for path in use.reads)
        risk, danger = risk_of(part, use, reads_outside=outside)
        bare = Part(
            start=part.start,
            end=part.end,
            text=command[part.start : part.end],
            words=part.argv,
            decision="ask",
            reads=() if use is None else use.reads,
            writes=() if use is None else use.writes,
            risk=risk,
            danger=danger,
        )
        if rule is not None:
            return _by(bare, rule), None
        found = decided(part, self._books, self._profiles, self._at)
        if isinstance(found, Allowed):
            return _by(bare, found.by), found.by
        if self._mode == "auto-read" and not read_only().why_not(part, use, self._at):
            return bare.model_copy(update={"decision": "allow", "reason": _ONLY_READS}), None
        return bare.model_copy(update={"reason": found.why}), None

    def _forbidding(self, loose: Sequence[Loose], *, once: bool = False) -> list[Layered | None]:
        """Return for each command the rule that denies it, else the one that asks; `once`: the first only."""
        found: list[Layered | None] = [None] * len(loose)
        linked = self._linked if self._at.inspection.programs else None
        for scan in (*(book.denying for book in self._books), *(book.asking for book in self._books)):
            if scan.is_empty or (once and any(found)):
                continue
            for index, rule in scan.hits(loose, self._applies, linked):
                found[index] = found[index] or rule
                if once:
                    break
        return found

    def _applies(self, layered: Layered, command: Loose) -> bool:
        program = command.words[0] if command.words else None
        folder = self._folders.get(id(command))
        return self._at.hold(layered.rule, folder=folder, program=program, doubt=True)

    def _linked(self, name: str) -> str:
        program = self._at.program(name)
        return program.path if program is not None else name


def _loosened(commands: Sequence[Simple]) -> list[Loose]:
    """Return what is certain in the form in which rules that forbid are held against it."""
    loose: list[Loose] = []
    pipe_start = 0
    for index, each in enumerate(commands):
        if each.stdin != "pipe":
            pipe_start = index
        loose.append(
            Loose(
                each.start,
                each.end,
                list(each.argv),
                [each.stdin_text] if each.stdin == "text" else [],
                feeds=(pipe_start, index),
            )
        )
    return loose


def _by(part: Part, rule: Layered) -> Part:
    decision = rule.rule.decision
    reason = f"the rule {rule.name.rule!r} says {decision}"
    return part.model_copy(update={"decision": decision, "by": rule.name, "reason": reason})


def _unread(command: str, loose: Loose, rule: Layered | None) -> Part:
    """Name what may be a command, of a block that nobody can be certain of."""
    text = command[loose.start : loose.end]
    start = loose.start + len(text) - len(text.lstrip())
    why = "nobody can be certain what a shell makes of it"
    part = Part(
        start=start,
        end=start + len(text.strip()),
        text=text.strip(),
        decision="ask",
        reason=why,
        risk="high",
        danger=f"{why[0].upper()}{why[1:]}.",
    )
    return part if rule is None else _by(part, rule)


def _strictest(rules: Sequence[Layered | None]) -> Layered | None:
    found = [rule for rule in rules if rule is not None]
    return next((rule for rule in found if rule.rule.decision == "deny"), found[0] if found else None)


def _missing(parts: Sequence[Part]) -> str:
    """Return why a person must be asked, beginning with the first part that no rule decides."""
    if not parts:
        return "there is no command in it"
    asking = [part for part in parts if part.decision == "ask" and part.by is None]
    if not asking:
        return ""
    words = " ".join(asking[0].text.split())
    name = words if len(words) <= _LONGEST_NAME else words[: _LONGEST_NAME - 1] + "…"
    more = f"; and {len(asking) - 1} more of its parts" if len(asking) > 1 else ""
    return f"`{name}`: {asking[0].reason}{more}"
