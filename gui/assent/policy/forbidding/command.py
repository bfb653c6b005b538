"""What may be one simple command of a text that is read generously."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Loose:
    """Its words, decoded as far as the text tells them; what nobody knows yet counts as nothing.

    `start` and `end` are its place in the text. `texts` are heredocs and here-strings, `assigned` the values
    that stand before it. `feeds` is the span, in the list of all, of those whose output it reads; `host` the
    command in whose words it is substituted, and `names_host`: as the host's name. `is_read`: what it prints
    was looked through already.
    """

    start: int
    end: int = 0
    words: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    assigned: list[str] = field(default_factory=list)
    feeds: tuple[int, int] = (0, 0)
    host: Loose | None = None
    names_host: bool = False
    is_read: bool = False
