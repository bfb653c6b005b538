"""A jq program that shows the environment or loads code is objected to."""

import pytest

from assent.policy.profiles.languages.jq import jq_objection


@pytest.mark.parametrize(
    "program", [".", ".env", ".a.import", '."env"', "$environment", ".[] | select(.a)", "$name"]
)
def test_a_program_that_looks_at_its_input_is_known(program: str):
    assert jq_objection(program) == ""


@pytest.mark.parametrize(
    "program", ["env", "$ENV.A", "env.A", '"\\(env.A)"', 'import "a" as a; .', 'include "a"; .', ".a|env"]
)
def test_a_program_that_shows_or_loads_is_objected_to(program: str):
    assert jq_objection(program)
