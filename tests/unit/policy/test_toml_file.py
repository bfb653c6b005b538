"""A file of the person's is believed whole or not at all, and only when nobody else could write it."""

import os
from pathlib import Path
from typing import Any

import pytest

from assent.policy.toml_file import TomlFile


def number_of(table: dict[str, Any]) -> int:
    if not isinstance(table.get("number"), int):
        raise ValueError("number: it is none")
    return int(table["number"])


def write(path: Path, text: str | bytes, mode: int = 0o600) -> None:
    """Replace the file, as an editor does: a new file under the old name."""
    new = path.with_name("new")
    new.write_bytes(text.encode() if isinstance(text, str) else text)
    new.chmod(mode)
    new.replace(path)


@pytest.fixture
def file(tmp_path: Path) -> TomlFile[int]:
    """Return a file that is to hold a number."""
    return TomlFile(tmp_path / "a.toml", parse=number_of, missing=-1)


def test_without_the_file_there_is_a_value_and_no_problem(file: TomlFile[int]):
    assert (file.value(), file.problem) == (-1, None)


def test_a_change_is_seen_and_a_removal_too(file: TomlFile[int]):
    write(file.path, "number = 1")
    assert file.value() == 1
    write(file.path, "number = 2")
    assert file.value() == 2
    file.path.unlink()
    assert (file.value(), file.problem) == (-1, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("number = 'x'", "number: it is none"),
        ("number =", "Invalid value"),
        (b"number = 1 # \xff", "utf-8"),
        ("#" * ((1 << 20) + 1), "larger than"),
        ("x = " + "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_file_is_a_problem_and_the_last_good_value_stays(
    file: TomlFile[int], text: str | bytes, told: str
):
    write(file.path, "number = 1")
    assert file.value() == 1
    write(file.path, text)
    assert file.value() == 1
    assert file.problem is not None
    assert told in file.problem.message
    assert file.problem.source == str(file.path)
    write(file.path, "number = 3")
    assert (file.value(), file.problem) == (3, None)


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_a_file_that_others_may_write_is_not_believed(file: TomlFile[int]):
    write(file.path, "number = 1", 0o666)
    assert file.value() == -1
    assert file.problem is not None
