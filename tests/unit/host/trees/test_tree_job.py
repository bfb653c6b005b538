"""On Windows a command is in a job of its own, from before its first step to its end."""

import importlib
import sys

import pytest

from assent.host.trees.launch import Launch
from waiting import until


@pytest.mark.skipif(sys.platform == "win32", reason="there it may be imported")
def test_it_refuses_to_be_imported_elsewhere():
    with pytest.raises(AssertionError):
        importlib.import_module("assent.host.trees.tree_job")


@pytest.mark.skipif(sys.platform != "win32", reason="there are no job objects here")
async def test_nothing_of_it_is_left_when_it_is_killed():
    from assent.host.trees.tree_job import JobTrees  # noqa: PLC0415

    block = "start /b ping -n 60 127.0.0.1 >NUL & ping -n 60 127.0.0.1 >NUL"
    tree = await JobTrees().start(Launch(["cmd.exe", "/c", block], "C:\\", {}))
    await until(lambda: tree.usage().processes >= 3)
    tree.kill()
    await until(tree.is_empty)
    tree.close()
