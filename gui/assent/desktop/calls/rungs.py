"""What each rung of the ladder says: words, drawing, keys, and the plain effect."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rung:
    """One thing to do: its words, its drawing, its keys, and its plain effect."""

    text: str
    icon: str
    keys: str
    effect: str


# Ctrl+Shift and a letter: a terminal has no byte for these, so none is taken from the command.
MINUTE = Rung("+1 min", "clock-plus", "Ctrl+Shift+M", "Let the command run a minute longer")
TEN = Rung("+10 min", "clock-plus", "Ctrl+Shift+T", "Let the command run ten minutes longer")
LIFT = Rung(
    "No limit", "clock-off", "Ctrl+Shift+L", "Let the command run as long as it likes, also in silence"
)
PAUSE = Rung("Pause", "player-pause", "Ctrl+Shift+P", "Let all its processes stand still, and its time too")
RESUME = Rung("Continue", "player-play", "Ctrl+Shift+P", "Let its processes and its time go on")
BACK = Rung(
    "Background", "arrow-bar-to-down", "Ctrl+Shift+B", "Answer the agent now, and let the command go on"
)
INTERRUPT = Rung("Interrupt", "hand-stop", "Ctrl+Shift+I", "Ask it to break off, as Ctrl+C does (SIGINT)")
KILL = Rung("Kill", "skull", "Ctrl+Shift+K", "End all its processes at once (SIGKILL)")
STOP = Rung(
    "Stop", "player-stop", "Ctrl+Shift+S", "Tell it to end (SIGTERM); what is left after 2 s is killed"
)
