"""Runs accepted texts in the real bash, every program and builtin of which only records how it was called."""

import re
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

BASH = Path("/bin/bash")
# Folders that a `cd` may lead to; the other root is empty, so that no pattern finds anything there.
FOLDERS = ("a/b/c", "src/app/src", "b/a", "docs")
FILES = ("in.txt", "a.txt", "b", "README.md")
_WORDS_OF_BASH = (
    "if then else elif fi case esac for select while until do done in function time coproc builtin"
)
_RESERVED = frozenset(_WORDS_OF_BASH.split())
_DEFINABLE = re.compile(r"[A-Za-z0-9_./+:@,-]+|\[")
# One record is one write of less than a pipe's 4,096 bytes, or those of a pipeline's commands would mix; bash
# writes line by line, so that newlines travel as another sign, which no accepted text has in it.
_RECORDER = r"""
builtin ulimit -c 0 -f 0
__record() {
  (( __gone )) && builtin return
  IFS= builtin read -r -d '' __in 2>/dev/null
  builtin printf '%s\0' R "${PWD#"$__root"}" "${__in//$'\n'/$'\001'}" "$#" "${@//$'\n'/$'\001'}" >&9
  if [[ $1 == cd && $__mode == folders ]]; then
    builtin cd "${@:2}" >/dev/null 2>&1 || { builtin printf 'LOST\0' >&9; (( 0 )); }
  elif [[ $1 == exit && $__status == 1 ]]; then
    # Whatever this shell would do from here on is not told; that of others is.
    __gone=1
  else
    (( __status == 2 ? RANDOM & 1 : ! __status ))
  fi
}
command_not_found_handle() { __record "$@"; }
"""
_LOOP = r"""
while IFS= builtin read -r -d '' __mode <&8; do
  IFS= builtin read -r -d '' __status <&8
  IFS= builtin read -r -d '' __text <&8
  __gone=0
  if [[ $__mode == folders ]]; then
    __root=$__folders; builtin set -f; builtin shopt -u nullglob
  else
    __root=$__empty; builtin set +f; builtin shopt -s nullglob
  fi
  builtin cd "$__root"
  builtin eval -- "$__text" 2>/dev/null
  builtin printf 'E\0' >&9
done
"""


@dataclass(frozen=True)
class Recorded:
    """One call of a program or builtin: its words, what it read, and the folder below the root."""

    argv: tuple[str, ...]
    stdin: str
    folder: str


@dataclass(frozen=True)
class Run:
    """What bash called for one text, in the order in which it was told; `is_lost`: a `cd` failed."""

    calls: tuple[Recorded, ...]
    is_lost: bool


@dataclass(frozen=True)
class Wish:
    """One run to make: with patterns kept and folders entered, or with patterns that find nothing.

    Each call ends with `status`, by chance with 0 or 1 where it is 2; where it is 1, `exit` ends its shell.
    """

    text: str
    names: frozenset[str]
    enters_folders: bool
    status: int


def runs_of(wishes: Sequence[Wish], locale: str = "C") -> list[Run]:
    """Return the run of each wish, in one bash; raises subprocess errors if it hangs or dies."""
    with tempfile.TemporaryDirectory(prefix="recording-") as folder:
        root = Path(folder)
        full, empty = root / "full", root / "empty"
        empty.mkdir()
        for name in FOLDERS:
            (full / name).mkdir(parents=True)
        for name in FILES:
            (full / name).touch()
        (root / "wishes").write_bytes("".join(map(_sent, wishes)).encode())
        names = frozenset().union(*(wish.names for wish in wishes))
        (root / "script").write_text(_script(names, full, empty))
        done = subprocess.run(
            [str(BASH), "--noprofile", "--norc", "-p", "+O", "promptvars", str(root / "script")],
            env={"LC_ALL": locale, "HOME": "/home/nobody", "PATH": "/nonexistent", "TIMEFORMAT": ""},
            cwd=empty,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=30 + len(wishes) * 0.05,
        )
        if done.stderr or done.returncode not in (0, 1):
            raise RuntimeError(f"bash ended with {done.returncode}: {done.stderr[:500]!r}")
        runs = list(_runs(done.stdout.decode().split("\0")))
    if len(runs) != len(wishes):
        raise RuntimeError(f"bash told of {len(runs)} texts out of {len(wishes)}")
    return runs


def is_syntax(text: str) -> bool:
    """Whether bash takes `text` at all."""
    words = [str(BASH), "--noprofile", "--norc", "-p", "-n", "-c", "--", text]
    return (
        subprocess.run(words, env={}, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode
        == 0
    )


def _sent(wish: Wish) -> str:
    return f"{'folders' if wish.enters_folders else 'empty'}\0{wish.status}\0{wish.text}\0"


def _script(names: Iterable[str], full: Path, empty: Path) -> str:
    functions = "".join(
        f'function {name} {{ __record {name} "$@"; }}\n'
        for name in sorted(names)
        if _DEFINABLE.fullmatch(name) and name not in _RESERVED
    )
    builtins = (
        'for __name in $(builtin compgen -b); do case $__name in builtin | "[" | eval | . | :) ;; '
        '*) builtin eval "function $__name { __record $__name \\"\\$@\\"; }" ;; esac; done\n'
    )
    odd = "".join(f'function {name} {{ __record {name} "$@"; }}\n' for name in ("eval", ".", ":", "["))
    places = f"__folders={full}; __empty={empty}\nexec 9>&1 8<{full.parent}/wishes >/dev/null\n"
    return places + _RECORDER + builtins + odd + functions + _LOOP


def _runs(told: list[str]) -> Iterable[Run]:
    calls: list[Recorded] = []
    is_lost = False
    at = 0
    while at < len(told) - 1:
        match told[at]:
            case "E":
                yield Run(tuple(calls), is_lost)
                calls, is_lost = [], False
                at += 1
            case "LOST":
                is_lost = True
                at += 1
            case "R":
                folder, stdin, count = told[at + 1], told[at + 2], int(told[at + 3])
                words = told[at + 4 : at + 4 + count]
                calls.append(Recorded(tuple(map(_back, words)), _back(stdin), folder.strip("/")))
                at += 4 + count
            case other:
                raise RuntimeError(f"bash said {other[:200]!r}")


def _back(text: str) -> str:
    return text.replace("\x01", "\n")
