"""For macOS the same places are said as rules, the wider ones first, and paths never become rules."""

import sys
from pathlib import Path

import pytest

from assent.host.confining import seatbelt
from assent.host.confining.places import Access, Areas
from assent.host.confining.seatbelt import Seatbelt, rules
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile

WORKSPACE = Profile(base="workspace")
AREAS = Areas("/w", {"/w/.git/hooks": Access.READ, "/w": Access.WRITE, "/h/.ssh": Access.NONE})


def test_what_is_further_down_has_the_last_word():
    lines = rules(AREAS, WORKSPACE).splitlines()
    assert lines[-5:] == [
        '(deny file-read* file-write* (subpath (param "PLACE_0")))',
        '(allow file-write* (subpath (param "PLACE_1")))',
        '(deny file-write-unlink (literal (param "PLACE_1")))',
        '(deny file-write* (subpath (param "PLACE_2")))',
        "(deny network*)",
    ]


def test_with_network_there_is_one_without_the_sockets_of_other_programs():
    text = rules(AREAS, Profile(base="workspace", network=True))
    assert "(deny network*)" not in text
    assert "(deny network-outbound (remote unix-socket))" in text


@pytest.mark.skipif(sys.platform == "win32", reason="the places are those of POSIX systems")
async def test_paths_are_parameters_and_the_temporary_folder_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(seatbelt, "_PROGRAM", sys.executable)  # any that is there
    (tmp_path / 'a" (allow').mkdir()
    start = Start(["bash", "-c", "x"], str(tmp_path / 'a" (allow'), {"TMPDIR": "/tmp"})
    async with Seatbelt([]).around(Profile(base="read-only"), start) as confined:
        assert list(confined.words[-3:]) == ["bash", "-c", "x"]
        text = confined.words[confined.words.index("-p") + 1]
        assert 'allow"' not in text
        temporary = Path(confined.environment["TMPDIR"])
        assert f"TEMPORARY={temporary}" in confined.words
        assert temporary.is_dir()
    assert not temporary.exists()


async def test_where_it_is_not_there_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(seatbelt, "_PROGRAM", "/gone")
    with pytest.raises(Unconfinable, match="/gone is not there"):
        async with Seatbelt([]).around(WORKSPACE, Start(["x"], str(tmp_path), {})):
            pass
