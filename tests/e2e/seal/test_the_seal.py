"""What is another thing at the start than what was approved does not run: it is asked again."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the blocks are written for bash", allow_module_level=True)

from assent.console.approval import Yes
from assent.execution.control import Control
from assent.model.events import Event, Moved
from assent.model.lifecycle import Approved, Exited, Refused
from builders import PERSON, write_rules
from e2e.seal.changing import CHANGES, TOUCH, Place, undo, write

TIMES = 50  # of each change: a thousand in all


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Return a place that is as it should be."""
    found = Place(tmp_path)
    yield found
    found.close()


async def test_what_did_not_change_runs(place: Place):
    with place.pipeline() as pipeline:
        for command in dict.fromkeys(command for command, _, _ in CHANGES.values()):
            settled = await pipeline.handle(place.call(command), Control())
            assert isinstance(settled.outcome, Exited), command
            assert [question.differences for question in place.person.questions] == [()]
            undo(place)
        await pipeline.close()


def test_there_are_a_thousand():
    assert len(CHANGES) * TIMES >= 1_000


@pytest.mark.parametrize("name", CHANGES)
async def test_nothing_runs_that_changed_between_the_yes_and_the_start(place: Place, name: str):
    command, change, told = CHANGES[name]
    with place.pipeline() as pipeline:
        for _ in range(TIMES):
            place.person.change = lambda: change(place)
            settled = await pipeline.handle(place.call(command), Control())
            assert settled.outcome == Refused(by=PERSON)
            assert place.way() == ["received", "asking", "approved", "asking", "refused"]
            [_, again] = place.person.questions
            assert any(each.what.startswith(told) for each in again.differences), again.differences
            assert again.judgement.decision == "ask"
            assert not place.has_run()
            undo(place)
        await pipeline.close()


@pytest.mark.parametrize("name", ["a script is another", "the folder is another", "a program is another"])
async def test_a_second_yes_is_for_what_it_is_now(place: Place, name: str):
    command, change, _ = CHANGES[name]
    place.person.change = lambda: change(place)
    place.person.second = Yes(by=PERSON)
    with place.pipeline() as pipeline:
        settled = await pipeline.handle(place.call(command), Control())
        await pipeline.close()
    assert isinstance(settled.outcome, Exited)
    assert place.way() == ["received", "asking", "approved", "asking", "approved", "running", "exited"]


async def test_a_changed_script_is_shown_before_and_after(place: Place):
    place.person.change = lambda: write(place.work / "x.sh", "echo other\n")
    with place.pipeline() as pipeline:
        await pipeline.handle(place.call("bash x.sh"), Control())
        await pipeline.close()
    [difference] = place.person.questions[1].differences
    assert difference.what == f"script {place.work}/x.sh"
    assert (difference.before, difference.after) == (TOUCH, "echo other\n")


async def test_what_a_rule_allowed_is_asked_when_it_changed(place: Place):
    write_rules(place.root, allow="=git status")

    def change(event: Event) -> None:
        if isinstance(event, Moved) and isinstance(event.state, Approved):
            CHANGES["a setting makes git run something"][1](place)

    with place.pipeline() as pipeline:
        pipeline._calls.observe(change)
        settled = await pipeline.handle(place.call("git status"), Control())
        await pipeline.close()
    assert settled.outcome == Refused(by=PERSON)
    assert place.way() == ["received", "approved", "asking", "refused"]
    [again] = place.person.questions
    assert again.inspection.repositories[0].executes == ("core.fsmonitor: ./x.sh",)


async def test_an_edit_is_no_difference_but_what_was_shown_is_held_to_it(place: Place):
    seen = []

    class Editor:
        async def ask(self, question: object) -> Yes:
            seen.append(question)
            if len(seen) > 1:
                return Yes(by=PERSON)
            proposal = question.proposal.model_copy(update={"command": "bash x.sh; echo edited"})  # type: ignore[attr-defined]
            if is_changed:
                write(place.work / "x.sh", "echo other\n")
            return Yes(by=PERSON, proposal=proposal)

    place.person.ask = Editor().ask  # type: ignore[method-assign,assignment]
    with place.pipeline() as pipeline:
        is_changed = False
        settled = await pipeline.handle(place.call("bash x.sh"), Control())
        assert (len(seen), settled.result.output) == (1, "edited\n")
        seen.clear()
        is_changed = True
        settled = await pipeline.handle(place.call("bash x.sh"), Control())
        assert [each.what for each in seen[1].differences] == [f"script {place.work}/x.sh"]
        assert settled.result.output == "other\nedited\n"
        await pipeline.close()
