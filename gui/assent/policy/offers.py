"""What can be granted with a yes: rules that match the command again, and nothing near it."""

import os.path
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from assent.model.call import Call, Proposal
from assent.model.grant import Cover, Offer
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement, Risk
from assent.model.rules import Rule, RulebookFile
from assent.policy.block import Certain, Simple
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules
from assent.policy.lexer import read
from assent.policy.near_misses import around, beside, others, with_option
from assent.policy.part_judge import use_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use
from assent.policy.reading import is_scaffold
from assent.policy.rule_toml import toml_of
from assent.policy.rule_words import rule_of, written
from assent.policy.samples import problem_of

_LONGEST = 1_000  # characters of a block: nobody reads the rules of a longer one
_MOST_PARTS = 8
_LONGEST_TEXT = 60
_ELSEWHERE = "/a-folder-that-is-another-one"
_COVERS: tuple[Cover, ...] = ("block", "prefix", "program")


@dataclass(frozen=True)
class _Part:
    """A simple command that nothing allows yet."""

    command: Simple
    text: str
    use: Use | None
    folder: str
    risk: Risk


class Offers:
    """Makes offers of a question; what fails its test is not offered."""

    def __init__(self, profiles: Profiles) -> None:
        """Know programs by `profiles`."""
        self._profiles = profiles

    def of(
        self, call: Call, proposal: Proposal, judgement: Judgement, inspection: Inspection
    ) -> tuple[Offer, ...]:
        """Return the offers, the narrowest first; none where anything in the block is not certain."""
        parts = self._parts(proposal, judgement)
        offers: list[Offer] = []
        for cover in _COVERS if parts else ():
            offer = self._offer(cover, parts)
            if offer is not None and all(offer.rules != other.rules for other in offers):
                offers.append(offer)
        test = _Test(self._profiles, call, proposal, judgement, inspection, parts)
        sound = tuple(offer for offer in offers if test.holds(offer))
        # What all of them together do not allow none of them does.
        return sound if test.keeps_out([rule for offer in sound for rule in offer.rules]) else ()

    def _parts(self, proposal: Proposal, judgement: Judgement) -> list[_Part]:
        """Return the parts that need a rule; none when rules would not help."""
        command = proposal.command
        # A rule that asks, or something hidden, is stronger than what is granted.
        if command is None or judgement.by is not None or judgement.disguises or len(command) > _LONGEST:
            return []
        block = read(command)
        if not isinstance(block, Certain) or len(block.commands) != len(judgement.parts):
            return []
        parts = [
            _Part(each, command[each.start : each.end], use_of(each, self._profiles), folder, judged.risk)
            for each, judged in zip(block.commands, judgement.parts, strict=True)
            if judged.decision != "allow" and (folder := _folder(proposal.cwd, each.folder))
        ]
        needed = sum(judged.decision != "allow" for judged in judgement.parts)
        if len(parts) != needed or needed > _MOST_PARTS:
            return []
        # What only holds the others together is allowed with them.
        return [part for part in parts if not is_scaffold(part.command, part.use)] or parts

    def _offer(self, cover: Cover, parts: Sequence[_Part]) -> Offer | None:
        rules: list[Rule] = []
        for part in parts:
            rule = _rule(cover, part)
            if rule is None or problem_of(rule, self._profiles):
                return None
            if not any(_is_same(rule, other) for other in rules):
                rules.append(rule)
        toml = toml_of(rules)
        try:
            if RulebookFile.model_validate(tomllib.loads(toml)).rule != tuple(rules):
                return None
        except (ValueError, ValidationError):
            return None
        return Offer(cover=cover, text=_text(cover, rules, parts), rules=tuple(rules), toml=toml)


@dataclass(frozen=True)
class _Test:
    """Tries rules on what was asked for, and on what is near it."""

    profiles: Profiles
    call: Call
    proposal: Proposal
    judgement: Judgement
    inspection: Inspection
    parts: Sequence[_Part]

    def holds(self, offer: Offer) -> bool:
        """Tell whether the rules allow what was asked for, and no other command of its programs."""
        judge = self._judge(offer.rules)
        whole = judge.judge(self.call, self.proposal, self.inspection)
        if len(whole.parts) != len(self.judgement.parts):
            return False
        pairs = zip(whole.parts, self.judgement.parts, strict=True)
        if not all("allow" in (now.decision, before.decision) for now, before in pairs):
            return False
        exact, program = offer.cover == "block", offer.cover == "program"
        near = [
            {"command": text, "cwd": part.folder}
            for part in self.parts
            for text in (
                *beside(part.command, part.use, exact=exact, program=program),
                *self._with_unknown_option(part, exact=exact),
            )
        ]
        if all(rule.cwd for rule in offer.rules):
            near += [
                {"command": part.text, "cwd": cwd}
                for part in self.parts
                for cwd in (_ELSEWHERE, f"{part.folder.rstrip('/')}x")
            ]
        return not self._any(judge, near)

    def _with_unknown_option(self, part: _Part, *, exact: bool) -> Iterator[str]:
        argv = with_option(part.command)
        use = self.profiles.use(argv)
        if exact or use is None or not use.is_known:
            yield " ".join(map(written, argv))

    def keeps_out(self, rules: Sequence[Rule]) -> bool:
        """Tell whether the rules allow nothing that is put around the command, and no other program."""
        near = [{"command": text} for text in around(self.parts[0].text)] if self.parts else []
        near += [
            {"command": text, "cwd": part.folder} for part in self.parts for text in others(part.command)
        ]
        return not self._any(self._judge(rules), near)

    def _judge(self, rules: Sequence[Rule]) -> Judge:
        return Judge(GivenRules(rules, "offered"), profiles=self.profiles)

    def _any(self, judge: Judge, near: Sequence[dict[str, str]]) -> bool:
        proposals = (self.proposal.model_copy(update=miss) for miss in near)
        return any(judge.judge(self.call, each, self.inspection).decision == "allow" for each in proposals)


def _rule(cover: Cover, part: _Part) -> Rule | None:
    words, use = part.command.words, part.use
    if cover == "block":
        said, where = rule_of(words, exact=True), part.folder
    elif use is None or not use.is_known or use.runs or use.texts or part.risk == "high":
        # What it does is not known, or is a command of its own, or too much to be granted by its first words.
        return None
    elif cover == "prefix":
        said = rule_of(words[: _spelled(part, use)])
        # What it runs or changes is the folder's: in another one it is another thing.
        where = part.folder if use.effect in ("executes", "writes") else ""
    else:
        said, where = rule_of(words[:1]), part.folder
        if use.scripts:
            return None  # any script is no offer
    if said is None:
        return None
    rule = Rule(decision="allow", command=said, cwd=where or None, match=(part.text,))
    return rule.model_copy(update={"not_match": tuple(_beyond(cover, part))})


def _spelled(part: _Part, use: Use) -> int:
    """Return how many words the prefix has: the subcommand is in it, and the script that would run."""
    script = (part.command.argv.index(each) for each in use.scripts if each in part.command.argv)
    return max(use.verb, *(index + 1 for index in script), 1)


def _beyond(cover: Cover, part: _Part) -> Iterator[str]:
    """Tell one or two commands that the rule does not speak of, as samples of its own."""
    name, use = part.command.argv[0], part.use
    if cover == "block":
        yield f"{part.text} another-word"
    elif cover == "prefix" and use is not None and len(use.name) > 1:
        yield f"{written(name)} another-subcommand"
    yield f"{written(name)}x"


def _folder(cwd: str, below: str | None) -> str:
    if not cwd or below is None:
        return ""
    # As text: whether a folder is there is not the rules' to know.
    return os.path.normpath(below if below.startswith("/") else f"{cwd}/{below}")


def _is_same(rule: Rule, other: Rule) -> bool:
    return (rule.command, rule.cwd) == (other.command, other.cwd)


def _text(cover: Cover, rules: Sequence[Rule], parts: Sequence[_Part]) -> str:
    names = dict.fromkeys((rule.command or "").removeprefix("=") for rule in rules)
    match cover:
        case "block":
            told = "; ".join(names)
        case "prefix":
            told = ", ".join(f"{name} …" for name in names)
        case "program":
            told = f"{', '.join(names)} in {parts[0].folder}"
    return told if len(told) <= _LONGEST_TEXT else told[: _LONGEST_TEXT - 1] + "…"
