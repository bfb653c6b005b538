"""What an agent is told when its call did not run."""

from typing import assert_never

from pydantic import JsonValue

from assent.execution.capture import Capture
from assent.model.authority import ByConsole, ByGrant, ByMode, ByPerson, ByRule
from assent.model.call import Proposal
from assent.model.lifecycle import Expired, Failed, Refused, Withdrawn
from assent.model.result import ToolReturnValue, error

_MOST_TOLD = 10_000  # characters of a command
_STOP = "Stop what you are doing and wait for the user to tell you how to proceed."
REJECTED = f"The tool call is rejected by the user. {_STOP}"


def refusal(outcome: Refused) -> ToolReturnValue:
    """Tell the agent who refused, and what was said."""
    match outcome.by:
        case ByPerson() if outcome.reason:
            message = f"The tool call is rejected by the user. User feedback: {outcome.reason}"
            extras: dict[str, JsonValue] = {"has_feedback": True}
            if outcome.stops:
                message = f"{message}\n{_STOP}"
                extras["stops"] = True
            return error(message, brief=f"Rejected: {outcome.reason}", extras=extras)
        case ByPerson():
            return error(
                REJECTED, brief="Rejected by user", extras={"stops": True} if outcome.stops else None
            )
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


def told(result: ToolReturnValue, asked: Proposal, ran: Proposal, word: str) -> ToolReturnValue:
    """Add what the person made of the command before it ran, and their word to the agent."""
    message, extras = result.message, dict(result.extras or {})
    if ran.command is not None and ran.command != asked.command:
        shown = ran.command[:_MOST_TOLD] + ("…" if len(ran.command) > _MOST_TOLD else "")
        message = f"The user changed the command before it ran. What ran: {shown}\n{message}"
        extras["command"] = shown
    if word:
        message = f"{message}\nThe user says: {word}".lstrip()
        extras["word"] = word
    return result.model_copy(update={"message": message, "extras": extras or None})


def instead(command: str) -> str:
    """Return the word to an agent that runs commands itself, where the person would have another one run."""
    return f"Ask for this command instead, and run it then: {command[:_MOST_TOLD]}"
