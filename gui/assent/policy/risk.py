"""How much harm a simple command could do, and why, in plain words."""

from assent.model.judgement import Risk
from assent.policy.block import Simple
from assent.policy.profiles.use import Use

_BY_EFFECT: dict[str, tuple[Risk, str]] = {
    "nothing": ("none", ""),
    "reads": ("none", ""),
    "writes": ("medium", "It writes."),
    "network": ("medium", "It reaches other machines."),
    "executes": ("medium", "It runs code that stands in files."),
}


def risk_of(command: Simple, use: Use | None, *, reads_outside: bool) -> tuple[Risk, str]:
    """Return the risk of a command that is certain; `use` is what is known of its arguments."""
    if use is None:
        return "high", f"Nothing is known of what `{command.words[0].text}` does."
    if command.stdin != "inherited" and use.stdin == "code":
        return "high", "What it reads on stdin runs as code."
    if not use.is_known:
        return "high", _sentence(use.danger or use.why)
    if use.danger:
        return ("high" if use.effect != "network" else "medium"), _sentence(use.danger)
    risk, danger = _BY_EFFECT[use.effect]
    if risk == "none" and reads_outside:
        return "low", "It reads outside of the agent's folder."
    return risk, danger


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""
