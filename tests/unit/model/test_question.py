"""A question waits for ever unless the person wants it to end."""

from builders import a_question


def test_it_does_not_expire_by_itself():
    assert a_question().expires_after_s is None
