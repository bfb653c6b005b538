"""Writes packaging/constraints.txt anew: all versions with their hashes, and without the name of a host."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

import interpreter

interpreter.require_new_enough()

import environment  # noqa: E402  an older Python cannot read it

HEADER = """\
# The pinned versions of all that Assent needs, with the hashes of their files. Written by packaging/lock.py.
# The line above a version tells the sets of packaging/environment.py that need it.
"""
# The part of the tests that needs no Qt: versions are those of the `dev` extra.
UNIT = ["hypothesis", "pytest", "pytest-asyncio", "pytest-timeout"]
EXTRAS = ("desktop", "dev", "mcp")


def main() -> int:
    """Resolve all sets together, find out who needs what, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    upgrade = parser.parse_args().upgrade
    project = tomllib.loads(environment.PROJECT.read_text(encoding="utf-8"))
    build = [*project["build-system"]["requires"], "editables"]  # hatchling's editable installs import it
    with tempfile.TemporaryDirectory() as folder:
        resolver = Resolver(Path(folder))
        if not upgrade and environment.CONSTRAINTS.exists():
            shutil.copy(environment.CONSTRAINTS, resolver.pins)  # versions found in the output file are kept
        everything = resolver.resolve_all([*UNIT, *build])
        members = {extra: resolver.names((), (f"--extra={extra}",)) for extra in EXTRAS}
        members["base"] = resolver.names((), ())
        members["unit"] = resolver.names(UNIT, ())
        members["build"] = resolver.names(build, None)
    digest = environment.dependencies_digest(project)
    text = HEADER + environment.DEPENDENCIES_LINE + digest + "\n" + _marked(everything, members)
    environment.CONSTRAINTS.write_text(text, encoding="utf-8")
    print(f"{environment.CONSTRAINTS.name}: {len(_names(everything))} packages")
    return 0


class Resolver:
    """Asks uv, in a folder of its own, which versions fit together on all systems."""

    def __init__(self, folder: Path) -> None:
        self.pins = folder / "pins.txt"
        self._wanted = folder / "wanted.in"
        self._uv = _uv(folder)

    def resolve_all(self, requirements: Sequence[str]) -> str:
        """Resolve these requirements with all extras; return the versions with their hashes."""
        extras = [f"--extra={extra}" for extra in EXTRAS]
        self._compile(requirements, extras, "--generate-hashes", "--output-file", str(self.pins))
        return self.pins.read_text(encoding="utf-8")

    def names(self, requirements: Sequence[str], project: Sequence[str] | None) -> set[str]:
        """Return what these requirements and the project (None: without it) need of what was resolved."""
        return _names(self._compile(requirements, project, "--constraint", str(self.pins)))

    def _compile(self, requirements: Sequence[str], project: Sequence[str] | None, *options: str) -> str:
        self._wanted.write_text("\n".join(requirements), encoding="utf-8")
        command = [self._uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", *options]
        # One Qt for every Python: the newest that is sound on the oldest (see pyproject.toml).
        command += ["--no-header", "--no-annotate", "--fork-strategy", "fewest", str(self._wanted)]
        if project is not None:
            command += [str(environment.PROJECT), *project]
        answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=environment.ROOT)
        return answer.stdout


def _uv(folder: Path) -> str:
    """Return the resolver: the one on PATH, else one installed for this run only."""
    found = shutil.which("uv")
    if found:
        return found
    subprocess.run([sys.executable, "-m", "venv", str(folder / "uv")], check=True)
    subprocess.run([str(folder / "uv/bin/pip"), "install", "--quiet", "uv"], check=True)
    return str(folder / "uv/bin/uv")


def _names(resolved: str) -> set[str]:
    """Return the names of the packages in a resolver's answer."""
    return set(re.findall(r"^([a-z0-9][a-z0-9.-]*)==", resolved, re.MULTILINE))


def _marked(resolved: str, members: dict[str, set[str]]) -> str:
    """Return the resolver's answer with a line above each version that tells who needs it."""
    lines: list[str] = []
    for line in resolved.splitlines():
        for name in _names(line):
            sets = sorted(group for group, names in members.items() if name in names)
            lines.append(environment.SETS_LINE + " ".join(sets))
        lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
