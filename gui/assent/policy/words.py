"""Takes a command block apart into words, or says that it is not certain what a shell would make of it."""

import re

# Longer blocks are for a person to judge: nobody wrote a rule with them in mind.
MOST_CHARACTERS = 10_000

# What a shell takes literally when it stands bare. Not in it, each for a reason: operators, quotes, `$`, the
# globs `* ? [`, braces, `~`, `!`, `#`, `\\`, and everything outside ASCII.
_BARE = r"[A-Za-z0-9_./+,:@%=-]+"
_WORD = re.compile(rf"(?P<bare>{_BARE})|'(?P<single>[ -&(-~]*)'|\"(?P<double>[ #%-\[\]-_a-~]*)\"")
_BLANKS = re.compile(r"[ \t]+")

# Words that a shell obeys itself, or that take an expression (`test -v` runs code in a subscript).
_OBEYED = (
    "if then else elif fi case esac for select while until do done in function time coproc "
    "eval exec source . command builtin alias unalias trap enable hash set shopt declare typeset "
    "local export readonly unset let read mapfile readarray printf compgen complete "
    "test wait getopts bind fc history caller"
)
_RESERVED = frozenset(_OBEYED.split())


def words_of(block: str) -> tuple[str, ...] | None:
    """Return the words of a block that is one plain command for certain, else None.

    One line of bare words, and words that are quoted from end to end without a trick. Any operator, quote
    inside a word, expansion, comment, assignment or reserved word makes it uncertain. Linear in time.
    """
    text = block.strip(" \t\n")
    if not text or len(text) > MOST_CHARACTERS:
        return None
    words: list[str] = []
    at = 0
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            return None
        words.append(found[found.lastgroup or "bare"])
        at = found.end()
        blanks = _BLANKS.match(text, at)
        if blanks is not None:
            at = blanks.end()
        elif at < len(text):
            return None
    return tuple(words) if _is_program(block.strip(" \t\n"), words[0]) else None


def _is_program(text: str, name: str) -> bool:
    # `%1` alone means `fg %1`.
    bare = text[0] not in "'\"%"
    return bare and "=" not in name and name not in _RESERVED
