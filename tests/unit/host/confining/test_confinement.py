"""A profile is to be had only if it really ran here, and whoever asks is told why it is not."""

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("the ways here are Linux's", allow_module_level=True)

from assent.host.confining import confinement
from assent.host.confining.confinement import Confinement
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.host.trees.tree_plain import PlainTrees
from assent.model.confinement import Profile
from confining import WORKSPACE, need_bubblewrap
from fake_engine import FakeEngine
from waiting import until

BOX = Profile(base="docker", image="an-image")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Confinement]:
    """Return the confinements of this system."""
    made = Confinement(PlainTrees(), state=tmp_path / "state", own=[str(tmp_path / "state")])
    (tmp_path / "state").mkdir()
    yield made
    await made.close()


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


async def test_what_ran_is_to_be_had(here: Confinement, tmp_path: Path):
    need_bubblewrap()
    assert await here.tried(WORKSPACE) == ""
    assert here.problem(WORKSPACE) == ""
    (tmp_path / "work").mkdir()
    here.check(WORKSPACE, str(tmp_path / "work"))
    async with here.around(WORKSPACE, Start(["true"], str(tmp_path / "work"), {})) as confined:
        assert confined.words[-1] == "true"


async def test_what_fails_its_trial_is_refused_with_its_own_words(
    here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    program(tmp_path, "bwrap", "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    said = "bwrap: setting up uid map: Permission denied"
    assert await here.tried(WORKSPACE) == said
    assert here.problem(WORKSPACE) == said
    with pytest.raises(Unconfinable, match="uid map"):
        here.check(WORKSPACE, str(tmp_path))
    with pytest.raises(Unconfinable, match="uid map"):
        async with here.around(WORKSPACE, Start(["true"], str(tmp_path), {})):
            pass


async def test_what_hangs_is_given_up(here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program(tmp_path, "bwrap", "exec sleep 61")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(confinement, "PROBE_LIMIT_S", 0.1)
    assert await here.tried(WORKSPACE) == "no answer within 0.1 s"


async def test_what_is_not_installed_is_told_without_a_trial(
    here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "bubblewrap (bwrap) is not installed" in here.problem(WORKSPACE)
    assert "bubblewrap (bwrap) is not installed" in await here.tried(WORKSPACE)
    assert here.problem(BOX) == "docker is not installed"
    with pytest.raises(Unconfinable, match="not installed"):
        here.check(WORKSPACE, str(tmp_path))


async def test_what_worked_and_was_removed_is_refused(
    here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    need_bubblewrap()
    assert await here.tried(WORKSPACE) == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unconfinable, match="not installed"):
        async with here.around(WORKSPACE, Start(["true"], str(tmp_path), {})):
            pass


async def test_what_failed_is_tried_again_after_a_while(
    here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    need_bubblewrap()
    path = os.environ["PATH"]
    program(tmp_path, "bwrap", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{path}")
    assert await here.tried(WORKSPACE) == "`true` ended with 1"
    monkeypatch.setenv("PATH", path)
    monkeypatch.setattr(confinement, "_FAILED_FOR_S", 0.0)
    assert here.problem(WORKSPACE) == "`true` ended with 1"
    await until(lambda: here.problem(WORKSPACE) == "")


async def test_a_container_is_tried_by_running_one(
    here: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    engine = FakeEngine(tmp_path)
    engine.install("docker")
    monkeypatch.setenv("PATH", f"{engine.programs}{os.pathsep}{os.environ['PATH']}")
    assert await here.tried(BOX) == ""
    [words] = engine.asked("run")
    assert words[-4:] == ["an-image", "/bin/sh", "-c", "true"]
    await here.remove_leftovers([BOX, WORKSPACE])
    assert len(engine.asked("ps")) == 1
