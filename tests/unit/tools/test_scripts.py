"""The files whose content runs are found, read and told from what they were."""

import hashlib
from pathlib import Path

import pytest

from assent.host.digests import Digests
from assent.journal.approved_scripts import ApprovedScripts
from assent.model.inspection import LONGEST_SCRIPT
from assent.policy.lines import Line
from assent.policy.profiles.use import Use
from assent.tools import scripts
from assent.tools.scripts import Named, ScriptReader, Scripts, is_text, scripts_named


def named(line: str, use: Use | None = None, *folders: str, files: tuple[str, ...] = ()) -> list[str]:
    argv = tuple(line.split())
    return [path for path, _ in scripts_named(Line(argv, ".", use, is_certain=True, files=files), folders)]


def read(path: Path, approved: ApprovedScripts | None = None, *, must_be: bool = True) -> Scripts:
    reader = ScriptReader(Digests(), approved)
    return reader.read([Named(str(path), str(path), "bash x.sh", must_be)])


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("bash x.sh", "x.sh"),
        ("/bin/sh -e x.sh a b", "x.sh"),
        ("python3.11 -u y.py", "y.py"),
        ("python -m a.b", "a/b.py"),
        ("node z.js", "z.js"),
        (". ./x.sh", "./x.sh"),
        ("source x.sh", "x.sh"),
    ],
)
def test_what_an_interpreter_runs_is_found_without_a_profile_too(line: str, first: str):
    assert named(line)[0] == first


@pytest.mark.parametrize("line", ["bash", "python -c pass", "cat x.sh", "."])
def test_what_runs_no_file_has_none(line: str):
    assert named(line) == []


def test_a_profile_knows_better():
    use = Use(is_known=True, why="", verb=1, effect="executes", scripts=("Makefile",))
    assert named("make x", use) == ["Makefile"]
    assert named("bash -x y z", use) == ["Makefile"]


def test_a_file_that_is_read_as_code_is_one():
    takes_code = Use(is_known=True, why="", verb=1, effect="executes", stdin="code")
    takes_data = Use(is_known=True, why="", verb=1, effect="reads", stdin="data")
    assert named("bash", files=("x.sh",)) == ["x.sh"]
    assert named("psql", takes_code, files=("x.sql",)) == ["x.sql"]
    assert named("grep x", takes_data, files=("x.txt",)) == []


def test_what_is_sourced_is_looked_for_where_programs_are(tmp_path: Path):
    (tmp_path / "x.sh").touch()
    assert named("source x.sh", None, str(tmp_path)) == [f"{tmp_path}/x.sh"]
    assert named("source ./x.sh", None, str(tmp_path)) == ["./x.sh"]


def test_it_is_read_hashed_and_compared_with_what_was_approved(tmp_path: Path):
    path, approved = tmp_path / "x.sh", ApprovedScripts(tmp_path / "kept")
    path.write_bytes(b"echo \xff\n")
    [script] = read(path, approved).found
    assert (script.text, script.size, script.before) == ("echo \ufffd\n", 7, None)
    assert script.sha256 == hashlib.sha256(b"echo \xff\n").hexdigest()
    approved.approve([script])
    path.write_text("echo other\n")
    [again] = read(path, approved).found
    assert (again.text, again.before) == ("echo other\n", "echo \ufffd\n")


def test_only_the_beginning_of_a_long_one_is_shown_and_all_of_it_is_sealed(tmp_path: Path):
    path = tmp_path / "x.sh"
    path.write_bytes(b"#" * (LONGEST_SCRIPT + 5))
    [script] = read(path).found
    assert (len(script.text), script.size) == (LONGEST_SCRIPT, LONGEST_SCRIPT + 5)
    path.write_bytes(b"#" * (LONGEST_SCRIPT + 4) + b"x")
    assert read(path).found[0].sha256 != script.sha256


def test_what_is_too_long_or_too_many_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scripts, "MOST_BYTES", 3 << 20)
    path = tmp_path / "x.sh"
    path.write_bytes(b"#" * ((3 << 20) + 1))
    assert read(path) == Scripts((), (), (f"{path} is too long to be sealed (3 MiB).",))
    monkeypatch.setattr(scripts, "MOST_SCRIPTS", 1)
    for name in ("a", "b"):
        (tmp_path / name).touch()
    both = [Named(str(tmp_path / name), str(tmp_path / name), "") for name in ("a", "a", "b")]
    found = ScriptReader(Digests(), None).read(both)
    assert (len(found.found), found.unsealed) == (1, ("It runs more than 1 files.",))


def test_what_is_not_there_counts_where_it_must_be(tmp_path: Path):
    assert read(tmp_path / "none").missing == (f"{tmp_path}/none",)
    assert read(tmp_path / "none", must_be=False).missing == ()
    assert read(tmp_path).missing == (str(tmp_path),)


def test_a_program_is_told_from_a_script(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"#!/bin/sh\n")
    (tmp_path / "b").write_bytes(b"\x7fELF\0\0")
    assert is_text(str(tmp_path / "a"))
    assert not is_text(str(tmp_path / "b"))
    assert not is_text(str(tmp_path / "none"))
