"""Every state has its words, and foreign words in them are revealed."""

import pytest

from assent.desktop.appearance import wording
from assent.model.asker import Asker
from assent.model.authority import ByConsole
from assent.model.intervention import Extended, Paused
from assent.model.lifecycle import Exceeded, Exited, Running, Settled, State, TimedOut
from builders import AUTHORITIES, OUTCOMES, PERSON, STATES, a_process, an_asker, settled


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.kind)
def test_each_state_is_told(state: State) -> None:
    now = wording.told(state)
    assert now.text
    assert now.icon


def test_success_and_failure_are_told_apart() -> None:
    texts = {wording.told(settled(Exited(code=code))).text for code in (0, 3, -9)}
    assert texts == {"done", "exit code 3", "ended by signal 9"}


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: outcome.kind)
def test_each_ending_is_a_sentence(outcome: Settled) -> None:
    assert wording.ending(outcome)[0].isupper()  # type: ignore[arg-type]


@pytest.mark.parametrize("authority", AUTHORITIES, ids=lambda by: by.kind)
def test_each_authority_has_a_name(authority: object) -> None:
    assert wording.decided(authority)  # type: ignore[arg-type]


def test_the_lineage_goes_from_the_asker_to_the_terminal() -> None:
    assert wording.lineage(an_asker()) == "agent \u2039 bash"


def test_a_process_cannot_forge_its_name() -> None:
    asker = Asker(process=a_process(name="a\u202eb\nc"), parents=(a_process(name="", pid=7),))
    assert wording.lineage(asker) == "a⟦U+202E⟧b ⏎ c \u2039 process 7"


def test_a_command_line_is_quoted_and_revealed() -> None:
    process = a_process(command_line=("sh", "-c", "a b\u200b"))
    assert wording.words(process) == "sh -c 'a b⟦U+200B⟧'"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a", "1 line, 1 character"),
        ("ab\ncd", "2 lines, 5 characters"),
        ("x" * 1234, "1 line, 1,234 characters"),
    ],
)
def test_sizes(text: str, told: str) -> None:
    assert wording.size(text) == told


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "0:00"), (7.9, "0:07"), (61, "1:01"), (3723, "1:02:03"), (-1, "0:00")]
)
def test_running_times(seconds: float, told: str) -> None:
    assert wording.clock(seconds) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(1, "1 second"), (30, "30 seconds"), (60, "1 minute"), (300, "5 minutes"), (90, "90 seconds")],
)
def test_spans(seconds: float, told: str) -> None:
    assert wording.span(seconds) == told


def test_a_paused_call_is_told_as_such() -> None:
    assert wording.told(Running(pid=1), is_paused=True).text == "paused"
    assert wording.told(settled(Exited(code=0)), is_paused=True).text == "done"


def test_what_set_the_limit_is_told() -> None:
    assert wording.told(settled(TimedOut(after_s=60, idle=True))).text == "killed, silent 1 minute"
    assert wording.told(settled(Exceeded(what="memory_mib", limit=2_048))).text == "killed at 2,048 MiB"


def test_deeds_are_told_to_whoever_did_them() -> None:
    assert wording.deed(Extended(by=PERSON, by_s=600)) == "you extended the deadline by 10 min"
    assert wording.deed(Paused(by=ByConsole(reason="a\nb"))) == "The console (a ⏎ b) paused the command"


@pytest.mark.parametrize(
    ("used_s", "left_s", "total_s", "told"),
    [
        (28, 271.2, 300, ("4:32 left of 5:00", "4:32 left")),
        (28, None, None, ("0:28, no limit", "0:28")),
        (400, 0, 300, ("0:00 left of 5:00", "0:00 left")),
    ],
)
def test_what_remains(
    used_s: float, left_s: float | None, total_s: float | None, told: tuple[str, str]
) -> None:
    forms = (wording.remaining(used_s, left_s, total_s, is_short=is_short) for is_short in (False, True))
    assert tuple(forms) == told
