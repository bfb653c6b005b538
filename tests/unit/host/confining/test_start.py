"""A start says what is started, and keeps the environment to itself."""

from assent.host.confining.start import Start


def test_its_environment_is_not_printed():
    assert "hush" not in repr(Start(["true"], "/", {"KEY": "hush"}))
