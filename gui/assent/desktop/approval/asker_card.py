"""Who asks: what the kernel knows of the process, and what it says of itself, told apart."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import MEDIUM, SMALL
from assent.desktop.appearance.wording import lineage, words
from assent.desktop.approval.past_words import past_words
from assent.model.call import Call, Proposal
from assent.model.question import Past
from assent.model.reveal import one_line


class AskerCard(QFrame):
    """Lists who asks and where the command would run."""

    def __init__(
        self, call: Call, proposal: Proposal, past: Past | None = None, parent: QWidget | None = None
    ) -> None:
        """List what is known of `call`, and how the same was answered in the `past`."""
        super().__init__(parent)
        self.setProperty("role", "card")
        grid = QGridLayout(self)
        grid.setContentsMargins(MEDIUM, SMALL + 2, MEDIUM, SMALL + 2)
        grid.setHorizontalSpacing(MEDIUM + 4)
        grid.setVerticalSpacing(SMALL - 2)
        grid.setColumnStretch(1, 1)
        for number, (name, label) in enumerate(_lines(call, proposal, past)):
            # The caption's first line stands on the text's, however many lines that takes.
            grid.addWidget(plain(name, role="muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, number, 1, Qt.AlignmentFlag.AlignTop)


def _lines(call: Call, proposal: Proposal, past: Past | None) -> list[tuple[str, QWidget]]:
    process = call.asker.process
    program = one_line(process.executable, 400) or "a program that is not known"
    lines: list[tuple[str, QWidget]] = [
        ("Asked by", passage(lineage(call.asker))),
        ("Program", passage(f"{program}   (pid {process.pid})")),
    ]
    if process.command_line:
        lines.append(("Started as", passage(words(process), most_lines=2)))
    lines.append(("Claims to be", passage(_claim(call), role="claim", most_lines=2)))
    if proposal.cwd:
        lines.append(("Folder", passage(one_line(proposal.cwd, 60_000))))
    if past is not None:
        lines.append(("Before", passage(past_words(past, datetime.now().astimezone()), most_lines=2)))
    return lines


def _claim(call: Call) -> str:
    client, session = call.client, call.session
    said = one_line(f"{client.name} {client.version}".strip(), 80)
    title = f", session “{one_line(session.title, 120)}”" if session.title else ""
    return f"“{said}”{title}"
