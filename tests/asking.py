"""Builds what can be granted, and what the modal asks the console by, with answers that are laid down."""

from typing import Any

from assent.desktop.approval.counsel import Counsel
from assent.model.call import Call, Proposal
from assent.model.grant import BackTest, Grant, Offer, Session, Term, Wish
from assent.model.judgement import Judgement, Part
from assent.model.question import Question
from assent.model.rules import Rule
from builders import AT, a_process, a_question

OFFERS = (
    Offer(
        cover="block",
        text="git push & go",
        rules=(Rule(decision="allow", command="= git push"),),
        toml='[[rule]]\ndecision = "allow"\ncommand = "= git push"\n',
    ),
    Offer(
        cover="prefix",
        text="git push …",
        rules=(Rule(decision="allow", command="git push"),),
        toml='[[rule]]\ndecision = "allow"\ncommand = "git push"\n',
    ),
)

# Nothing speaks of it, and it is known for certain what it is.
GRANTABLE = Judgement(
    decision="ask",
    reason="No rule speaks of it.",
    parts=(Part(start=0, end=8, text="git push", words=("git", "push"), decision="ask"),),
)


async def _review(call: Call, proposal: Proposal) -> Question:
    return a_question(proposal.command or "", call=call, proposal=proposal)


def a_counsel(**changes: Any) -> Counsel:
    """Return counsel that finds every proposal fit to be asked."""
    values: dict[str, Any] = {
        "confinements": tuple,
        "review": _review,
        "offers": lambda _question: OFFERS,
        "back_test": lambda _offer: BackTest(requests=400, answered=37, refused_then=2),
        "refusals": lambda: ("Show me a plan & wait.", "Only read for now."),
        "trust": lambda _root, _fingerprint: None,
    }
    return Counsel(**{**values, **changes})


def a_grant(name: str = "g", term: Term | None = None, **changes: Any) -> Grant:
    """Return a grant in force, of the first offer."""
    wish = Wish(offer=OFFERS[0], term=term or Session())
    return Grant(id=name, wish=wish, process=a_process(), given_at=AT, **changes)
