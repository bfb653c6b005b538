"""What is to be started does not show its environment."""

from assent.host.trees.launch import Launch
from assent.model.limits import Limits


def test_secrets_do_not_print():
    launch = Launch(["ls"], "/", {"KEY": "s3cret"})
    assert "s3cret" not in repr(launch)
    assert (launch.terminal, launch.limits) == (None, Limits())
