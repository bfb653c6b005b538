"""What stands in a frame of its own in the modal: what is odd in the command, and the agent's words."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, Colours
from assent.desktop.appearance.wording import counted
from assent.model.reveal import code_point, findings, reveal

SIGN = 18


def peculiarities(command: str, colours: Colours, ratio: float) -> QFrame | None:
    """Return a notice of what the eye would miss in `command`, or None when there is nothing."""
    text = _odd(command)
    if not text:
        return None
    frame, row = QFrame(), QHBoxLayout()
    frame.setProperty("role", "notice")
    row.setContentsMargins(MEDIUM, SMALL, MEDIUM, SMALL)
    row.setSpacing(SMALL)
    sign = plain()
    sign.setPixmap(pixmap("alert-triangle", colours.waiting, SIGN, ratio))
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(passage(text), 1)
    frame.setLayout(row)
    return frame


def quoted(description: str) -> QFrame:
    """Frame the agent's words, so that nothing in them can pass for ours."""
    frame, column = QFrame(), QVBoxLayout()
    frame.setProperty("role", "quote")
    column.setContentsMargins(MEDIUM, SMALL, MEDIUM, SMALL)
    column.setSpacing(TIGHT)
    column.addWidget(plain("The agent's own words, not checked", role="caption"))
    column.addWidget(passage(reveal(description)))
    frame.setLayout(column)
    return frame


def _odd(command: str) -> str:
    found, parts = findings(command), []
    if found.hidden:
        parts.append(
            f"{counted(found.hidden, 'character')} would not show, or would change the order of others: "
            "written as ⟦U+…⟧."
        )
    if found.unusual:
        listed = ", ".join(f"{each} {code_point(each)}" for each in found.unusual[:6])
        more = f" and {len(found.unusual) - 6:,} more" if len(found.unusual) > 6 else ""
        parts.append(f"Not plain ASCII, may only look like it: {listed}{more}.")
    return "\n".join(parts)
