"""An agent whose call did not run is told why, in words it can act on."""

import pytest

from assent.console.answers import REJECTED, refusal, withdrawal, without_run
from assent.execution.capture import Capture
from assent.model.lifecycle import Expired, Failed, Refused, Withdrawn
from builders import CONSOLE, PERSON, RULE


@pytest.mark.parametrize(
    ("outcome", "message", "brief"),
    [
        (Refused(by=PERSON), REJECTED, "Rejected by user"),
        (
            Refused(by=PERSON, reason="use uv"),
            "The tool call is rejected by the user. User feedback: use uv",
            "Rejected: use uv",
        ),
        (Refused(by=RULE), "Tool execution denied by policy.", "Denied by policy"),
        (Refused(by=RULE, reason="No rm."), "Tool execution denied by policy. No rm.", "Denied by policy"),
        (Refused(by=CONSOLE), "Tool execution denied: it was closed.", "Denied"),
    ],
)
def test_who_refused_is_told_with_what_was_said(outcome: Refused, message: str, brief: str):
    value = refusal(outcome)
    assert (value.is_error, value.message, value.brief, value.output) == (True, message, brief, "")
    assert (value.extras or {}).get("has_feedback", False) == (outcome.by == PERSON and bool(outcome.reason))


def test_a_plain_no_tells_the_agent_to_stop():
    assert REJECTED == (
        "The tool call is rejected by the user. "
        "Stop what you are doing and wait for the user to tell you how to proceed."
    )


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (Expired(after_s=90), "Nobody answered the request within 90 seconds."),
        (Expired(after_s=0.5), "Nobody answered the request within 0.5 seconds."),
        (Failed(error="No space left"), "No space left"),
    ],
)
def test_no_result_has_a_reason(outcome: Expired | Failed, message: str):
    assert without_run(outcome).message == message
    assert without_run(outcome).is_error


def test_a_withdrawn_call_keeps_what_it_wrote():
    capture = Capture()
    capture.take("stdout", b"so far")
    value = withdrawal(Withdrawn(why="the agent cancelled it"), capture)
    assert (value.message, value.output) == ("The tool call was withdrawn: the agent cancelled it.", "so far")
    assert withdrawal(Withdrawn(why="x"), None).output == ""
