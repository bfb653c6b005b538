"""Links are followed, also those that lead elsewhere since."""

from pathlib import Path

from assent.host.real_path import real_path


def test_a_link_is_followed_to_where_it_leads_now(tmp_path: Path):
    for name in "ab":
        (tmp_path / name).mkdir()
    link = tmp_path / "link"
    for name in "aba":
        link.symlink_to(tmp_path / name)
        assert real_path(str(link)) == str(tmp_path / name)
        link.unlink()


def test_what_is_not_there_has_a_name_all_the_same(tmp_path: Path):
    (tmp_path / "link").symlink_to(tmp_path)
    assert real_path(f"{tmp_path}/link/none") == f"{tmp_path}/none"
    assert real_path("/a\0b/../c") == "/c"
