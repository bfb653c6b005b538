"""Writes rules as they stand in a file: short lines that a person can read, and nothing is left to guess."""

import json
import re
from collections.abc import Sequence

from assent.model.rules import Rule

# What a literal string can hold as it is; the rest is written with escapes.
_LITERAL = re.compile(r"[ -&(-~]*")


def toml_of(rules: Sequence[Rule]) -> str:
    """Return the text of rules that have words, samples, and a folder or none."""
    return "\n".join(map(_table, rules))


def _table(rule: Rule) -> str:
    lines = ["[[rule]]", f"decision = {_text(rule.decision)}"]
    if rule.command is not None:
        lines.append(f"command = {_text(rule.command)}")
    if rule.cwd is not None:
        lines.append(f"cwd = {_text(rule.cwd)}")
    for name, samples in (("match", rule.match), ("not_match", rule.not_match)):
        if samples:
            lines.append(f"{name} = [{', '.join(map(_text, samples))}]")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    if '"' not in text and "\\" not in text and text.isascii() and text.isprintable():
        return f'"{text}"'
    if _LITERAL.fullmatch(text):
        return f"'{text}'"
    # JSON's escapes are TOML's, but for the pairs by which JSON writes what is beyond 16 bits: left as it is.
    return re.sub(r"[\x00-\x1f\x7f\\\"]", lambda found: _escaped(found[0]), text).join('""')


def _escaped(sign: str) -> str:
    return "\\u007f" if sign == "\x7f" else json.dumps(sign)[1:-1]
