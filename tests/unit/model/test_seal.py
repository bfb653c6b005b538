"""Two seals are the same only when every figure is, and what differs has a name."""

from typing import Any

import pytest

from assent.model.seal import Difference, Seal, SealedFile, differences, kept_as_shown

SEAL = Seal(
    command_sha256="0" * 64,
    cwd="/tmp",
    cwd_device=1,
    cwd_inode=2,
    programs=(SealedFile(path="/bin/a", sha256="1"),),
    scripts=(SealedFile(path="/x.sh", sha256="2"),),
    repositories=(SealedFile(path="/r", sha256="3"),),
    environment_sha256="4",
    timeout_s=60,
    asker_pid=7,
    asker_started_at=1.5,
)
OTHERS: dict[str, Any] = {
    "command_sha256": "9" * 64,
    "cwd": "/",
    "cwd_device": 9,
    "cwd_inode": 9,
    "programs": (SealedFile(path="/bin/a", sha256="9"),),
    "scripts": (),
    "repositories": (SealedFile(path="/r", sha256="9"),),
    "environment_sha256": "9",
    "confinement": "workspace",
    "timeout_s": None,
    "idle_timeout_s": 9.0,
    "terminal": True,
    "background": True,
    "asker_pid": 0,
    "asker_started_at": 9.5,
}


def other(**fields: Any) -> Seal:
    return SEAL.model_copy(update=fields)


def test_a_seal_of_something_else_is_another():
    assert Seal.model_validate_json(SEAL.model_dump_json()) == SEAL
    assert SEAL.model_copy(update={"cwd_inode": 3}) != SEAL


def test_what_is_the_same_has_no_difference():
    assert differences(SEAL, other()) == ()


def test_every_field_is_tried_here():
    assert OTHERS.keys() == Seal.model_fields.keys()


@pytest.mark.parametrize("field", OTHERS)
def test_each_field_makes_a_difference(field: str):
    [difference] = differences(SEAL, other(**{field: OTHERS[field]}))
    assert difference.what
    assert difference.before != difference.after


def test_differences_are_said_in_words():
    assert differences(SEAL, other(cwd_inode=3)) == (
        Difference(what="folder /tmp", before="as it was shown", after="another folder at the same place"),
    )
    assert differences(SEAL, other(cwd_device=0, cwd_inode=0))[0].after == "nothing"
    assert differences(SEAL, other(asker_pid=0)) == (
        Difference(what="who asks", before="process 7", after="a process that has ended"),
    )
    assert differences(SEAL, other(timeout_s=1.5))[0] == Difference(
        what="timeout", before="60 s", after="1.5 s"
    )
    assert differences(SEAL, other(terminal=True))[0] == Difference(what="terminal", before="no", after="yes")
    assert differences(SEAL, other(scripts=(SealedFile(path="/x.sh", sha256=""),)))[0] == Difference(
        what="script /x.sh", before="SHA-256 2", after="nothing"
    )
    assert differences(other(scripts=()), SEAL)[0].before == "not part of it"


def test_an_edit_is_bound_to_what_was_shown_of_what_is_left_in_it():
    edited = other(
        command_sha256="8" * 64,
        programs=(SealedFile(path="/bin/b", sha256="8"), SealedFile(path="/bin/a", sha256="8")),
        scripts=(),
        terminal=True,
        environment_sha256="8",
        cwd_inode=8,
        asker_pid=0,
    )
    kept = kept_as_shown(SEAL, edited)
    assert kept.programs == (SealedFile(path="/bin/b", sha256="8"), SEAL.programs[0])
    assert (kept.command_sha256, kept.terminal, kept.environment_sha256) == ("8" * 64, True, "8")
    assert (kept.cwd_inode, kept.asker_pid, kept.scripts) == (2, 7, ())
    assert kept_as_shown(SEAL, edited.model_copy(update={"terminal": False})).environment_sha256 == "4"
    assert kept_as_shown(SEAL, other(cwd="/", cwd_inode=8)).cwd_inode == 8
