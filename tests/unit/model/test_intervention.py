"""What a person did to a running command can be told, and reads back as it was written."""

import pytest
from pydantic import TypeAdapter, ValidationError

from assent.model.intervention import Extended, Intervention, Typed, sentence
from builders import INTERVENTIONS, PERSON

ADAPTER: TypeAdapter[Intervention] = TypeAdapter(Intervention)
TOLD = [
    "The user extended the deadline by 10 min",
    "The user lifted the deadline",
    "The user paused the command",
    "The user let the command go on",
    "The user interrupted the command (SIGINT)",
    "The rule 'git status' terminated the command (SIGTERM)",
    "The user killed the command (SIGKILL)",
    "The user killed the process 7",
    "The user sent the command to the background",
    "The user kept the command running without the console",
    "The console (it was closed) typed something hidden into the terminal",
]


@pytest.mark.parametrize(
    ("what", "told"), list(zip(INTERVENTIONS, TOLD, strict=True)), ids=[what.kind for what in INTERVENTIONS]
)
def test_each_has_a_sentence_and_reads_back(what: Intervention, told: str):
    assert sentence(what) == told
    assert ADAPTER.validate_json(what.model_dump_json()) == what


@pytest.mark.parametrize("by_s", [0, -1, 86_401, float("nan"), float("inf")])
def test_a_deadline_comes_later_and_within_a_day(by_s: float):
    with pytest.raises(ValidationError):
        Extended(by=PERSON, by_s=by_s)


def test_what_is_no_round_minute_and_no_secret_is_told_as_it_is():
    assert sentence(Extended(by=PERSON, by_s=90)) == "The user extended the deadline by 90 s"
    assert sentence(Typed(by=PERSON, hidden=False)) == "The user typed a line into the terminal"
