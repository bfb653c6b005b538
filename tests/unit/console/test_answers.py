"""An agent whose call did not run is told why, in words it can act on."""

import pytest

from assent.console.answers import REJECTED, instead, refusal, told, withdrawal, without_run
from assent.execution.capture import Capture
from assent.model.lifecycle import Expired, Failed, Refused, Withdrawn
from builders import CONSOLE, PERSON, RULE, a_proposal, a_result


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


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (Refused(by=PERSON, stops=True), REJECTED),
        (
            Refused(by=PERSON, reason="use uv", stops=True),
            "The tool call is rejected by the user. User feedback: use uv\n"
            "Stop what you are doing and wait for the user to tell you how to proceed.",
        ),
    ],
)
def test_who_is_to_stop_is_told_so_for_programs_too(outcome: Refused, message: str):
    value = refusal(outcome)
    assert (value.message, (value.extras or {}).get("stops")) == (message, True)


def test_what_the_person_made_of_a_command_is_told():
    asked, ran = a_proposal("rm x"), a_proposal("rm -i x")
    value = told(a_result(), asked, ran, "be careful")
    assert value.message == (
        "The user changed the command before it ran. What ran: rm -i x\n"
        "Command executed successfully.\nThe user says: be careful"
    )
    assert value.extras == {"command": "rm -i x", "word": "be careful"}
    assert told(a_result(), asked, asked, "") == a_result()


def test_a_huge_command_is_told_in_part():
    value = told(a_result(), a_proposal("x"), a_proposal("y" * 1_000_000), "")
    assert len(value.message) < 11_000
    assert "…" in value.message


def test_who_runs_it_himself_is_told_what_to_ask_for():
    assert instead("ls") == "Ask for this command instead, and run it then: ls"
