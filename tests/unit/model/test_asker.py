"""Who asks: what the kernel says, and what a program claims."""

import pytest
from pydantic import ValidationError

from assent.model.asker import Asker, Client, Process, Session


def test_what_the_system_does_not_tell_stays_empty():
    process = Process(pid=1)
    assert (process.started_at, process.uid, process.name, process.command_line) == (None, None, "", ())
    assert Asker(process=process).parents == ()


def test_a_client_has_a_name_and_claims_are_bounded():
    for claim in ({}, {"name": ""}, {"name": "x" * 201}, {"name": "x", "version": "y" * 201}):
        with pytest.raises(ValidationError):
            Client.model_validate(claim)
    for claim in ({"id": "x" * 201}, {"title": "x" * 501}, {"cwd": "x" * 4097}):
        with pytest.raises(ValidationError):
            Session.model_validate(claim)
    assert Session() == Session(id="", title="", cwd="")
