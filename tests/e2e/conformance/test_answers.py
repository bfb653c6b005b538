"""The sentences that clients match on, word for word."""

import sys

import pytest

from assent.console.approval import No
from builders import PERSON
from e2e.conformance.conftest import Reference

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

REJECTED = (
    "The tool call is rejected by the user. Stop what you are doing and wait for the user to tell you how to "
    "proceed."
)


async def test_a_success_and_a_failure(reference: Reference):
    assert (await reference.run("true"))["message"] == "Command executed successfully."
    failed = await reference.run("exit 7")
    assert (failed["message"], failed["brief"]) == (
        "Command failed with exit code: 7.",
        "Failed with exit code: 7",
    )


async def test_a_timeout(reference: Reference):
    got = await reference.run("sleep 30", timeout=1)
    assert (got["message"], got["brief"]) == ("Command killed by timeout (1s)", "Killed by timeout (1s)")


async def test_a_no(reference: Reference):
    reference.person.answers = [No(by=PERSON)]
    got = await reference.run("touch never")
    assert (got["is_error"], got["output"]) == (True, "")
    assert (got["message"], got["brief"]) == (REJECTED, "Rejected by user")
    assert not (reference.folder / "never").exists()


async def test_a_no_with_a_word(reference: Reference):
    reference.person.answers = [No(by=PERSON, reason="use the other file")]
    got = await reference.run("true")
    assert got["message"] == "The tool call is rejected by the user. User feedback: use the other file"
    assert got["brief"] == "Rejected: use the other file"


async def test_what_is_left_out(reference: Reference):
    got = await reference.run("seq 1 100000; printf '%03000d' 0")
    assert "Output is truncated to fit in the message." in got["message"]
    assert got["output"].endswith("[...truncated]")
    assert "\n[...truncated: " in got["output"]
