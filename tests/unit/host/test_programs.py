"""A name stands for what the shell would run for it."""

import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there is no bash", allow_module_level=True)

from assent.host.programs import Found, program_at, resolve, words_of
from assent.host.shell import Shell
from builders import BASH


def program(path: Path, mode: int = 0o755) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize("name", ["cd", "echo", ".", "[", "test", "true", "source", ":"])
def test_what_the_shell_does_itself_is_no_file(name: str):
    assert resolve(name, ("/usr/bin", "/bin"), "/", BASH) == Found("builtin")


@pytest.mark.parametrize("name", ["if", "for", "[[", "{", "time", "!"])
def test_a_keyword_is_one(name: str):
    assert resolve(name, ("/usr/bin",), "/", BASH) == Found("keyword")


def test_the_first_folder_that_has_it_wins_and_links_are_followed(tmp_path: Path):
    real = program(tmp_path / "real" / "tool-1")
    second = program(tmp_path / "b" / "tool")
    (tmp_path / "a").mkdir()
    folders = (str(tmp_path / "a"), str(tmp_path / "b"))
    assert resolve("tool", folders, "/", BASH) == Found("file", second)
    (tmp_path / "a" / "tool").symlink_to(real)
    assert resolve("tool", folders, "/", BASH) == Found("file", real)


def test_it_is_what_bash_finds(tmp_path: Path):
    program(tmp_path / "a" / "tool", 0o644)
    (tmp_path / "b" / "tool").mkdir(parents=True)
    program(tmp_path / "c" / "tool")
    folders = tuple(str(tmp_path / name) for name in "abc")
    done = subprocess.run(
        [BASH.path, "-c", "type -P tool"],
        env={"PATH": ":".join(folders)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert resolve("tool", folders, "/", BASH) == Found("file", done.stdout.strip())


def test_a_name_with_a_slash_starts_in_the_folder(tmp_path: Path):
    path = program(tmp_path / "x.sh")
    assert resolve("./x.sh", (), str(tmp_path), BASH) == Found("file", path)
    assert resolve(path, (), None, BASH) == Found("file", path)
    assert resolve("./x.sh", (), None, BASH) == Found("missing")
    assert resolve("x.sh", (), str(tmp_path), BASH) == Found("missing")


@pytest.mark.parametrize("name", ["", "a\0b", "no-such-program-at-all"])
def test_what_is_not_found_is_missing(name: str):
    assert resolve(name, ("/usr/bin",), "/", BASH) == Found("missing")


def test_only_what_may_be_executed_is_a_program(tmp_path: Path):
    assert program_at(program(tmp_path / "a")) is not None
    assert program_at(program(tmp_path / "b", 0o644)) is None
    assert program_at(str(tmp_path)) is None


def test_a_shell_that_cannot_be_asked_has_no_words_of_its_own(tmp_path: Path):
    assert words_of(Shell("powershell", "p.exe")) == (frozenset(), frozenset())
    assert words_of(Shell("bash", str(tmp_path / "none"))) == (frozenset(), frozenset())
