"""Holds rules that forbid against all that a text might run: behind wrappers, in quotes, on stdin."""

import base64
import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from assent.policy.forbidding.command import Loose
from assent.policy.forbidding.match import base_name, follows
from assent.policy.forbidding.reader import Reader
from assent.policy.forbidding.words import is_pattern, literal, pattern, unescaped
from assent.policy.layered import Layered
from assent.policy.patterns import Pattern
from assent.policy.profiles.use import Use

# Run what they read, whatever their arguments are.
_RUN_STDIN = frozenset(
    [
        *("sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "busybox", "eval", "source", ".", "at"),
        *("batch", "ssh", "parallel", "python", "python2", "python3", "perl", "ruby", "node", "php", "lua"),
        *("awk", "gawk", "sqlite3", "ed", "vim"),
    ]
)
_DEEPEST = 6  # texts in texts
# Of longer blocks so many commands at most are held against the profiles: each further one may be a wrapper.
_MOST_LOOKED_UP = 2_000
_CODE = re.compile(r"[\s;&|$`(){}<>'\"]")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{6,}={0,2}")
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2}){2,}")


class Scan:
    """Rules by the name of their program, ready to be held against texts."""

    def __init__(
        self, rules: Iterable[tuple[Pattern, Layered]], use: Callable[[tuple[str, ...]], Use | None]
    ) -> None:
        """Look for `rules`; `use` tells what a program does with its arguments, None where nobody knows."""
        self._use = use
        self._by_name: dict[str, list[tuple[Pattern, Layered]]] = {}
        self._any: list[tuple[Pattern, Layered]] = []
        for each in rules:
            name = each[0].first
            (self._any if name is None else self._by_name.setdefault(base_name(name), [])).append(each)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for."""
        return not self._by_name and not self._any

    def hits(
        self,
        commands: Sequence[Loose],
        applies: Callable[[Layered, Loose], bool],
        linked: Callable[[str], str] | None = None,
    ) -> Iterator[tuple[int, Layered]]:
        """Tell which of `commands` a rule speaks of, or of something that it may start, by their indexes.

        `applies` tells whether a rule's further conditions hold; `linked` which file a name is.
        """
        return _Pass(self._by_name, self._any, self._use, applies, linked).all(commands)


class _Pass:
    def __init__(
        self,
        by_name: dict[str, list[tuple[Pattern, Layered]]],
        of_any: list[tuple[Pattern, Layered]],
        use: Callable[[tuple[str, ...]], Use | None],
        applies: Callable[[Layered, Loose], bool],
        linked: Callable[[str], str] | None,
    ) -> None:
        self._by_name, self._any, self._use = by_name, of_any, use
        self._applies, self._linked = applies, linked
        self._looked_up = 0

    def all(self, commands: Sequence[Loose], depth: int = 0) -> Iterator[tuple[int, Layered]]:
        for index, command in enumerate(commands):
            rule = self._named(command, depth) or self._within(command, commands, depth)
            if rule is not None:
                yield index, rule

    def _named(self, command: Loose, depth: int) -> Layered | None:
        """Return the rule that speaks of the command as it stands."""
        if not command.words:
            return None
        word = command.words[0]
        candidates = [*self._any, *self._by_name.get(base_name(word), ())]
        if depth == 0 and self._linked is not None:
            candidates += self._by_name.get(base_name(self._linked(literal(word))), ())
        if is_pattern(word):
            shape = pattern(word.rsplit("/", 1)[-1])
            candidates += [
                each for name, some in self._by_name.items() if shape.fullmatch(name) for each in some
            ]
        return self._first(candidates, command, 0, set()) if candidates else None

    def _first(
        self, candidates: Iterable[tuple[Pattern, Layered]], command: Loose, at: int, missing: set[str]
    ) -> Layered | None:
        for shape, layered in candidates:
            if follows(shape, command.words, at, missing) and self._applies(layered, command):
                return layered
        return None

    def _within(self, command: Loose, all_of_them: Sequence[Loose], depth: int) -> Layered | None:
        """Return the rule that speaks of something that the command may start."""
        if depth >= _DEEPEST:
            return None
        rule = self._texts(command.assigned if command.words else (), depth)
        takes_code = self._takes_code(command)
        if rule is None and takes_code:
            rule = self._fed(command, all_of_them, depth)
        if rule is None and command.host is not None and self._may_run(command.host, command):
            rule = self._texts(_as_code(command), depth)
        if rule is None and depth and command.words and _CODE.search(command.words[0]):
            rule = self._texts(command.words[:1], depth)  # of another language, where it is an argument
        if rule is not None or len(command.words) < 2 or not self._is_worth_it(command):
            return rule
        use = self._used(command)
        if use is not None and use.is_known and not use.runs:
            return None
        return self._started(command) or self._texts(_texts_in(command.words), depth)

    def _is_worth_it(self, command: Loose) -> bool:
        """Tell whether an argument may name a program, or be a text: most have none."""
        by_name = self._by_name
        return any(
            base_name(word) in by_name or "=" in word or _CODE.search(word) or is_pattern(word)
            for word in command.words[1:]
        )

    def _used(self, command: Loose) -> Use | None:
        self._looked_up += 1
        if self._looked_up > _MOST_LOOKED_UP:
            return None
        return self._use(tuple(literal(word) for word in command.words))

    def _started(self, command: Loose) -> Layered | None:
        """Return the rule that speaks of a command line in the arguments: of a wrapper, say."""
        missing: set[str] = set()
        for index in range(1, len(command.words)):
            word = command.words[index]
            some = self._by_name.get(base_name(word)) or self._by_name.get(base_name(word.rpartition("=")[2]))
            if some is not None:
                rule = self._first(some, command, index, missing)
                if rule is not None:
                    return rule
        return None

    def _takes_code(self, command: Loose) -> bool:
        """Tell whether what the command reads may be run."""
        if not (command.texts or command.feeds[1] > command.feeds[0]):
            return False
        if not _RUN_STDIN.isdisjoint(base_name(word) for word in command.words):
            use = self._used(command)
            return use is None or not use.is_known or use.stdin == "code"
        return bool(command.texts) and bool(command.words) and not self._is_data(command)

    def _is_data(self, command: Loose) -> bool:
        use = self._used(command)
        return use is not None and (use.stdin == "data" or (use.is_known and use.stdin == "nothing"))

    def _fed(self, command: Loose, all_of_them: Sequence[Loose], depth: int) -> Layered | None:
        rule = self._texts(command.texts, depth)
        if rule is not None:
            return rule
        start, end = command.feeds
        # A pipe of many into many shells would be read again for each: what is fed once is not read twice.
        for each in all_of_them[start:end]:
            if not each.is_read:
                each.is_read = True
                rule = self._texts(_as_code(each), depth)
                if rule is not None:
                    return rule
        return None

    def _may_run(self, host: Loose, command: Loose) -> bool:
        """Tell whether the host runs what the command in its words prints."""
        if command.names_host:
            return True
        if not host.words or command.is_read:
            return False
        use = self._used(host)
        return use is None or not use.is_known or bool(use.runs)

    def _texts(self, texts: Iterable[str], depth: int) -> Layered | None:
        for text in texts:
            for _, rule in self.all(Reader(literal(text)).read(), depth + 1):
                return rule
        return None


def _texts_in(words: Sequence[str]) -> Iterator[str]:
    """Tell the words that a program may take for a text to run: whole, and as what an option is set to."""
    for word in words:
        if _CODE.search(word):
            yield word
            # What an option is set to; editors and git mark what a shell is to run.
            yield from {word.lstrip("!:"), word.partition("=")[2].lstrip("!:")} - {word, ""}


def _as_code(command: Loose) -> list[str]:
    """Return what a command may print, given what it was handed: its words, decoded in the usual ways."""
    if len(command.words) < 2 and not command.texts:
        return []
    words = [literal(word) for word in command.words[1:]]
    texts = [" ".join(words), *(word for word in words if _CODE.search(word)), *command.texts]
    texts += [unescaped(text) for text in texts if "\\" in text]
    return [*texts, *(decoded for text in (*words, *command.texts) for decoded in _decoded(text.strip()))]


def _decoded(text: str) -> list[str]:
    found = [text[::-1]]
    with contextlib.suppress(ValueError):  # it only looked so
        if _BASE64.fullmatch(text):
            found.append(base64.b64decode(text + "=" * (-len(text) % 4)).decode())
    with contextlib.suppress(ValueError):
        if _HEXADECIMAL.fullmatch(text):
            found.append(bytes.fromhex(text).decode())
    return found
