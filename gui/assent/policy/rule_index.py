"""Rules in force, made ready to be looked up by the program that a command starts with."""

from collections.abc import Callable, Iterator, Sequence

from assent.policy.block import Simple
from assent.policy.forbidding.scan import Scan
from assent.policy.layered import Layered
from assent.policy.patterns import Pattern, pattern_of
from assent.policy.profiles.use import Use


class RuleIndex:
    """One set of rules; `denying` and `asking` find theirs wherever they may be meant."""

    def __init__(self, layered: Sequence[Layered], use: Callable[[tuple[str, ...]], Use | None]) -> None:
        """Take the rules' words apart. Raises ValueError for one that has none that can be read."""
        patterns = [
            (pattern_of(each.rule.command), each) for each in layered if each.rule.command is not None
        ]
        self.denying = Scan((pair for pair in patterns if pair[1].rule.decision == "deny"), use)
        self.asking = Scan((pair for pair in patterns if pair[1].rule.decision == "ask"), use)
        self.of_tools = tuple(each for each in layered if each.rule.command is None)
        self._allowing: dict[str | None, list[tuple[Pattern, Layered]]] = {}
        self._confining: list[tuple[Pattern, Layered]] = []
        for pattern, each in patterns:
            if each.rule.decision == "allow":
                self._allowing.setdefault(pattern.first, []).append((pattern, each))
            if each.rule.confinement is not None:
                self._confining.append((pattern, each))

    @property
    def confines(self) -> bool:
        """Whether any rule names a confinement."""
        return bool(self._confining)

    def allowing(self, command: Simple) -> Iterator[tuple[Pattern, Layered]]:
        """Tell the rules that would allow a command of these words, the more definite ones first."""
        for name in (command.words[0].text, None):
            for pattern, layered in self._allowing.get(name, ()):
                if pattern.speaks_of(command.words):
                    yield pattern, layered

    def confining(self, command: Simple) -> Iterator[Layered]:
        """Tell the rules that name a confinement for a command of these words."""
        for pattern, layered in self._confining:
            if pattern.speaks_of(command.words):
                yield layered
