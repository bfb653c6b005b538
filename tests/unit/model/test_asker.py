"""Who asks: what the kernel says, and what a program claims."""

import pytest
from pydantic import ValidationError

from assent.model.asker import Asker, Client, Process, Session, agent_of, is_same, is_same_program
from builders import a_process


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


AGENT = a_process(pid=7, name="agent")
SHELL = a_process(pid=8, name="bash", executable="/usr/bin/bash")
OURS = a_process(pid=9, name="assent", executable="/usr/bin/python3", command_line=("python3", "/bin/assent"))
MODULE = a_process(
    pid=9, name="python3", executable="/usr/bin/python3", command_line=("python3", "-m", "assent")
)


@pytest.mark.parametrize(
    "line", [(AGENT,), (SHELL, AGENT), (OURS, SHELL, AGENT), (MODULE, AGENT, OURS), (AGENT, SHELL)]
)
def test_the_agent_is_who_is_neither_a_shell_nor_our_client(line: tuple[Process, ...]):
    assert agent_of(Asker(process=line[0], parents=line[1:])) == AGENT


def test_where_there_are_shells_only_the_agent_is_who_asks():
    assert agent_of(Asker(process=SHELL, parents=(SHELL,))) == SHELL


def test_a_pid_alone_names_no_process():
    assert is_same(AGENT, a_process(pid=7, name="renamed"))
    assert not is_same(AGENT, a_process(pid=7, started_at=1.0))
    unknown = a_process(pid=7, started_at=None)
    assert not is_same(unknown, unknown)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("agent", "--fast"), ("agent", "--slow"), True),
        (("python3", "a.py", "x"), ("python3", "a.py", "y"), True),
        (("python3", "a.py"), ("python3", "b.py"), False),
        (("python3", "-m", "a", "x"), ("python3", "-m", "a"), True),
        (("python3", "-m", "a"), ("python3", "-m", "b"), False),
        (("python3.11", "-X", "dev", "a.py"), ("python3.11", "-X", "dev", "b.py"), False),
        (("python3",), ("python3", "b.py"), False),
    ],
)
def test_a_program_is_its_file_and_the_script_that_it_runs(
    one: tuple[str, ...], other: tuple[str, ...], same: bool
):
    first, second = (
        a_process(executable=f"/usr/bin/{words[0]}", command_line=words) for words in (one, other)
    )
    assert is_same_program(first, second) is same


def test_what_has_no_file_is_the_same_as_nothing():
    assert not is_same_program(a_process(executable=""), a_process(executable=""))
