"""A command gets a container of its own, gone with it: also when its client or the console is killed."""

import asyncio
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no containers of ours", allow_module_level=True)

from assent.host.confining.containers import Containers
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile
from fake_engine import FakeEngine
from waiting import until

BOX = Profile(base="docker", image="an-image")
NAME = "assent-call-1"


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    """Return an engine that goes by the name of docker, and podman."""
    engine = FakeEngine(tmp_path)
    engine.install("docker")
    engine.install("podman")
    monkeypatch.setenv("PATH", f"{engine.programs}{os.pathsep}{os.environ['PATH']}")
    return engine


def start(folder: Path, block: str = "true", *, terminal: bool = False) -> Start:
    environment = {"PATH": os.environ["PATH"], "HOME": "/home/ada", "ASSENT_CALL_ID": "call-1", "KEY": "hush"}
    return Start(["bash", "-c", block], str(folder), environment, terminal)


async def asked(profile: Profile, start: Start) -> tuple[list[str], dict[str, str]]:
    """Return the words that the engine would get, and the environment."""
    async with Containers("mine").around(profile, start) as confined:
        return list(confined.words), dict(confined.environment)


def after(words: list[str], option: str) -> list[str]:
    """Return what stands behind each of these options."""
    return [value for name, value in pairwise(words) if name == option]


async def test_the_container_is_named_labelled_and_holds_the_folder(engine: FakeEngine, tmp_path: Path):
    words, _ = await asked(BOX, start(tmp_path, "ls"))
    assert words[:5] == [str(engine.programs / "docker"), "run", "--rm", "--init", "--interactive"]
    assert words[-4:] == ["an-image", "bash", "-c", "ls"]
    assert after(words, "--name") == [NAME]
    assert after(words, "--label") == ["assent=mine"]
    assert after(words, "--mount") == [f"type=bind,source={tmp_path},target={tmp_path}"]
    assert after(words, "--workdir") == [str(tmp_path)]
    assert after(words, "--pull") == ["never"]
    assert after(words, "--user") == [f"{os.getuid()}:{os.getgid()}"]
    assert after(words, "--cap-drop") == ["ALL"]
    assert "--tty" not in words


async def test_with_a_terminal_it_gets_one(engine: FakeEngine, tmp_path: Path):
    words, _ = await asked(BOX, start(tmp_path, terminal=True))
    assert "--tty" in words


@pytest.mark.parametrize("network", [False, True])
async def test_the_network_is_there_only_if_the_profile_says_so(
    engine: FakeEngine, tmp_path: Path, network: bool
):
    words, _ = await asked(BOX.model_copy(update={"network": network}), start(tmp_path))
    assert after(words, "--network") == ([] if network else ["none"])


async def test_no_value_of_the_environment_is_on_the_command_line(engine: FakeEngine, tmp_path: Path):
    profile = BOX.model_copy(update={"environment": ("KEY", "OTHER=hush hush", "NONE", "PATH=/bin")})
    words, environment = await asked(profile, start(tmp_path))
    assert not any("hush" in word for word in words)
    assert after(words, "--env") == ["ASSENT_CALL_ID", "KEY", "OTHER", "PATH=/bin"]
    assert (environment["KEY"], environment["OTHER"]) == ("hush", "hush hush")
    assert environment["PATH"] == os.environ["PATH"]


async def test_mounts_and_user_are_the_profiles(
    engine: FakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "data").mkdir()
    profile = BOX.model_copy(update={"mounts": ("~/data", "/usr:/host:rw"), "user": "ada:users"})
    words, _ = await asked(profile, start(tmp_path))
    assert after(words, "--mount")[1:] == [
        f"type=bind,source={tmp_path}/data,target={tmp_path}/data,readonly",
        "type=bind,source=/usr,target=/host",
    ]
    assert after(words, "--user") == ["ada:users"]


async def test_for_podman_the_person_stays_who_they_are(
    engine: FakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    words, _ = await asked(Profile(base="podman", image="an-image"), start(tmp_path))
    assert after(words, "--userns") == ["keep-id"]


@pytest.mark.parametrize("name", ["a,readonly=false", 'a"b', "a\nb"])
async def test_a_folder_that_cannot_be_said_is_refused(engine: FakeEngine, tmp_path: Path, name: str):
    folder = tmp_path / name
    folder.mkdir()
    with pytest.raises(Unconfinable, match="cannot be mounted"):
        await asked(BOX, start(folder))
    with pytest.raises(Unconfinable, match="cannot be mounted"):
        Containers("mine").check(BOX, str(folder))


async def test_a_mount_that_is_not_there_is_refused(engine: FakeEngine, tmp_path: Path):
    with pytest.raises(Unconfinable, match="`/gone` is not there"):
        await asked(BOX.model_copy(update={"mounts": ("/gone",)}), start(tmp_path))


async def test_without_the_engine_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Containers("mine").problem(BOX) == "docker is not installed"
    with pytest.raises(Unconfinable, match="docker is not installed"):
        await asked(BOX, start(tmp_path))


async def test_the_container_of_a_killed_client_is_removed(engine: FakeEngine, tmp_path: Path):
    async with Containers("mine").around(BOX, start(tmp_path, "exec sleep 61")) as confined:
        client = await asyncio.create_subprocess_exec(*confined.words, start_new_session=True)
        await until(engine.containers)
        os.killpg(client.pid, 9)
        await client.wait()
        assert engine.containers() == [NAME]
    assert engine.containers() == []
    assert engine.asked("rm") == [["rm", "--force", "--volumes", NAME]]


async def test_it_is_removed_although_the_call_is_cancelled_meanwhile(engine: FakeEngine, tmp_path: Path):
    async def call() -> None:
        async with Containers("mine").around(BOX, start(tmp_path)):
            (tmp_path / "containers" / NAME).touch()
            await asyncio.get_running_loop().create_future()

    task = asyncio.ensure_future(call())
    await until(engine.containers)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert engine.containers() == []


async def test_the_container_of_a_killed_console_is_removed(engine: FakeEngine, tmp_path: Path):
    code = f"""
import asyncio
from pathlib import Path
from unit.host.confining.test_containers import BOX, Containers, start
async def main():
    async with Containers("mine").around(BOX, start(Path({str(tmp_path)!r}))):
        Path({str(tmp_path / "containers" / NAME)!r}).touch()
        await asyncio.sleep(60)
asyncio.run(main())
"""
    tests = Path(__file__).parents[3]
    path = os.pathsep.join([str(tests), str(tests.parent / "gui")])
    console = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path})
    await until(engine.containers)
    console.kill()
    console.wait()
    await until(lambda: not engine.containers())


async def test_leftovers_of_this_console_are_removed(engine: FakeEngine, tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / "containers" / name).touch()
    await Containers("mine").remove_leftovers("docker")
    assert engine.asked("ps") == [["ps", "--all", "--quiet", "--filter", "label=assent=mine"]]
    assert engine.asked("rm") == [["rm", "--force", "--volumes", "one", "two"]]
    await Containers("mine").remove_leftovers("docker")
    assert len(engine.asked("rm")) == 1
