"""A warden stands ready for each command, whatever happened to the ones before."""

import asyncio
import os
import sys
from pathlib import Path

import psutil
import pytest

from namespaces import need_namespaces
from waiting import until

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.trees.launch import Launch
from assent.host.trees.tree_warden import WardenTree
from assent.host.trees.wardens import BubblewrappedWardens, ForkedWardens


async def finished(tree: WardenTree) -> int:
    """Wait for the end of a tree, give everything back and return its exit code."""
    code = await tree.exited()
    await until(tree.is_empty)
    tree.close()
    os.close(tree.stdout)
    os.close(tree.stderr)
    return code


@pytest.mark.parametrize("in_namespace", [True, False])
async def test_many_at_once_have_a_warden_each(in_namespace: bool):
    if in_namespace:
        need_namespaces()
    wardens = ForkedWardens(in_namespace=in_namespace)
    words = [["/bin/sh", "-c", f"sleep 0.1; exit {code}"] for code in range(8)]
    trees = await asyncio.gather(*(wardens.start(Launch(each, "/", {})) for each in words))
    assert len({tree.pid for tree in trees}) == 8
    assert [await finished(tree) for tree in trees] == list(range(8))
    wardens.close()


async def test_a_forker_that_was_killed_is_replaced():
    wardens = ForkedWardens(in_namespace=False)
    wardens._forker.kill()
    wardens._forker.wait()
    tree = await wardens.start(Launch(["/bin/sh", "-c", "exit 3"], "/", {}))
    assert await finished(tree) == 3
    wardens.close()


async def test_a_warden_that_was_killed_takes_its_command_with_it():
    wardens = ForkedWardens(in_namespace=False)
    environment = {"PATH": os.defpath, "ASSENT_CALL_ID": "lost-1"}
    tree = await wardens.start(Launch(["/bin/sh", "-c", "setsid sleep 61 & exec sleep 61"], "/", environment))
    [warden] = [process for process in psutil.Process().children(True) if process.pid == tree.pid]
    warden.parent().kill()  # type: ignore[union-attr]
    assert await finished(tree) == -9
    wardens.close()


async def test_the_words_are_found_on_the_commands_own_path():
    wardens = ForkedWardens(in_namespace=False)
    tree = await wardens.start(Launch(["true"], "/", {"PATH": os.defpath}))
    assert await finished(tree) == 0
    with pytest.raises(FileNotFoundError):
        await wardens.start(Launch(["true"], "/", {"PATH": "/nowhere"}))
    wardens.close()


async def test_without_bubblewrap_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(FileNotFoundError, match="bubblewrap"):
        BubblewrappedWardens()


def is_ready(tree: WardenTree) -> bool:
    return tree._ready.done()


@pytest.mark.parametrize("in_namespace", [True, False])
async def test_a_warden_whose_command_is_over_takes_another(in_namespace: bool):
    if in_namespace:
        need_namespaces()
    wardens = ForkedWardens(in_namespace=in_namespace)
    numbers = set()
    for code in range(6):
        tree = await wardens.start(Launch(["/bin/sh", "-c", f"exit {code}"], "/", {}))
        numbers.add(tree._above())
        assert await finished(tree) == code
    assert 1 <= len(numbers) <= 2
    wardens.close()


async def test_what_a_command_mounted_is_seen_by_no_other(tmp_path: Path):
    need_namespaces()
    if os.geteuid() != 0:
        pytest.skip("only root mounts something")
    wardens = ForkedWardens(in_namespace=True)
    environment = {"PATH": os.environ["PATH"]}
    mount = Launch(["/bin/sh", "-c", f"mount -t tmpfs none {tmp_path}"], "/", environment)
    look = Launch(["/bin/sh", "-c", f"! grep -q {tmp_path} /proc/mounts"], "/", environment)
    for _ in range(3):
        assert await finished(await wardens.start(mount)) == 0
        assert await finished(await wardens.start(look)) == 0
    wardens.close()


async def test_a_warden_that_died_while_it_stood_ready_is_not_asked():
    wardens = ForkedWardens(in_namespace=False)
    assert await finished(await wardens.start(Launch(["/bin/true"], "/", {}))) == 0
    await until(lambda: all(map(is_ready, wardens._spares)))
    for spare in wardens._spares:
        os.kill(spare._above() or 0, 9)
    await until(lambda: all(spare._is_over for spare in wardens._spares))
    assert await finished(await wardens.start(Launch(["/bin/true"], "/", {}))) == 0
    wardens.close()


async def test_no_more_wardens_are_kept_than_a_few():
    wardens = ForkedWardens(in_namespace=False)
    trees = [await wardens.start(Launch(["/bin/true"], "/", {})) for _ in range(8)]
    for tree in trees:
        await finished(tree)
    assert len(wardens._spares) == 4
    wardens.close()
