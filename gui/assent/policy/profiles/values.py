"""What a single argument of a kind does: what is told of it, what is objected to."""

import re

from assent.policy.profiles.findings import Findings
from assent.policy.profiles.kind import CLOSED, Kind
from assent.policy.profiles.languages.awk import awk_objection
from assent.policy.profiles.languages.jq import jq_objection
from assent.policy.profiles.languages.sed import read_sed

_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?[A-Za-z%]{0,3}")
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)
_WEB = re.compile(r"(https?://)?[A-Za-z0-9.-]+(:[0-9]+)?(/[^\s{}\[\]\\]*)?(\?[^\s{}\[\]\\]*)?")


def note(found: Findings, kind: Kind, text: str, index: int, name: str) -> None:
    """Note what the value or operand `text`, part of the word at `index`, does; `name` is how to call it."""
    match kind:
        case "text":
            return
        case "read":
            found.at_least("reads")
            if text != "-":
                found.reads.append(text)
        case "write":
            found.at_least("writes")
            if text != "-":
                found.writes.append(text)
        case "inside":
            found.at_least("reads")
            found.reads.append(text)
            if not is_inside(text):
                found.object(index, f"`{text}` is not below the folder where it runs")
        case "number":
            if _NUMBER.fullmatch(text) is None:
                found.object(index, f"`{text}` is no number")
        case "assignment":
            if ASSIGNMENT.fullmatch(text) is None:
                found.object(index, f"`{text}` is no setting of a variable")
        case "date":
            if not text.startswith("+"):
                found.object(index, f"`{text}` sets the clock")
        case "host":
            found.at_least("network")
        case "web":
            found.at_least("network")
            if _WEB.fullmatch(text) is None or text.startswith("-"):
                found.object(index, f"`{text}` is no plain address of the web")
        case "sed" | "awk" | "jq":
            _program(found, kind, text, index)
        case _:
            _closed(found, kind, text, index, name)


def is_inside(path: str) -> bool:
    """Tell whether the path, as it stands, leads nowhere but below the folder it starts from."""
    return not path.startswith(("/", "~", "-")) and ".." not in path.split("/")


def _program(found: Findings, kind: Kind, text: str, index: int) -> None:
    """Read a program in a small language."""
    found.at_least("reads")
    if kind == "sed":
        script = read_sed(text)
        found.reads.extend(script.reads)
        found.writes.extend(script.writes)
        found.texts.extend(script.texts)
        why = script.why
    else:
        why = awk_objection(text) if kind == "awk" else jq_objection(text)
    if why:
        found.object(index, why)


def _closed(found: Findings, kind: Kind, text: str, index: int, name: str) -> None:
    """Object, and say for what the deny rules and the person want to see."""
    if kind == "output":
        found.at_least("writes")
        found.writes.append(text)
    elif kind == "sent":
        found.at_least("network")
    else:
        found.at_least("executes")
    if kind == "shell":
        found.texts.append(text)
    elif kind == "program":
        found.runs.append(tuple(text.split()) or (text,))
    elif kind == "script":
        found.scripts.append(text)
    found.object(index, f"`{name}` {CLOSED[kind]}")
