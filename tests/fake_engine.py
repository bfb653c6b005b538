"""A container engine that has no containers: it notes what it is asked, and runs commands where it stands."""

import json
from dataclasses import dataclass
from pathlib import Path

# `run` stands for a container by a file of its name; a client that is killed leaves it, as the real one does.
_PROGRAM = """#!/bin/bash
folder={folder}
printf '%s\\0' "$@" > "$folder/asked/$(date +%s%N)-$1"
case $1 in
run)
    while [ $# -gt 0 ]; do
        case $1 in
        --name) name=$2; shift ;;
        --workdir) cd "$2"; shift ;;
        an-image) shift; break ;;
        esac
        shift
    done
    touch "$folder/containers/$name"
    "$@"; code=$?
    rm "$folder/containers/$name"
    exit $code ;;
rm) shift 3; for name; do rm -f "$folder/containers/$name"; done ;;
ps) ls "$folder/containers" ;;
esac
"""


@dataclass
class FakeEngine:
    """The engine, whose program is in the folder `programs`."""

    folder: Path

    @property
    def programs(self) -> Path:
        """Return the folder for PATH."""
        return self.folder / "bin"

    def install(self, name: str) -> None:
        """Put the program there."""
        for part in ("asked", "containers", "bin"):
            (self.folder / part).mkdir(exist_ok=True)
        program = self.programs / name
        program.write_text(_PROGRAM.format(folder=json.dumps(str(self.folder))))
        program.chmod(0o755)

    def asked(self, verb: str) -> list[list[str]]:
        """Return the words of each request of this kind, in order."""
        files = sorted((self.folder / "asked").glob(f"*-{verb}"))
        return [file.read_text().split("\0")[:-1] for file in files]

    def containers(self) -> list[str]:
        """Return the names of those that are there."""
        return sorted(path.name for path in (self.folder / "containers").iterdir())
