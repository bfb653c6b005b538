"""Asks the real bash which words it makes of a block, without running anything."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

BASH = Path("/bin/bash")
# No builtin is left but what records, and no program can be found: every command ends in the recorder.
_RECORDER = """\
PATH=/nonexistent
enable -n $(enable | while read -r _ name; do
  case $name in enable | eval | printf) ;; *) printf '%s ' "$name" ;; esac
done)
command_not_found_handle() { printf '%s\\0' "$@" END-OF-COMMAND; }
enable -n enable
"""
_EACH = 'for block; do eval -- "$block"; printf "END-OF-BLOCK\\0"; done'

Commands = list[tuple[str, ...]]


def argv_of(block: str) -> Commands:
    """Return the words of each command that bash runs for `block`, started as the Shell tool starts it."""
    return _commands(_told(_RECORDER + block))


def argv_of_each(blocks: Sequence[str]) -> list[Commands]:
    """Return the same for many blocks, from one bash: the same parser, many times as fast."""
    return [
        _commands(part) for part in _told(_RECORDER + _EACH, "bash", *blocks).split("END-OF-BLOCK\0")[:-1]
    ]


def _told(script: str, *arguments: str) -> str:
    words = [str(BASH), "--noprofile", "--norc", "-p", "-c", "--", script, *arguments]
    done = subprocess.run(
        words, env={}, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=50, text=True
    )
    assert not done.stderr, done.stderr[:500]
    return done.stdout


def _commands(told: str) -> Commands:
    *commands, rest = told.split("END-OF-COMMAND\0")
    assert not rest
    return [tuple(command.split("\0")[:-1]) for command in commands]
