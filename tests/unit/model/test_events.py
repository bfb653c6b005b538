"""What observers are told: values, and none that prints a secret."""

from dataclasses import FrozenInstanceError

import pytest

from assent.model.events import Moved, Output
from assent.model.lifecycle import Received
from builders import AT, a_call


def test_output_says_how_much_and_never_what():
    assert repr(Output("c1", "stderr", b"hunter2")) == "Output('c1', 'stderr', 7 bytes)"
    assert "hunter2" not in f"{Output('c1', 'stdout', b'hunter2')}"


@pytest.mark.parametrize("event", [Output("c", "stdout", b""), Moved(a_call(), Received(), AT)])
def test_an_event_cannot_be_changed(event: Output | Moved):
    with pytest.raises(FrozenInstanceError):
        setattr(event, next(iter(event.__slots__)), None)
