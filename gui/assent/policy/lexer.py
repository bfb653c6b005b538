"""Takes a command block apart exactly as bash does, or says that it is not certain what bash makes of it."""

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.grammar import Grammar
from assent.policy.block import Certain, Uncertain
from assent.policy.text_gate import unfit


def read(text: str) -> Certain | Uncertain:
    """Return the simple commands that bash runs for `text` when it is started as `host.shell` says.

    Linear in time. Whatever is not of the certain subset of the language is uncertain, with the reason.
    """
    refused = unfit(text)
    if refused is not None:
        return refused
    grammar = Grammar(text)
    try:
        return Certain(grammar.commands_of_all())
    except Doubt as doubt:
        return Uncertain(doubt.why, doubt.offset, tuple(grammar.commands))
