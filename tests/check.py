"""Runs everything that must hold before a change is good: what CI runs, in an environment of its own.

    python3 tests/check.py [--fast] [--yes] [-- pytest's arguments…]

`--fast` is for the inner loop: one platform, no end-to-end tests, stops at the first test that fails.
`--yes`, or ASSENT_YES=1, lets it install missing system packages without a question.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging"))

import interpreter  # noqa: E402  found by the line above

interpreter.require_new_enough()

# An older Python cannot read these.
import json  # noqa: E402
import os  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402
import tomllib  # noqa: E402
from collections.abc import Callable  # noqa: E402
from functools import partial  # noqa: E402

import environment  # noqa: E402
import machine  # noqa: E402

PLATFORMS = ("linux", "darwin", "win32")
TOOLS = ["packaging", "tests/check.py"]
STEP_LIMIT_S = 900  # CI gives all steps 20 minutes: one that hangs must not hide the others
Step = tuple[str, Callable[[], bool]]


def main(arguments: list[str]) -> int:
    """Run all steps, even after one that fails, and sum up."""
    own, rest = arguments, []
    if "--" in arguments:
        own, rest = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
    unknown = set(own) - {"--fast", "--yes"}
    if unknown:
        print(f"{__doc__}\nNot understood: {' '.join(sorted(unknown))}")
        return 2
    bring_up(fast="--fast" in own, yes="--yes" in own or machine.agreed(os.environ))
    results = []
    for name, step in steps(fast="--fast" in own, pytest_arguments=rest):
        print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
        started = time.monotonic()
        passed = step()
        results.append((name, passed, time.monotonic() - started))
    print("\n── summary " + "─" * 63)
    for name, passed, seconds in results:
        print(f"{'passed' if passed else 'FAILED':8}{name:44}{seconds:7.1f} s")
    print(f"{'':8}{'together':44}{sum(seconds for _, _, seconds in results):7.1f} s", flush=True)
    return 0 if all(passed for _, passed, _ in results) else 1


def bring_up(*, fast: bool, yes: bool) -> None:
    """Get what the machine lacks, then make the environments."""
    wanted = [environment.CHECKS] if fast else [environment.CHECKS, environment.WITHOUT_QT]
    needs = [] if all(environment.is_ready(each) for each in wanted) else [machine.VENV]
    if sys.platform == "linux":
        needs += [*machine.DESKTOP_LIBRARIES, *machine.X_LIBRARIES, *machine.TEST_PROGRAMS]
    machine.ensure(needs, yes=yes)
    for each in wanted:
        environment.prepare(each)


def steps(*, fast: bool, pytest_arguments: list[str]) -> list[Step]:
    """Return the steps, the quick ones first and the whole test suite last."""
    here = next((name for name in PLATFORMS if sys.platform.startswith(name)), PLATFORMS[0])
    found: list[Step] = [
        ("ruff: lint", lambda: tool("ruff", "check", ".")),
        ("ruff: format", lambda: tool("ruff", "format", "--check", ".")),
        ("a test file for each source file", each_source_has_its_test),
        ("pinned versions fit pyproject.toml", pins_are_current),
        (
            "import-linter: floors and walls",
            lambda: call([str(environment.CHECKS.python.with_name("lint-imports")), "--no-logo"]),
        ),
        ("mypy: packaging and this file", lambda: mypy(here, *TOOLS)),
    ]
    for name in [here] if fast else PLATFORMS:
        found.append((f"mypy: {name}", partial(mypy, name)))
    if fast:
        quick = ["-x", "-q", "--ignore=tests/e2e", *pytest_arguments]
        return [*found, ("pytest, without end-to-end tests", lambda: tool("pytest", *quick))]
    found.append(("pytest: tests/unit without Qt installed", unit_tests_without_qt))
    if sys.platform == "linux":
        found.append(("fuzz: bash runs what the lexer read", fuzz))
    # The unit tests have just been run, and Qt's being there changes nothing for them.
    rest = pytest_arguments or ["--ignore=tests/unit"]
    return [*found, ("pytest: windows, walls and whole programs", lambda: tool("pytest", *rest))]


def fuzz() -> bool:
    """Hold the lexer against bash for a minute: over known texts, and over others, whose seed is printed."""
    known = call([str(environment.CHECKS.python), "tests/fuzz/lexer.py", "--seconds", "30", "--seed", "1"])
    return call([str(environment.CHECKS.python), "tests/fuzz/lexer.py", "--seconds", "30"]) and known


def tool(module: str, *arguments: str) -> bool:
    """Run a module of the checks' environment."""
    return call([str(environment.CHECKS.python), "-m", module, *arguments])


def call(command: list[str]) -> bool:
    """Run a command in the repository's folder; whether it exits with 0, and in time."""
    environ = {**os.environ, "MYPYPATH": "packaging"}
    try:
        done = subprocess.run(command, cwd=ROOT, env=environ, timeout=STEP_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        print(f"Stopped after {STEP_LIMIT_S} s.", flush=True)
        return False
    return done.returncode == 0


def mypy(platform: str, *files: str) -> bool:
    """Check the package, or these files, as for one platform; each has its cache, or they would undo it."""
    return tool("mypy", "--platform", platform, "--cache-dir", f".mypy_cache/{platform}", *files)


def each_source_has_its_test() -> bool:
    """Whether each module has a test file of its name, in a folder named like its room."""
    package = ROOT / "gui" / "assent"
    lacking = []
    for source in sorted(package.rglob("*.py")):
        if source.name == "__init__.py":
            continue
        room = source.parent.relative_to(package)
        name = f"test_{source.stem}.py"
        if not any((ROOT / "tests" / kind / room / name).exists() for kind in ("unit", "gui")):
            lacking.append(f"{source.relative_to(ROOT)} has no tests/unit/{(room / name).as_posix()}")
    print("\n".join(lacking) or "Each has one.", flush=True)
    return not lacking


def pins_are_current() -> bool:
    """Whether the constraints were written for the dependencies that pyproject.toml has now."""
    project = tomllib.loads(environment.PROJECT.read_text(encoding="utf-8"))
    line = environment.DEPENDENCIES_LINE + environment.dependencies_digest(project)
    current = line in environment.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    print("They do." if current else "They don't: run python3 packaging/lock.py", flush=True)
    return current


def unit_tests_without_qt() -> bool:
    """Run tests/unit where Qt is not installed, as in a container which only runs hooks and clients."""
    settings = environment.WITHOUT_QT.folder / "tests.toml"
    options = tomllib.loads(environment.PROJECT.read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    kept = {name: value for name, value in options.items() if not name.startswith("qt_")}
    # The options of pytest-qt are errors where it is missing, and paths count from the file's folder.
    kept["pythonpath"] = [str(ROOT / path) for path in options["pythonpath"]]
    lines = [f"{name} = {json.dumps(value)}" for name, value in kept.items()]
    settings.write_text("\n".join(["[tool.pytest.ini_options]", *lines, ""]), encoding="utf-8")
    place = ["-c", str(settings), "--rootdir", str(ROOT)]
    return call([str(environment.WITHOUT_QT.python), "-m", "pytest", *place, "tests/unit"])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
