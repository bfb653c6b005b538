"""A repository is trusted as it was when a person said so, and not otherwise."""

from pathlib import Path

import pytest

from assent.journal import trusted_repositories
from assent.journal.trusted_repositories import TrustedRepositories
from builders import PERSON


def test_it_is_trusted_as_it_is_and_over_a_restart(tmp_path: Path):
    path = tmp_path / "state" / "repositories.json"
    trusted = TrustedRepositories(path)
    assert not trusted.is_trusted("/r", "1")
    trusted.trust("/r", "1", PERSON)
    for each in (trusted, TrustedRepositories(path)):
        assert each.is_trusted("/r", "1")
        assert not each.is_trusted("/r", "2")
        assert not each.is_trusted("/other", "1")
    [trust] = trusted.all()
    assert (trust.root, trust.by) == ("/r", PERSON)


def test_the_last_word_holds(tmp_path: Path):
    trusted = TrustedRepositories(tmp_path / "r.json")
    trusted.trust("/r", "1", PERSON)
    trusted.trust("/r", "2", PERSON)
    assert not trusted.is_trusted("/r", "1")
    trusted.forget("/r")
    assert not TrustedRepositories(tmp_path / "r.json").is_trusted("/r", "2")


def test_a_file_that_cannot_be_read_trusts_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "r.json").write_text("{}x")
    assert TrustedRepositories(tmp_path / "r.json").all() == ()
    assert "no repository is trusted" in caplog.text


def test_what_cannot_be_kept_is_not_trusted(tmp_path: Path):
    (tmp_path / "r.json").mkdir()
    trusted = TrustedRepositories(tmp_path / "none.json")
    trusted._path = tmp_path / "r.json"
    with pytest.raises(OSError, match=r"r\.json"):
        trusted.trust("/r", "1", PERSON)
    assert not trusted.is_trusted("/r", "1")
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_there_is_an_end_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trusted_repositories, "_MOST", 2)
    trusted = TrustedRepositories(tmp_path / "r.json")
    for root in "abc":
        trusted.trust(root, "1", PERSON)
    assert [each.root for each in trusted.all()] == ["b", "c"]
