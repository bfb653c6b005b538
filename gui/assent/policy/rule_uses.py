"""How often rules that allow a number of commands were used: counted over restarts, by what the rule says."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

from assent.model.authority import RuleName
from assent.model.call import Call
from assent.model.rules import RuleUsed
from assent.policy.layered import Layered


class RuleUses:
    """The count of each; a rule that is changed is another rule."""

    def __init__(
        self, used: Mapping[str, int], record: Callable[[RuleUsed], None] = lambda _used: None
    ) -> None:
        """Begin with what was `used`, by key."""
        self._used, self._record = dict(used), record
        self.version = 0  # another number after each use

    def has_left(self, layered: Layered) -> bool:
        """Tell whether a rule may be used once more."""
        uses = layered.rule.uses
        return uses is None or self._used.get(_key(layered), 0) < uses

    def count(self, names: Iterable[RuleName], rules: Iterable[Layered], call: Call) -> None:
        """Count a call that was allowed by the rules of these names, on record first. Raises JournalError."""
        named = set(names)
        for layered in rules:
            if layered.rule.uses is not None and layered.name in named:
                key = _key(layered)
                self._record(RuleUsed(key=key, call=call.id))
                self._used[key] = self._used.get(key, 0) + 1
                self.version += 1


def _key(layered: Layered) -> str:
    said = f"{layered.name.source}\n{layered.rule.model_dump_json()}"
    return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
