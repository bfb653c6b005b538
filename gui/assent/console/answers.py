"""What an agent is told when its call did not run."""

from typing import assert_never

from assent.execution.capture import Capture
from assent.model.authority import ByConsole, ByGrant, ByMode, ByPerson, ByRule
from assent.model.lifecycle import Expired, Failed, Refused, Withdrawn
from assent.model.result import ToolReturnValue, error

REJECTED = (
    "The tool call is rejected by the user. Stop what you are doing and wait for the user to tell you how "
    "to proceed."
)


def refusal(outcome: Refused) -> ToolReturnValue:
    """Tell the agent who refused, and what was said."""
    match outcome.by:
        case ByPerson() if outcome.reason:
            message = f"The tool call is rejected by the user. User feedback: {outcome.reason}"
            return error(message, brief=f"Rejected: {outcome.reason}", extras={"has_feedback": True})
        case ByPerson():
            return error(REJECTED, brief="Rejected by user")
        case ByRule() | ByGrant() | ByMode():
            return error(
                f"Tool execution denied by policy. {outcome.reason}".strip(), brief="Denied by policy"
            )
        case ByConsole(reason=reason):
            return error(f"Tool execution denied: {reason}.", brief="Denied")
        case _:
            assert_never(outcome.by)


def withdrawal(outcome: Withdrawn, capture: Capture | None) -> ToolReturnValue:
    """Keep what the command wrote until the agent lost interest."""
    builder = (capture or Capture()).builder()
    return builder.error(f"The tool call was withdrawn: {outcome.why}.", brief="Withdrawn")


def without_run(outcome: Expired | Failed) -> ToolReturnValue:
    """Tell the agent why there is no result."""
    match outcome:
        case Expired(after_s=after_s):
            return error(f"Nobody answered the request within {after_s:g} seconds.", brief="No answer")
        case Failed(error=problem):
            return error(problem, brief="Failed")
        case _:
            assert_never(outcome)
