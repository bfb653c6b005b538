"""The way through one command line: which word is an option, a value, a subcommand, an operand."""

from collections.abc import Callable

from assent.policy.profiles.expansion import pattern_objection, value_objection
from assent.policy.profiles.findings import Findings
from assent.policy.profiles.kind import CLOSED, Kind
from assent.policy.profiles.languages.condition import condition_objection
from assent.policy.profiles.line import Line
from assent.policy.profiles.profile import Operands, Option, Profile
from assent.policy.profiles.use import Taken
from assent.policy.profiles.values import ASSIGNMENT, note

# So many words may be values of options that are not listed.
_MOST_VALUES = 8
Lookup = Callable[[str], Profile | None]


class Walk:
    """One walk; what it finds is in `found`."""

    def __init__(self, line: Line, lookup: Lookup, depth: int = 0) -> None:
        """`lookup` finds the profile of a program that another one starts."""
        self.found = Findings(line.argv, line.spelled)
        self._argv, self._spelled = line.argv, line.spelled
        self._globs, self._expands = line.globs, line.expands
        self._line = line
        self._lookup, self._depth = lookup, depth
        self._given: set[str] = set()
        self._unlisted = False

    def go(self, profile: Profile, index: int = 1) -> None:
        """Read the words from `index` on by the profile."""
        if profile.at_files:
            self._object_files(index)
        operands: list[tuple[int, bool]] = []  # where, and whether it could have been an option
        options = profile.dashes != "none"
        while index < len(self._argv):
            word = self._argv[index]
            if options:
                if profile.sub and not operands and word in profile.sub:
                    return self._descend(profile.sub[word], word, index)
                option = profile.options.get(word)
                if option is not None:
                    index = self._option(profile, option, word, index, None)
                    continue
                if word == "--" and profile.ends:
                    options = False
                    index += 1
                    continue
                if len(word) > 1 and (word[0] == "-" or (word[0] == "+" and profile.plus)):
                    index = self._dashed(profile, word, index)
                    continue
            if (
                profile.starts
                and self._given.isdisjoint(profile.operands_after)
                and self._starts(profile.operands, len(operands), word)
            ):
                self._effect(profile)
                return self._command(index, profile.stdin)
            if profile.dashless and index == 1:
                self._object_unlisted(word, word, index)
            operands.append((index, options))
            options = options and profile.permutes
            index += 1
        return self._operands(profile, operands)

    def _effect(self, profile: Profile) -> None:
        """Note what it does whatever its arguments are; not of a program whose subcommand does all."""
        self.found.at_least(profile.effect)
        self.found.scripts.extend(profile.scripts)
        if not self._given & profile.dangers.keys():
            self.found.danger = profile.danger or self.found.danger

    def _object_files(self, index: int) -> None:
        """Object to words from `index` on that the program replaces by the options in a file."""
        for at, word in enumerate(self._argv[index:], index):
            if word.startswith("@"):
                self.found.object(at, f"`{word}` names a file of options")

    def _descend(self, profile: Profile, word: str, index: int) -> None:
        """Go on with a subcommand."""
        self.found.name.append(word)
        self.found.verb = index + 1
        self._given.clear()  # an option before the subcommand may be spelled as another of its own
        if not profile.is_known:
            self.found.object(index, f"`{' '.join(self.found.name)}` is not known to be harmless")
        if not profile.profile:
            return self.go(profile, index + 1)
        self._effect(profile)
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
            name = word[0] + word[place]
            option = profile.options.get(name)
            if option is None:
                return self._object_unlisted(word, name, index)
            if option.takes != "none":
                return self._option(profile, option, name, index, word[place + 1 :] or None)
            self._option(profile, option, name, index, None)
        return index + 1

    def _object_unlisted(self, word: str, name: str, index: int) -> int:
        """Object to an option; where a rule ends with it, to what follows, which may be its value."""
        self._unlisted = True
        why = f"`{name}` is not an option that is known to be harmless"
        self.found.object(index, why)
        if index == self._spelled - 1 and "=" not in word:
            self.found.object(index + 1, why)
        return index + 1

    def _option(self, profile: Profile, option: Option, name: str, index: int, value: str | None) -> int:
        """Read a listed option with `value`, if that is in the same word; return where to go on."""
        self._mark(profile, name)
        if option.is_closed:
            self._object_unlisted(name, name, index)
        if option.takes == "none":
            return index + 1
        if option.takes == "attached":
            if value is not None or option.kind in CLOSED:
                self._note(option.kind, value or "", index, name)
            return index + 1
        if option.takes == "pair":
            index += 1
        if option.kind in {"exec", "command"}:
            return self._exec(name, index + 1, value)
        if value is None:
            index += 1
            if index >= len(self._argv):
                self.found.object(index - 1, f"`{name}` lacks its value")
                return index
            value = self._argv[index]
            if (
                value.startswith("-")
                and option.kind != "number"
                and not (profile.dashed_values or value == "-")
            ):
                self.found.object(index, f"`{value}` may be an option, not the value of `{name}`")
            if index in self._globs and not profile.harmless:
                self.found.object(index, f"the pattern `{value}` may stand for any number of words")
        if option.choices and value not in option.choices:
            self.found.object(index, f"`{value}` is not a value of `{name}` that is known to be harmless")
        self._note(option.kind, value, index, name)
        return index + 1

    def _mark(self, profile: Profile, name: str) -> None:
        """Remember that the option was given."""
        self._given.add(name)
        if name in profile.dangers:
            self.found.danger = profile.dangers[name]
        if name in profile.effects:
            self.found.at_least(profile.effects[name])

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

    def _command(self, index: int, stdin: Taken) -> None:
        """Read the rest as a command line of its own: known only where a rule spelled its program out."""
        argv, found = self._argv[index:], self.found
        found.at_least("executes")
        found.stdin = stdin
        found.runs.append(argv)
        if self._unlisted:
            # An option that isn't listed may have taken the first of these words for its value.
            found.runs.extend(argv[at:] for at in range(1, min(len(argv), _MOST_VALUES)))
        if " " in argv[0]:
            found.texts.append(" ".join(argv))  # some hand what they are given to a shell
        found.object(index, f"`{argv[0]}` {CLOSED['command']}")
        if not found.is_spelled(index):
            return
        if stdin == "code":
            found.object(len(self._argv) - 1, f"what `{argv[0]}` is given stands on stdin")
        profile = self._lookup(argv[0]) if self._depth < 4 else None
        if profile is None:
            found.object(len(self._argv) - 1, f"of `{argv[0]}` nothing is known")
            return
        inner = Walk(self._line.rest(index), self._lookup, self._depth + 1)
        inner.go(profile)
        found.adopt(inner.found.use(), len(self._argv) - 1)

    def _operands(self, profile: Profile, places: list[tuple[int, bool]]) -> None:
        """Read the operands, now that all options are known."""
        found = self.found
        self._effect(profile)
        words = [self._argv[index] for index, _ in places]
        if profile.grammar:
            why = condition_objection(
                tuple(words), profile.grammar, any(at in self._globs for at, _ in places)
            )
            if why:
                found.object(len(self._argv) - 1, why)
            return
        given = [other for name, other in profile.operands_after.items() if name in self._given]
        operands = given[0] if given else profile.operands
        is_alone = not given and (not words or words == ["-"])
        found.stdin = profile.stdin_alone if is_alone else profile.stdin
        if given and found.stdin == "code":
            found.stdin = "data"
        if found.stdin == "code":
            found.object(len(self._argv) - 1, "it runs what it reads from stdin")
        deep = "*" in profile.deep or not profile.deep.isdisjoint(self._given)
        before = len(found.reads)
        for position, (place, kind) in enumerate(zip(places, operands.kinds(len(places)), strict=True)):
            self._operand(profile, place, kind, operands.is_middle(position, len(places)))
        if deep:
            named = [path.rstrip("/") + "/" for path in found.reads[before:]]
            found.reads[before:] = named or ["./"]

    def _operand(self, profile: Profile, place: tuple[int, bool], kind: Kind | None, is_middle: bool) -> None:
        """Read one operand; its place says where it is, and whether it could have been an option."""
        index, could = place
        word = self._argv[index]
        if index in self._globs and not profile.harmless:
            why = pattern_objection(word, could=could, may_grow=is_middle)
            if why:
                self.found.object(index, why)
        if kind is None:
            self.found.object(index, f"it is not known what `{word}` is")
        else:
            self._note(kind, word, index, word)

    def _note(self, kind: Kind, text: str, index: int, name: str) -> None:
        """Note what a value or an operand does."""
        expands = index in self._expands
        why = value_objection(kind, text, globs=index in self._globs, expands=expands)
        if why:
            self.found.object(index, why)
        if not (expands and kind == "number"):
            note(self.found, kind, text, index, name)
