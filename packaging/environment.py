"""Makes the virtual environment of a command with exactly the pinned versions, unless it stands already."""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
PROJECT = ROOT / "pyproject.toml"
FINISHED = "assent-installed.json"  # what stands in the environment; written last
UNFINISHED = "assent-unfinished"  # there from the first step to the last: an interrupted install is redone
DEPENDENCIES_LINE = "# dependencies of pyproject.toml: "  # then their hash; tests/check.py compares it
SETS_LINE = "# for: "  # above each pinned version: the sets that need it


@dataclass(frozen=True)
class Environment:
    """A folder, and the sets of pinned versions that must stand in it."""

    folder: Path
    sets: tuple[str, ...]

    @property
    def python(self) -> Path:
        """The interpreter of this environment."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


# Both live in one folder: the checks only add to what the desktop has.
DESKTOP = Environment(ROOT / ".venv", ("base", "build", "desktop", "mcp"))
CHECKS = Environment(ROOT / ".venv", (*DESKTOP.sets, "dev"))
WITHOUT_QT = Environment(ROOT / ".venv-base", ("base", "build", "unit"))


def prepare(environment: Environment) -> Path:
    """Return the environment's Python; make or complete the environment first if it doesn't stand."""
    key = fingerprint()
    if not stands(environment, key):
        with _alone():  # two commands started together must not install into one folder
            if not stands(environment, key):
                _install(environment, key)
    return environment.python


def is_ready(environment: Environment) -> bool:
    """Whether nothing needs to be installed."""
    return stands(environment, fingerprint())


def stands(environment: Environment, key: str) -> bool:
    """Whether a finished install with this key has all sets of the environment."""
    return set(environment.sets) <= installed_sets(environment.folder, key) and environment.python.exists()


def installed_sets(folder: Path, key: str) -> set[str]:
    """Return the sets that stand in the folder; none after an interruption or a change of the pins."""
    if (folder / UNFINISHED).exists():
        return set()
    try:
        record = json.loads((folder / FINISHED).read_text(encoding="utf-8"))
        return set(record["sets"]) if record["key"] == key else set()
    except (OSError, ValueError, KeyError, TypeError):  # missing, cut short, or not ours: install again
        return set()


def fingerprint(root: Path = ROOT) -> str:
    """Return a hash of all that decides what is installed, with the place, as environments cannot move."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    decisive = [
        str(root),
        sys.platform,
        sys.implementation.cache_tag,
        project["build-system"],
        project["project"],
        project.get("tool", {}).get("hatch"),
        (root / "packaging" / "constraints.txt").read_text(encoding="utf-8"),
    ]
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


def dependencies_digest(project: dict[str, object]) -> str:
    """Return a hash of the dependencies that pyproject.toml declares; the constraints file repeats it."""
    table = project["project"]
    assert isinstance(table, dict)
    declared = [project["build-system"], table["requires-python"], table["dependencies"]]
    text = json.dumps([*declared, table["optional-dependencies"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def pinned(constraints: str, sets: set[str]) -> str:
    """Return the part of the constraints file that these sets need, as pip reads it."""
    lines: list[str] = []
    wanted = False
    for line in constraints.splitlines():
        if line.startswith(SETS_LINE):
            wanted = bool(sets & set(line.removeprefix(SETS_LINE).split()))
        elif wanted and not line.startswith("#"):
            lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _install(environment: Environment, key: str) -> None:
    started = time.monotonic()
    sets = installed_sets(environment.folder, key)
    missing = set(environment.sets) - sets
    try:
        if not sets or not environment.python.exists():
            missing = set(environment.sets)
            _make_empty(environment)
        (environment.folder / UNFINISHED).touch()
        _install_pinned(environment, missing)
        if "base" in missing:
            _say("Installing Assent itself, as it lies in this folder …")
            _pip(environment, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    except OSError as error:
        sys.exit(f"Cannot make {environment.folder}: {error.strerror or error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"The step failed (exit code {error.returncode}); the next start begins it anew.")
    record = {"key": key, "sets": sorted(sets | missing)}
    (environment.folder / FINISHED).write_text(json.dumps(record), encoding="utf-8")
    (environment.folder / UNFINISHED).unlink()
    _say(f"{environment.folder.name} is complete after {time.monotonic() - started:.0f} s.")


def _make_empty(environment: Environment) -> None:
    folder = environment.folder
    if folder.exists() and not any((folder / mark).exists() for mark in (FINISHED, UNFINISHED)):
        kept = folder.with_name(f"{folder.name}-before-{int(time.time())}")
        folder.rename(kept)
        (kept / ".gitignore").write_text("*\n", encoding="utf-8")  # linters look at what git sees
        _say(f"There was a {folder.name} which is not Assent's; it is kept as {kept.name}.")
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    (folder / UNFINISHED).touch()
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    _say(f"Making {folder.name} with Python {'.'.join(map(str, sys.version_info[:3]))} …")
    # Not sys.executable: run from inside the environment, that is the very one just removed.
    base_python = getattr(sys, "_base_executable", None) or sys.executable
    _run([base_python, "-I", "-m", "venv", str(folder)])


def _install_pinned(environment: Environment, sets: set[str]) -> None:
    requirements = environment.folder / "assent-requirements.txt"
    text = pinned(CONSTRAINTS.read_text(encoding="utf-8"), sets)
    requirements.write_text(text, encoding="utf-8")
    _say(f"Installing {text.count('==')} pinned packages ({', '.join(sorted(sets))}) …")
    # No resolving: the file names every package, so that pip has nothing to choose.
    _pip(environment, "--no-deps", "--require-hashes", "--requirement", str(requirements))


def _pip(environment: Environment, *arguments: str) -> None:
    """Run pip with the user's own configuration; it shows its progress where there is a terminal."""
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    options = ["--disable-pip-version-check", *quiet]
    _run([str(environment.python), "-I", "-m", "pip", "install", *options, *arguments])


def _run(command: list[str]) -> None:
    """Run a step; it inherits the lock, so that it holds it on if only this process is killed."""
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr, close_fds=False)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold a lock on the checkout's folder, where the system has such locks."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):  # Windows; a file system without locks
            import fcntl  # noqa: PLC0415  not on every system

            descriptor = os.open(ROOT, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            os.set_inheritable(descriptor, True)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                _say("Another install is at work in this folder; waiting for its end …")
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def _say(step: str) -> None:
    """Tell a step on stderr: stdout is the program's, be it a protocol."""
    print(f"assent: {step}", file=sys.stderr, flush=True)
