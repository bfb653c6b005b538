"""What is found on the way through one command line."""

from assent.policy.profiles.use import EFFECTS, Effect, Taken, Use


class Findings:
    """Collects what the arguments do; an objection is bound to the place of the word that it is about."""

    def __init__(self, argv: tuple[str, ...], spelled: int) -> None:
        """Words before `spelled` are the person's own: nothing is objected to them."""
        self.argv = argv
        self.name = list(argv[:1])
        self.verb = 1
        self.effect: Effect = "nothing"
        self.stdin: Taken = "nothing"
        self.danger = ""
        self.reads: list[str] = []
        self.writes: list[str] = []
        self.scripts: list[str] = []
        self.runs: list[tuple[str, ...]] = []
        self.texts: list[str] = []
        self._spelled = spelled
        self._why: tuple[int, str] | None = None

    def object(self, index: int, why: str) -> None:
        """Say why it is not known what the word at `index` does."""
        if index >= self._spelled and (self._why is None or index < self._why[0]):
            self._why = index, why

    def is_spelled(self, index: int) -> bool:
        """Tell whether the word is the person's own."""
        return index < self._spelled

    def at_least(self, effect: Effect) -> None:
        """Note an effect; the worst one stays."""
        if EFFECTS.index(effect) > EFFECTS.index(self.effect):
            self.effect = effect

    def adopt(self, use: Use, index: int) -> None:
        """Take over what a command line does that this one starts; objections are to the word at `index`."""
        self.reads.extend(use.reads)
        self.writes.extend(use.writes)
        self.scripts.extend(use.scripts)
        self.runs.extend(use.runs)
        self.texts.extend(use.texts)
        self.stdin = use.stdin if self.stdin == "nothing" else self.stdin
        self.danger = use.danger or self.danger
        if not use.is_known:
            self.object(index, use.why)

    def use(self) -> Use:
        """Return all of it."""
        return Use(
            is_known=self._why is None,
            why=self._why[1] if self._why else "",
            verb=self.verb,
            effect=self.effect,
            reads=tuple(self.reads),
            writes=tuple(self.writes),
            scripts=tuple(self.scripts),
            runs=tuple(self.runs),
            stdin=self.stdin,
            danger=self.danger,
            name=tuple(self.name),
            texts=tuple(self.texts),
        )
