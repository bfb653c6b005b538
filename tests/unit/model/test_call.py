"""A call is what arrived, under an id that nobody can guess."""

import re
from datetime import UTC

from assent.model.asker import Client, Session
from assent.model.call import Call, Proposal, new_call_id
from assent.model.result import BriefBlock, ShellBlock
from builders import a_call, an_asker


def test_ids_are_fresh_and_of_one_form():
    ids = {new_call_id() for _ in range(1_000)}
    assert len(ids) == 1_000
    assert all(re.fullmatch(r"[0-9a-f]{32}", one) for one in ids)


def test_each_call_has_its_own_id_and_time():
    made = Call(tool="Shell", arguments={}, asker=an_asker(), client=Client(name="x"), session=Session())
    assert made.received_at.tzinfo is UTC
    assert made.wants == "execution"
    assert made.id != a_call().id != a_call().id


def test_a_proposal_may_be_without_a_command_and_without_a_deadline():
    proposal = Proposal(title="Read a file")
    assert (proposal.command, proposal.timeout_s, proposal.display) == (None, None, ())


def test_a_proposal_knows_for_which_shell_its_command_is_written():
    shown = (BriefBlock(text="x"), ShellBlock(language="powershell", command="dir"))
    assert Proposal(title="Run", command="dir", display=shown).language == "powershell"
    assert Proposal(title="Run", command="dir").language == "bash"
