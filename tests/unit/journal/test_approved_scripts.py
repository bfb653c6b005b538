"""What a script was when it was last approved is known, of as many as are kept."""

import os
from pathlib import Path

import pytest

from assent.journal import approved_scripts
from assent.journal.approved_scripts import ApprovedScripts
from assent.model.inspection import Script


def script(path: str, text: str, before: str | None = None) -> Script:
    return Script(path=path, why="", sha256="0" * 64, size=len(text), text=text, before=before)


def test_a_script_is_known_as_it_was_approved_last(tmp_path: Path):
    kept = ApprovedScripts(tmp_path / "scripts")
    assert kept.before("/x.sh") is None
    kept.approve([script("/x.sh", "one"), script("/y.sh", "other")])
    assert (kept.before("/x.sh"), kept.before("/y.sh")) == ("one", "other")
    kept.approve([script("/x.sh", "two", before="one")])
    assert ApprovedScripts(tmp_path / "scripts").before("/x.sh") == "two"


@pytest.mark.skipif(os.name == "nt", reason="there are no modes")
def test_nobody_else_reads_it(tmp_path: Path):
    ApprovedScripts(tmp_path / "scripts").approve([script("/x.sh", "secret")])
    [path] = (tmp_path / "scripts").iterdir()
    assert (path.stat().st_mode & 0o777, (tmp_path / "scripts").stat().st_mode & 0o777) == (0o600, 0o700)


def test_the_one_approved_the_longest_ago_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(approved_scripts, "MOST_KEPT", 2)
    kept = ApprovedScripts(tmp_path)
    for number, name in enumerate("abc"):
        kept.approve([script(name, name)])
        os.utime(kept._place(name), ns=(number, number))
        if name == "b":
            kept.approve([script("a", "a", before="a")])  # again, as it was
    assert [kept.before(name) for name in "abc"] == ["a", None, "c"]


def test_what_was_not_there_is_not_kept(tmp_path: Path):
    kept = ApprovedScripts(tmp_path)
    kept.approve([script("a", "").model_copy(update={"sha256": ""})])
    assert kept.before("a") is None


def test_a_note_that_cannot_be_read_is_none(tmp_path: Path):
    kept = ApprovedScripts(tmp_path)
    kept.approve([script("a", "a")])
    kept._place("a").write_text('{"path": "b", "sha256": "", "text": "x"}')
    assert kept.before("a") is None
    kept._place("a").write_text("{")
    assert kept.before("a") is None


def test_a_note_that_cannot_be_kept_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "file").touch()
    ApprovedScripts(tmp_path / "file").approve([script("a", "a")])
    assert "is not kept" in caplog.text
