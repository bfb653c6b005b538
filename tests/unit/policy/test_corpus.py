"""Of every case of the corpora nothing is allowed that must not be, and what needs no question gets none."""

import shutil
from pathlib import Path

import pytest

from unit.policy.corpus import Case, a_repository, cases, is_right, judged

CORPUS = [*cases("policy.jsonl"), *cases("policy_more.jsonl")]
STRETCH = [case for case in CORPUS if case["category"] == "benign-stretch"]


def _id(case: Case) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", [case for case in CORPUS if "setup" not in case], ids=_id)
def test_the_decision_is_right(case: Case):
    judgement = judged(case)
    assert is_right(case, judgement.decision), judgement.reason


@pytest.mark.skipif(shutil.which("git") is None, reason="git makes the repositories")
@pytest.mark.parametrize("case", [case for case in CORPUS if "setup" in case], ids=_id)
def test_the_decision_is_right_in_its_repository(tmp_path: Path, case: Case):
    judgement = judged(case, str(a_repository(tmp_path, case["setup"])))
    assert is_right(case, judgement.decision), judgement.reason


def test_of_harmless_things_that_are_hard_to_read_at_most_a_third_is_asked():
    asked = [case["id"] for case in STRETCH if judged(case).decision != "allow"]
    assert len(asked) * 3 <= len(STRETCH), asked


def test_no_id_is_there_twice():
    assert len({case["id"] for case in CORPUS}) == len(CORPUS)
