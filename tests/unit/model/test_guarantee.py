"""The guarantee is a plain value."""

from assent.model.guarantee import Guarantee


def test_it_is_written_and_read():
    value = Guarantee(kind="warden", sentence="All of it ends.", instead_of=("namespace: not permitted",))
    assert Guarantee.model_validate_json(value.model_dump_json()) == value
