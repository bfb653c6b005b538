"""bubblewrap gets words that confine, none of the environment's values, and leaves nothing behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("bubblewrap is Linux's", allow_module_level=True)

from assent.host.confining.bubblewrap import Bubblewrap
from assent.host.confining.placeholders import Placeholders
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile
from builders import BASH
from confining import READ_ONLY, WORKSPACE, Box, box
from waiting import processes_with, until


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """Return a box."""
    with box(monkeypatch) as made:
        yield made


@pytest.fixture
def way(tmp_path: Path) -> Bubblewrap:
    """Return the confinement."""
    return Bubblewrap([], Placeholders(tmp_path / "ledger"))


async def words(way: Bubblewrap, place: Box, profile: Profile = WORKSPACE) -> list[str]:
    start = Start(["bash", "-c", "x"], str(place.folder), {"KEY": "hush", "DISPLAY": ":0"})
    async with way.around(profile, start) as confined:
        assert dict(confined.environment) == {"KEY": "hush"}
        return list(confined.words)


async def test_no_value_of_the_environment_is_on_the_command_line(way: Bubblewrap, place: Box):
    assert not any("hush" in word for word in await words(way, place))


async def test_the_network_is_there_only_if_the_profile_says_so(way: Bubblewrap, place: Box):
    assert "--unshare-net" in await words(way, place)
    assert "--unshare-net" not in await words(way, place, Profile(base="workspace", network=True))


async def test_nothing_is_left_in_the_workspace(way: Bubblewrap, place: Box):
    before = sorted(place.root.rglob("*"))
    ran = await place.run("ls -A; ! mkdir .envrc/x && ! rmdir .envrc && ! mv .envrc y && ! touch .mcp.json/x")
    assert ran.returncode == 0, ran
    assert ".envrc" in ran.stdout.split()
    assert sorted(place.root.rglob("*")) == before


async def test_what_is_missing_cannot_be_made(place: Box):
    ran = await place.run(
        "! git init -q . ; ! (echo x > .envrc) && ! ln -s /x .vscode && ! (echo x > .git/config)"
    )
    assert ran.returncode == 0, ran
    assert list(place.folder.iterdir()) == []


async def test_of_two_at_a_time_the_first_who_ends_takes_nothing_from_the_other(way: Bubblewrap, place: Box):
    one = Start(BASH.words("true"), str(place.folder), {"PATH": os.environ["PATH"]})
    block = "! (echo x > .git/config) && ! mkdir -p .git/hooks && ! mkdir .envrc/x && ! (echo x > .mcp.json)"
    first, second = way.around(WORKSPACE, one), way.around(WORKSPACE, replace(one, words=BASH.words(block)))
    await first.__aenter__()
    confined = await second.__aenter__()
    await first.__aexit__(None, None, None)
    ran = place.spawn(confined)
    await second.__aexit__(None, None, None)
    assert ran.returncode == 0, ran
    assert list(place.folder.iterdir()) == []


async def test_git_works_in_a_workspace_and_outside_meanwhile(place: Box, way: Bubblewrap):
    subprocess.run(["git", "init", "-q", str(place.folder)], check=True)
    start = Start(BASH.words("git status"), str(place.folder), {"PATH": os.environ["PATH"]})
    async with way.around(WORKSPACE, start):
        outside = subprocess.run(
            ["git", "-C", str(place.folder), "status", "--porcelain"], capture_output=True, check=False
        )
    assert (outside.returncode, outside.stdout, outside.stderr) == (0, b"", b"")


async def test_a_protected_folder_cannot_be_moved_away_with_what_holds_it(place: Box):
    subprocess.run(["git", "init", "-q", str(place.folder)], check=True)
    ran = await place.run("! mv .git old && ! rm -rf .git && [ -e .git/config ]")
    assert ran.returncode == 0, ran


async def test_in_a_linked_worktree_git_can_be_read(place: Box):
    main = place.home / "main"
    git = ["git", "-C", str(main), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "init", "-q", str(main)], check=True)
    subprocess.run([*git, "commit", "-qm", "x", "--allow-empty"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(place.folder / "tree")], check=True)
    ran = await place.run("git status && git log --oneline && ! (echo x > .git)", cwd=place.folder / "tree")
    assert ran.returncode == 0, ran


async def test_a_folder_that_is_a_link_is_the_one_it_leads_to(place: Box):
    link = place.home / "link"
    link.symlink_to(place.folder)
    ran = await place.run("pwd -P && touch made", cwd=link)
    assert ran.stdout == f"{place.folder}\n"
    assert (place.folder / "made").exists()


async def test_a_name_that_looks_like_an_option_or_a_command_is_a_name(place: Box):
    for name in ("--bind", "$(touch x)", "a\nb", "ä"):
        folder = place.folder / name
        folder.mkdir()
        ran = await place.run("touch made", cwd=folder)
        assert ran.returncode == 0, ran
        assert (folder / "made").exists()


async def test_read_only_shows_a_folder_below_tmp(place: Box, tmp_path: Path):
    (tmp_path / "file").write_text("seen")
    ran = await place.run("cat file; ! touch x", READ_ONLY, cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "seen"), ran


async def test_a_folder_below_tmp_can_be_a_workspace_without_the_rest(place: Box, tmp_path: Path):
    (tmp_path / "work").mkdir()
    ran = await place.run("touch made && ls ..", cwd=tmp_path / "work")
    assert (ran.returncode, ran.stdout) == (0, "work\n"), ran
    assert (tmp_path / "work" / "made").exists()


async def test_more_can_be_writable_hidden_and_protected(place: Box):
    for name in ("more", "keys", "my work/src"):
        place.write(f"{name}/file", "x")
    profile = Profile(base="workspace", writable=("~/more",), hidden=("~/keys",), protected=("src",))
    ran = await place.run('touch ~/more/new && ! touch src/new && [ -z "$(ls ~/keys)" ]', profile)
    assert ran.returncode == 0, ran
    assert (place.home / "more" / "new").exists()


async def test_without_bubblewrap_it_is_refused(way: Bubblewrap, place: Box, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(place.folder))
    assert "not installed" in way.problem(WORKSPACE)
    with pytest.raises(Unconfinable, match="not installed"):
        await words(way, place)


async def test_a_workspace_that_cannot_be_protected_is_refused(way: Bubblewrap, place: Box):
    (place.folder / ".envrc").symlink_to("/etc/passwd")
    with pytest.raises(Unconfinable, match="symbolic link"):
        way.check(WORKSPACE, str(place.folder))
    with pytest.raises(Unconfinable, match="symbolic link"):
        await words(way, place)


async def test_a_command_that_is_told_to_end_has_time_to_clean_up(way: Bubblewrap, place: Box):
    block = "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.05; done"
    start = Start(BASH.words(block), str(place.folder), {"PATH": os.environ["PATH"]})
    async with way.around(WORKSPACE, start) as confined:
        process = await asyncio.create_subprocess_exec(
            *confined.words, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"up\n"
        os.killpg(process.pid, signal.SIGTERM)
        assert await process.stdout.readline() == b"bye\n"
        assert await process.wait() == 3


async def test_it_ends_with_the_process_that_started_it(way: Bubblewrap, place: Box):
    block = "touch up; while :; do sleep 0.01; done # of a console that is killed"
    start = Start(BASH.words(block), str(place.folder), {"PATH": os.environ["PATH"]})
    async with way.around(WORKSPACE, start) as confined:
        code = "import subprocess,sys,time; subprocess.Popen(sys.argv[1:]); time.sleep(60)"
        parent = subprocess.Popen([sys.executable, "-c", code, *confined.words], cwd="/")
        await until((place.folder / "up").exists)
        assert processes_with(block)
        parent.kill()
        parent.wait()
        await until(lambda: not processes_with(block))


def test_what_apparmor_forbids_is_explained(way: Bubblewrap, monkeypatch: pytest.MonkeyPatch):
    assert way.explained("setting up uid map: Permission denied") == "setting up uid map: Permission denied"
    monkeypatch.setattr(Path, "read_text", lambda _: "1\n")
    assert "apparmor" in way.explained("setting up uid map: Permission denied")
