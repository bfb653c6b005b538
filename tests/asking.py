"""Builds what the modal asks the console by, with answers that are laid down."""

from typing import Any

from assent.desktop.approval.counsel import Counsel
from assent.model.grant import BackTest, Offer
from assent.model.rules import Rule
from builders import a_question

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


def a_counsel(**changes: Any) -> Counsel:
    """Return counsel that finds every proposal fit to be asked."""
    values: dict[str, Any] = {
        "confinements": tuple,
        "review": lambda call, proposal: a_question(proposal.command, call=call, proposal=proposal),
        "back_test": lambda _offer: BackTest(requests=400, answered=37, refused_then=2),
        "refusals": lambda: ("Show me a plan & wait.", "Only read for now."),
        "trust": lambda _root, _fingerprint: None,
    }
    return Counsel(**{**values, **changes})
