"""Tells whether the brackets of a regular expression are closed: programs differ in where it ends if not."""


def brackets_close(pattern: str) -> bool:
    """Tell whether each `[` outside of a backslash's reach has its `]`."""
    at = 0
    while at < len(pattern):
        if pattern[at] == "\\":
            at += 2
        elif pattern[at] == "[":
            at = _closed(pattern, at + 1)
            if at < 0:
                return False
        else:
            at += 1
    return True


def _closed(pattern: str, at: int) -> int:
    """Return the place after the `]` that ends the brackets whose signs begin at `at`, or -1."""
    if pattern[at : at + 1] == "^":
        at += 1
    if pattern[at : at + 1] == "]":
        at += 1  # one of the signs, since it comes first
    while at < len(pattern):
        if pattern[at] == "]":
            return at + 1
        kind = pattern[at + 1 : at + 2]
        if pattern[at] == "[" and kind in {":", ".", "="}:
            at = pattern.find(kind + "]", at + 2) + 1
            if not at:
                return -1
        at += 1
    return -1
