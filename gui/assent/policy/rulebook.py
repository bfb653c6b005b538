"""The rules in force: the person's, the project's and the administrator's, each file read when it changes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assent.model.problem import FileProblem
from assent.policy.layered import Layered
from assent.policy.projects import Projects
from assent.policy.rule_layer import RuleLayer
from assent.policy.rule_uses import RuleUses

_MOST_FOLDERS = 64  # whose rules are kept together


@dataclass(frozen=True)
class _Made:
    """The rules for one folder, what they were made of, when the first is over, and which are counted."""

    of: object
    rules: tuple[Layered, ...]
    until: datetime | None
    counted: tuple[Layered, ...]


class Rulebook:
    """All layers, and the person's file among them."""

    def __init__(
        self,
        path: Path,
        *,
        managed: Path | None = None,
        projects: Projects | None = None,
        uses: RuleUses | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Read nothing yet: the person's file, the administrator's, the projects'; a missing one is empty."""
        self.path = path
        self._user = RuleLayer(path, "user")
        self._managed = None if managed is None else RuleLayer(managed, "managed")
        self._projects, self._clock = projects, clock
        self.uses = uses or RuleUses({})
        self._made: dict[str, _Made] = {}

    @property
    def only_managed(self) -> bool:
        """Whether the administrator says that nobody else's rules allow."""
        return self._managed is not None and self._managed.book().only_managed

    @property
    def problem(self) -> FileProblem | None:
        """What is wrong with the first file that isn't in force as it was last seen, or None."""
        own = self._user.problem or (self._managed.problem if self._managed else None)
        return own or (self._projects.problem if self._projects else None)

    def untrusted(self) -> tuple[tuple[str, str], ...]:
        """Return the projects' files whose allowing rules are left out, each with its SHA-256."""
        return () if self._projects is None or self.only_managed else self._projects.untrusted()

    def layered(self, folder: str = "") -> tuple[Layered, ...]:
        """Return the rules in force for what starts in `folder`: the same tuple while none changed.

        What is over or used up is not among them.
        """
        books = self._books(folder)
        of = (books, self.uses.version)
        made = self._made.get(folder)
        if made is None or made.of != of or (made.until is not None and self._clock() >= made.until):
            made = self._make(of, books)
            if folder not in self._made and len(self._made) >= _MOST_FOLDERS:
                del self._made[next(iter(self._made))]
            self._made[folder] = made
        return made.rules

    def counted(self, folder: str) -> tuple[Layered, ...]:
        """Return those for a number of uses, of the rules that were returned last for `folder`."""
        made = self._made.get(folder)
        return () if made is None else made.counted

    def _books(self, folder: str) -> tuple[tuple[Layered, ...], ...]:
        managed = self._managed.book() if self._managed is not None else None
        narrows = managed is not None and managed.only_managed
        user = self._user.book()
        books = [user.narrowing if narrows else user.rules]
        if self._projects is not None:
            for layer in self._projects.layers_for(folder):
                book = layer.book()
                may_allow = not narrows and self._projects.may_allow(layer)
                books.append(book.rules if may_allow else book.narrowing)
        return (*books, managed.rules) if managed is not None else tuple(books)

    def _make(self, of: object, books: tuple[tuple[Layered, ...], ...]) -> _Made:
        now = self._clock()
        rules = [
            each
            for book in books
            for each in book
            if (each.rule.expires is None or now < each.rule.expires) and self.uses.has_left(each)
        ]
        ends = [each.rule.expires for each in rules if each.rule.expires is not None]
        counted = tuple(each for each in rules if each.rule.uses is not None)
        return _Made(of, tuple(rules), min(ends, default=None), counted)
