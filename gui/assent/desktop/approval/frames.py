"""What stands in a frame of its own in the modal: what is odd or has changed, and the agent's words."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, Colours
from assent.desktop.approval.difference_view import DifferenceView
from assent.desktop.approval.line_difference import changed_lines
from assent.desktop.approval.unusual import unusual
from assent.model.inspection import Inspection
from assent.model.judgement import Disguise
from assent.model.reveal import one_line, reveal
from assent.model.seal import Difference

SIGN = 18
LEAST_CHANGED_LINES, MOST_CHANGED_LINES = 3, 9
MOST_LINES = 7
CHANGED = "You approved this, but it did not start: meanwhile something has changed. It is asked anew."


def peculiarities(
    command: str, disguises: Sequence[Disguise], colours: Colours, ratio: float
) -> QFrame | None:
    """Return a notice of what the eye would miss in `command`, or None when there is nothing."""
    text = unusual(command, disguises)
    return _notice([passage(text, most_lines=MOST_LINES)], colours.waiting, ratio) if text else None


def warnings(inspection: Inspection, colours: Colours, ratio: float) -> QFrame | None:
    """Return a notice of what runs besides the command, or could not be sealed, or None."""
    told = [
        *_repositories(inspection),
        *(f"Not sealed: {one_line(each, 400)}" for each in inspection.unsealed),
    ]
    return (
        _notice([passage("\n".join(told), most_lines=MOST_LINES)], colours.waiting, ratio) if told else None
    )


def changed_since(differences: Sequence[Difference], colours: Colours, ratio: float) -> QFrame | None:
    """Return a notice of what changed between the approval and the start, or None when nothing did."""
    if not differences:
        return None
    parts: list[QWidget] = [plain(CHANGED, role="strong", wrap=True)]
    for each in differences:
        what, before, after = (one_line(text, 300) for text in (each.what, each.before, each.after))
        if "\n" in each.before or "\n" in each.after:
            parts.append(passage(f"{what}:"))
            parts.append(_changed_text(each, colours))
        else:
            parts.append(passage(f"{what}: {before or 'nothing'} → {after or 'nothing'}"))
    return _notice(parts, colours.bad, ratio)


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


def _repositories(inspection: Inspection) -> Iterable[str]:
    for each in inspection.repositories:
        if each.executes:
            root, what = one_line(each.root, 300), one_line(", ".join(each.executes), 400)
            trust = ", and you trust it as it is" if each.is_trusted else ""
            yield f"The repository {root} makes git run programs{trust}: {what}"


def _changed_text(difference: Difference, colours: Colours) -> DifferenceView:
    view = DifferenceView(colours, changed_lines(difference.before, difference.after))
    view.be_within(LEAST_CHANGED_LINES, MOST_CHANGED_LINES)
    return view


def _notice(parts: Iterable[QWidget], colour: str, ratio: float) -> QFrame:
    frame, row, column = QFrame(), QHBoxLayout(), QVBoxLayout()
    frame.setProperty("role", "notice")
    row.setContentsMargins(MEDIUM, SMALL, MEDIUM, SMALL)
    row.setSpacing(SMALL)
    column.setSpacing(TIGHT)
    sign = plain()
    sign.setPixmap(pixmap("alert-triangle", colour, SIGN, ratio))
    row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    for part in parts:
        column.addWidget(part)
    row.addLayout(column, 1)
    frame.setLayout(row)
    return frame
