"""Holds a call to what was approved: what would run now is compared with it, and an edit is none."""

from assent.model.authority import ByMode
from assent.model.call import Call
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.seal import kept_as_shown
from assent.tools.toolset import Ready


async def as_answered(ready: Ready, call: Call, shown: Inspection, *, is_edited: bool) -> Inspection:
    """Return what a yes is bound to: what was shown, or what the person made of it, looked at anew.

    A file that was shown is bound to what was shown of it, in an edited command too.
    """
    if not is_edited:
        return shown
    edited = await ready.tool.inspected(ready.prepared, call)
    if shown.seal is None or edited.seal is None:
        return edited
    known = {script.path: script for script in shown.scripts}
    return edited.model_copy(
        update={
            "seal": kept_as_shown(shown.seal, edited.seal),
            "scripts": tuple(known.get(script.path, script) for script in edited.scripts),
        }
    )


def held_to(judgement: Judgement, inspection: Inspection) -> Judgement:
    """Return the judgement, or that a person has to be asked: of what can't be sealed no rule can know.

    Whoever switched to running everything for a while meant everything.
    """
    if judgement.decision != "allow" or not inspection.unsealed or isinstance(judgement.by, ByMode):
        return judgement
    return must_ask(judgement, inspection.unsealed[0])


def must_ask(judgement: Judgement, reason: str) -> Judgement:
    """Return a judgement that allows nothing; what it denies stays denied."""
    if judgement.decision != "allow":
        return judgement
    return judgement.model_copy(update={"decision": "ask", "by": None, "reason": reason})
