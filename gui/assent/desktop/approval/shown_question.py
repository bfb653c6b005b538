"""What the modal shows of a question: who asks, what would run, and what is odd about it."""

import json
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import MEDIUM, TIGHT, WIDE, Colours
from assent.desktop.appearance.wording import counted, size
from assent.desktop.approval.asker_card import AskerCard
from assent.desktop.approval.command_view import CommandView
from assent.desktop.approval.details import MOST_HEIGHT, Details
from assent.desktop.approval.frames import changed_since, peculiarities, warnings
from assent.model.call import Call, Proposal
from assent.model.question import Question
from assent.model.result import ShellBlock

LEAST_COMMAND_LINES, MOST_COMMAND_LINES = 4, 16
_FEWER = (MOST_COMMAND_LINES, 12, 10, 8, 6, LEAST_COMMAND_LINES)


class ShownQuestion(QWidget):
    """Decides nothing; `end_seen` tells that all of the command has been on the screen."""

    end_seen = Signal()
    typed_at = Signal()  # somebody types here, where nothing can be typed

    def __init__(self, question: Question, colours: Colours, parent: QWidget | None = None) -> None:
        """Show `question`."""
        super().__init__(parent)
        call, proposal = question.call, question.proposal
        self.text = _asked(call, proposal)
        self.view = CommandView(colours, self)
        self._details = Details(question, colours, self)
        self._unread = plain(role="unread")
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(MEDIUM)
        past = question.past if proposal.command is not None else None
        self._around: list[QWidget] = [AskerCard(call, proposal, past, self)]
        ratio, disguises = self.devicePixelRatioF(), question.judgement.disguises
        self._around += filter(
            None,
            (
                changed_since(question.differences, colours, ratio),
                peculiarities(self.text, disguises, colours, ratio),
                warnings(question.inspection, colours, ratio),
            ),
        )
        for part in self._around:
            column.addWidget(part)
        column.addLayout(self._block(proposal), 1)
        self._details.setHidden(self._details.is_empty)  # in no layout it would stand over the rest
        if not self._details.is_empty:
            self._around.append(self._details)
            column.addWidget(self._details)
        self._details.chosen.connect(self.view.mark_place)
        self.view.end_seen.connect(self.end_seen)
        self.view.typed_at.connect(self.typed_at)
        self.view.unread_changed.connect(self._tell_unread)
        self.view.show_text(self.text, disguises, is_shell=proposal.command is not None)
        self._tell_unread()
        self.setFocusProxy(self.view)

    @property
    def end_was_seen(self) -> bool:
        """Whether all of the command has been on the screen."""
        return self.view.end_was_seen

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return (self.view, *self._details.parts)

    def show_around(self, *, visible: bool) -> None:
        """Show what stands around the command, or leave the room to a step that comes after it."""
        for part in self._around:
            part.setVisible(visible)

    def fit(self, width: int) -> int:
        """Return the height that shows the whole command at this width, or as much as is usual of it."""
        self.view.resize(width - 2 * WIDE, 100)
        self.view.setMinimumHeight(self.view.wanted_height(MOST_COMMAND_LINES))
        wanted = self._column.totalHeightForWidth(width)
        self.view.setMinimumHeight(self.view.wanted_height(LEAST_COMMAND_LINES))
        return wanted

    def fit_into(self, most: int, needed: Callable[[], int]) -> int:
        """Show as much of the command as `most` pixels let, less below it; return the height that is needed.

        What stands below can be scrolled to, and nobody should have to scroll for ten lines of command.
        """
        for lines in _FEWER:
            self.view.setMinimumHeight(self.view.wanted_height(lines))
            self._details.take(MOST_HEIGHT)
            over = needed() - most
            if over > 0:
                self._details.take(self._details.height_taken - over)
            if needed() <= most:
                break
        return needed()

    def _tell_unread(self) -> None:
        folds = self.view.unread_folds
        text = f"{counted(folds, 'fold')} not read to the end: Space opens, and reads on" if folds else ""
        self._unread.setText(text)

    def _block(self, proposal: Proposal) -> QVBoxLayout:
        block, above = QVBoxLayout(), QHBoxLayout()
        block.setSpacing(TIGHT + 2)
        runs = proposal.command is not None
        caption = "The command, exactly as it will run" if runs else "What it does, and its arguments"
        above.addWidget(plain(caption, role="caption"))
        above.addStretch(1)
        above.addWidget(self._unread)
        above.addWidget(plain(size(self.text), role="caption"))
        block.addLayout(above)
        block.addWidget(self.view, 1)
        return block


def _asked(call: Call, proposal: Proposal) -> str:
    """Return the command, or what a tool that runs none would do: to which commands, by which arguments."""
    if proposal.command is not None:
        return proposal.command
    commands = [block.command for block in proposal.display if isinstance(block, ShellBlock)]
    arguments = f"{call.tool} {json.dumps(call.arguments, indent=2, ensure_ascii=False)}"
    return "\n\n".join([proposal.title, *commands, arguments])
