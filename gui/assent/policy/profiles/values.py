"""What a single argument of a kind does: what is told of it, what is objected to."""

import re
from collections.abc import Callable

from assent.policy.profiles.findings import Findings
from assent.policy.profiles.kind import CLOSED, Kind
from assent.policy.profiles.languages.awk import awk_objection
from assent.policy.profiles.languages.jq import jq_objection
from assent.policy.profiles.languages.sed import read_sed

ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?[A-Za-z%]{0,3}")
_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
_UPSTREAM = re.compile(_NAME)
_PATH = r"[A-Za-z0-9._~%/@+-]*"
# A name, `https://host/path`, `user@host:path`. Not `ext::command`; no host that ssh takes for an option.
_HOST = rf"({_NAME}@)?{_NAME}"
_REMOTE = re.compile(
    rf"{_NAME}(/{_PATH})?|(https?|ssh|git)://{_HOST}(:[0-9]+)?/{_PATH}|{_HOST}:(?!:|//){_PATH}"
)
_REPOSITORY = re.compile(rf"{_NAME}/{_NAME}")
_REF = r"[A-Za-z0-9_@][A-Za-z0-9_./@{}^~*-]*"
_REFSPEC = re.compile(rf"{_REF}(:{_REF})?")
_TARGET = re.compile(r"[A-Za-z0-9_./%+-]+")
_SIGNS = r"[^\s{}\[\]\\]*"  # curl makes several addresses of braces and brackets
_WEB = re.compile(rf"(https?://)?[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?(/{_SIGNS})?(\?{_SIGNS})?(#{_SIGNS})?")


def note(found: Findings, kind: Kind, text: str, index: int, name: str) -> None:
    """Note what the value or operand `text`, part of the word at `index`, does; `name` is how to call it."""
    if kind in CLOSED:
        _close(found, kind, text)
        found.object(index, f"`{name}` {CLOSED[kind]}")
    elif kind in _OPEN:
        why = _OPEN[kind](found, text)
        if why:
            found.object(index, why)


def is_inside(path: str) -> bool:
    """Tell whether the path, as it stands, leads nowhere but below the folder it starts from."""
    return not path.startswith(("/", "~", "-")) and ".." not in path.split("/")


def _close(found: Findings, kind: Kind, text: str) -> None:
    """Note what the deny rules and the person want to see of it."""
    if kind == "output":
        found.at_least("writes")
        found.writes.extend([text] if text else [])
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


def _read(found: Findings, text: str) -> str:
    found.at_least("reads")
    if text != "-":
        found.reads.append(text)
    return ""


def _write(found: Findings, text: str) -> str:
    found.at_least("writes")
    if text != "-":
        found.writes.append(text)
    return ""


def _local(found: Findings, text: str) -> str:
    _read(found, text)
    if text.startswith("@"):
        return f"`{text}` names a file of options"
    return f"`{text}` may be on another machine" if ":" in text else ""


def _inside(found: Findings, text: str) -> str:
    _read(found, text)
    return "" if is_inside(text) else f"`{text}` is not below the folder where it runs"


def _plain(_found: Findings, text: str) -> str:
    return f"`{text}` names a file" if text.startswith("@") else ""


def _report(_found: Findings, text: str) -> str:
    telling = text.startswith("@") or "%output" in text
    return f"`{text}` reads or writes a file" if telling else ""


def _target(_found: Findings, text: str) -> str:
    return "" if _TARGET.fullmatch(text) else f"`{text}` may set a variable"


def _number(_found: Findings, text: str) -> str:
    return "" if _NUMBER.fullmatch(text) else f"`{text}` is no number"


def _assignment(_found: Findings, text: str) -> str:
    return "" if ASSIGNMENT.fullmatch(text) else f"`{text}` sets no variable"


def _date(_found: Findings, text: str) -> str:
    return "" if text.startswith("+") else f"`{text}` sets the clock"


def _host(found: Findings, text: str) -> str:
    found.at_least("network")
    return "`-` stands for what is on stdin" if text == "-" else ""


def _web(found: Findings, text: str) -> str:
    found.at_least("network")
    return "" if _WEB.fullmatch(text) else f"`{text}` is no plain address of the web"


def _changed(found: Findings, _text: str) -> str:
    found.at_least("writes")
    return ""


def _remote(found: Findings, text: str) -> str:
    found.at_least("network")
    is_plain = _REMOTE.fullmatch(text) and ".." not in text.split("/")
    return "" if is_plain else f"`{text}` is no plain name or address of a repository"


def _upstream(found: Findings, text: str) -> str:
    found.at_least("network")
    return "" if _UPSTREAM.fullmatch(text) else f"`{text}` is no name of a repository that git was told of"


def _repository(found: Findings, text: str) -> str:
    found.at_least("network")
    return "" if _REPOSITORY.fullmatch(text) else f"`{text}` may be on another host"


def _refspec(_found: Findings, text: str) -> str:
    return "" if _REFSPEC.fullmatch(text) else f"`{text}` may overwrite or remove something there"


def _sed(found: Findings, text: str) -> str:
    found.at_least("reads")
    script = read_sed(text)
    found.reads.extend(script.reads)
    found.writes.extend(script.writes)
    found.texts.extend(script.texts)
    return script.why


def _awk(found: Findings, text: str) -> str:
    found.at_least("reads")
    return awk_objection(text)


def _jq(found: Findings, text: str) -> str:
    found.at_least("reads")
    return jq_objection(text)


# Each notes, and returns what is to be objected to.
_OPEN: dict[Kind, Callable[[Findings, str], str]] = {
    "number": _number,
    "assignment": _assignment,
    "read": _read,
    "local": _local,
    "write": _write,
    "inside": _inside,
    "plain": _plain,
    "report": _report,
    "target": _target,
    "changed": _changed,
    "host": _host,
    "remote": _remote,
    "upstream": _upstream,
    "repository": _repository,
    "refspec": _refspec,
    "sed": _sed,
    "awk": _awk,
    "jq": _jq,
    "date": _date,
    "web": _web,
}
