"""A warden stands ready for each command, whatever happened to the ones before."""

import asyncio
import os
import sys

import psutil
import pytest

from namespaces import need_namespaces
from waiting import until

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.launch import Launch
from assent.host.tree_warden import WardenTree
from assent.host.wardens import BubblewrappedWardens, ForkedWardens


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
