"""The way through one command line: which word is an option, a value, a subcommand, an operand."""

from collections.abc import Callable

from assent.policy.profiles.findings import Findings
from assent.policy.profiles.kind import CLOSED
from assent.policy.profiles.languages.test import test_objection
from assent.policy.profiles.profile import Operands, Option, Profile
from assent.policy.profiles.use import Use
from assent.policy.profiles.values import ASSIGNMENT, note

# What a word of a pattern may begin with so that the file that it stands for may begin with a dash.
_ANYTHING = ("*", "?", "[")
Lookup = Callable[[str], Profile | None]


class Walk:
    """One walk; what it finds is in `found`."""

    def __init__(
        self, argv: tuple[str, ...], spelled: int, globs: frozenset[int], lookup: Lookup, depth: int = 0
    ) -> None:
        """`lookup` finds the profile of a program that another one starts."""
        self.found = Findings(argv, spelled)
        self._argv, self._spelled, self._globs = argv, spelled, globs
        self._lookup, self._depth = lookup, depth
        self._given: set[str] = set()
        self._unlisted = False

    def go(self, profile: Profile, index: int = 1) -> None:
        """Read the words from `index` on by the profile."""
        found = self.found
        found.at_least(profile.effect)
        found.danger = profile.danger or found.danger
        operands: list[tuple[int, bool]] = []  # where, and whether it could have been an option
        options = profile.dashes != "none"
        while index < len(self._argv):
            word = self._argv[index]
            if options:
                if profile.sub and not operands and word in profile.sub:
                    return self._descend(profile.sub[word], word, index)
                option = profile.options.get(word)
                if option is not None and word != "-":
                    index = self._option(profile, option, word, index, None)
                    continue
                if word == "--":
                    options = False
                    index += 1
                    continue
                if len(word) > 1 and word[0] == "-":
                    index = self._dashed(profile, word, index)
                    continue
            if profile.starts and self._starts(profile.operands, len(operands), word):
                return self._command(index)
            operands.append((index, options))
            options = options and profile.permutes
            index += 1
        return self._operands(profile, operands)

    def _descend(self, profile: Profile, word: str, index: int) -> None:
        """Go on with a subcommand."""
        self.found.name.append(word)
        self.found.verb = index + 1
        if not profile.profile:
            return self.go(profile, index + 1)
        other = self._lookup(profile.profile)
        if other is None:
            raise ValueError(f"there is no profile `{profile.profile}`")
        return self.go(other, index + 1)

    def _dashed(self, profile: Profile, word: str, index: int) -> int:
        """Read a word that begins with a dash and isn't listed as it stands; return where to go on."""
        if profile.dashes == "either" and word.startswith("--"):
            option = profile.options.get(word[1:])
            if option is not None:
                return self._option(profile, option, word[1:], index, None)
        if word.startswith("--") or profile.dashes != "gnu":
            name, equals, value = word.partition("=")
            if profile.dashes == "either" and name.startswith("--"):
                name = name[1:]
            option = profile.options.get(name)
            if option is not None and equals and option.takes != "none":
                return self._option(profile, option, name, index, value)
        elif not (profile.numeric and word[1:].isdecimal() and word.isascii()):
            return self._bundle(profile, word, index)
        else:
            return index + 1
        return self._object_unlisted(word, name, index)

    def _bundle(self, profile: Profile, word: str, index: int) -> int:
        """Read `-abc` as `-a -b -c`, the last of which may take a value; return where to go on."""
        for place in range(1, len(word)):
            name = "-" + word[place]
            option = profile.options.get(name)
            if option is None:
                return self._object_unlisted(word, name, index)
            if option.takes != "none":
                return self._option(profile, option, name, index, word[place + 1 :] or None)
            self._mark(profile, name)
        return index + 1

    def _object_unlisted(self, word: str, name: str, index: int) -> int:
        """Object to an option; where a rule ends with it, to what follows, which may be its value."""
        why = f"`{name}` is not an option that is known to be harmless"
        self.found.object(index, why)
        if index == self._spelled - 1 and "=" not in word:
            self.found.object(index + 1, why)
        return index + 1

    def _option(self, profile: Profile, option: Option, name: str, index: int, value: str | None) -> int:
        """Read a listed option with `value`, if that is in the same word; return where to go on."""
        self._mark(profile, name)
        if option.takes == "none" or (option.takes == "attached" and value is None):
            return index + 1
        if option.kind in {"exec", "command"}:
            return self._exec(name, index + 1, value)
        if value is None:
            index += 1
            if index >= len(self._argv):
                self.found.object(index - 1, f"`{name}` lacks its value")
                return index
            value = self._argv[index]
            if index in self._globs and not profile.harmless:
                self.found.object(index, f"the pattern `{value}` may stand for any number of words")
        if option.choices and value not in option.choices:
            self.found.object(index, f"`{value}` is not a value of `{name}` that is known to be harmless")
        note(self.found, option.kind, value, index, name)
        return index + 1

    def _mark(self, profile: Profile, name: str) -> None:
        """Remember that the option was given."""
        self._given.add(name)
        if name in profile.dangers:
            self.found.danger = profile.dangers[name]

    def _exec(self, name: str, index: int, value: str | None) -> int:
        """Read a command line that stands among the arguments, up to `;` or `{} +`; return where to go on."""
        end = index
        while end < len(self._argv) and self._argv[end] != ";":
            if self._argv[end] == "+" and self._argv[end - 1] == "{}":
                break
            end += 1
        words = (() if value is None else (value,)) + self._argv[index:end]
        self.found.runs.append(words)
        self.found.at_least("executes")
        self.found.object(min(end, len(self._argv) - 1), f"`{name}` {CLOSED['exec']}")
        return end + 1

    def _starts(self, operands: Operands, count: int, word: str) -> bool:
        """Tell whether the operand is where the command line begins that the program starts."""
        if operands.middle == "assignment":
            return ASSIGNMENT.fullmatch(word) is None
        return operands.kinds(count + 1)[count] == "command"

    def _command(self, index: int) -> None:
        """Read the rest as a command line of its own: known only where a rule spelled its program out."""
        argv, found = self._argv[index:], self.found
        found.at_least("executes")
        found.runs.append(argv)
        found.object(index, f"`{argv[0]}` {CLOSED['command']}")
        if not found.is_spelled(index):
            return
        profile = self._lookup(argv[0]) if self._depth < 4 else None
        if profile is None:
            found.object(len(self._argv) - 1, f"of `{argv[0]}` nothing is known")
            return
        globs = frozenset(at - index for at in self._globs if at >= index)
        inner = Walk(argv, self._spelled - index, globs, self._lookup, self._depth + 1)
        inner.go(profile)
        self._adopt(inner.found.use(), len(self._argv) - 1)

    def _adopt(self, use: Use, index: int) -> None:
        """Take over what the command line does that this one starts."""
        found = self.found
        found.reads.extend(use.reads)
        found.writes.extend(use.writes)
        found.scripts.extend(use.scripts)
        found.runs.extend(use.runs)
        found.texts.extend(use.texts)
        found.stdin = use.stdin
        found.danger = use.danger or found.danger
        if not use.is_known:
            found.object(index, use.why)

    def _operands(self, profile: Profile, places: list[tuple[int, bool]]) -> None:
        """Read the operands, now that all options are known."""
        found = self.found
        words = [self._argv[index] for index, _ in places]
        if profile.grammar:
            why = test_objection(tuple(words), profile.grammar, any(at in self._globs for at, _ in places))
            if why:
                found.object(len(self._argv) - 1, why)
            return
        operands = profile.operands
        for name, other in profile.operands_after.items():
            if name in self._given:
                operands = other
                break
        is_alone = not words or words == ["-"]
        found.stdin = profile.stdin_alone if is_alone else profile.stdin
        deep = "*" in profile.deep or not profile.deep.isdisjoint(self._given)
        before = len(found.reads)
        for position, (index, could) in enumerate(places):
            self._operand(profile, operands, position, len(places), index, could)
        if deep:
            named = [path.rstrip("/") + "/" for path in found.reads[before:]]
            found.reads[before:] = named or ["./"]

    def _operand(
        self, profile: Profile, operands: Operands, position: int, count: int, index: int, could: bool
    ) -> None:
        """Read one operand; `could`: a word there could also be an option."""
        word, kind = self._argv[index], operands.kinds(count)[position]
        if index in self._globs and not profile.harmless:
            if could and word.startswith(_ANYTHING):
                self.found.object(index, f"a file that `{word}` stands for could be taken for an option")
            elif not operands.is_middle(position, count):
                self.found.object(index, f"the pattern `{word}` may stand for any number of words")
        if kind is None:
            self.found.object(index, f"it is not known what `{word}` is")
        else:
            note(self.found, kind, word, index, word)
