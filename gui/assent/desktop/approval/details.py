"""What stands below the command: its parts, its scripts, and the agent's own words; it scrolls."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import SMALL, TIGHT, Colours
from assent.desktop.appearance.wording import counted
from assent.desktop.approval.frames import quoted
from assent.desktop.approval.part_rows import RISKS, PartRow, part_rows, told_once
from assent.desktop.approval.parts_list import PartsList
from assent.desktop.approval.script_frame import ScriptFrame
from assent.model.question import Question

MOST_HEIGHT = 420  # pixels; what is more is scrolled to
LEAST_HEIGHT = 110


class Details(QScrollArea):
    """As high as what is in it, up to a limit; `chosen` has a part's place in the block."""

    chosen = Signal(int, int)

    def __init__(self, question: Question, colours: Colours, parent: QWidget | None = None) -> None:
        """Tell of `question`."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.parts: list[QWidget] = []
        self._most = MOST_HEIGHT
        inside = self._inside = QWidget(self.viewport())
        inside.setProperty("role", "details")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SMALL)
        self._add_parts(question, colours)
        self._add_scripts(question, colours)
        if question.proposal.description:
            self._column.addWidget(quoted(question.proposal.description))
        self._column.addStretch(1)
        self.is_empty = self._column.count() == 1
        self.setWidget(inside)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(policy.Policy.Preferred)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all of it, up to the limit."""
        return min(self._most, self._column.totalHeightForWidth(width))

    def take(self, most: int) -> None:
        """Take no more height than this, but what is worth a look."""
        self._most = max(LEAST_HEIGHT, most)
        self.updateGeometry()

    @property
    def height_taken(self) -> int:
        """The height that it asks for at its usual width."""
        return self.sizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the size in a dialog of usual width."""
        return QSize(560, self.heightForWidth(760))

    def minimumSizeHint(self) -> QSize:
        """Return the height of the least that is worth a look, or of all of it where that is less."""
        return QSize(200, min(LEAST_HEIGHT, self.heightForWidth(max(200, self.width()))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let what is inside be as high as its lines are at this width."""
        super().resizeEvent(event)
        width = self.viewport().width()
        self._inside.setMinimumHeight(self._column.totalHeightForWidth(width))

    def _add_parts(self, question: Question, colours: Colours) -> None:
        made = part_rows(question.judgement, question.inspection)
        if len(made) == 1:
            self._add_part(made[0])
        elif made:
            total = len(question.judgement.parts)
            risky = sum(row.risk == "high" for row in made)
            told = counted(total, "part") + (f", {risky:,} of high risk" if risky else "")
            made, danger = told_once(made)
            told += f": {danger}" if danger else ""
            self._column.addWidget(plain(told, role="caption"))
            parts = PartsList(made, total, colours)
            parts.chosen.connect(self.chosen)
            self.parts.append(parts)
            self._column.addWidget(parts)

    def _add_part(self, row: PartRow) -> None:
        """Tell of the only part without a table: its place is the whole command."""
        self._column.addWidget(passage(" · ".join(each for each in (row.facts, row.rule) if each)))
        risk = " · ".join(each for each in (RISKS[row.risk], row.danger) if each)
        self._column.addWidget(passage(risk, role=f"risk-{row.risk}"))
        for expansion in row.expansions:
            self._column.addWidget(passage(expansion))

    def _add_scripts(self, question: Question, colours: Colours) -> None:
        scripts = question.inspection.scripts
        if not scripts:
            return
        self._column.addSpacing(TIGHT)
        self._column.addWidget(plain(f"{counted(len(scripts), 'script')} that would run", role="caption"))
        for script in scripts:
            frame = ScriptFrame(script, colours)
            frame.changed.connect(self._fit)
            self.parts += frame.parts
            self._column.addWidget(frame)

    def _fit(self) -> None:
        self._inside.setMinimumHeight(self._column.totalHeightForWidth(self.viewport().width()))
        self.updateGeometry()
