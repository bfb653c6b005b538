"""What is to be started does not tell the environment to whoever prints it."""

from assent.host.launch import Launch
from assent.model.limits import Limits


def test_secrets_do_not_print():
    launch = Launch(["ls", "-l"], "/tmp", {"TOKEN": "hunter2"})
    assert repr(launch) == "Launch(['ls', '-l'], cwd='/tmp')"


def test_it_has_pipes_and_no_limits_unless_it_is_told_so():
    launch = Launch(["ls"], "/", {})
    assert (launch.terminal, launch.limits) == (None, Limits())
