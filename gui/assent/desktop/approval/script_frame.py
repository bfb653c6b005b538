"""A script that would run: where it is, whether it is known, and what is in it or has changed."""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, Colours
from assent.desktop.approval.command_view import CommandView
from assent.desktop.approval.difference_view import DifferenceView
from assent.desktop.approval.line_difference import changed_lines, counts
from assent.desktop.approval.text_view import TextView
from assent.model.inspection import LONGEST_SCRIPT, Script
from assent.model.reveal import one_line

MOST_LINES = 10
_SHELL = re.compile(r"#![^\n]*\b(?:ba|da|k|z)?sh\b")
SMALL_LINES = 40  # a script that is new or has changed, and is no longer, is open from the first


class ScriptFrame(QFrame):
    """Shows its content on demand: the difference where it has changed, the whole where it is new."""

    changed = Signal()  # it has another height

    def __init__(self, script: Script, colours: Colours, parent: QWidget | None = None) -> None:
        """Tell of `script`."""
        super().__init__(parent)
        self.setProperty("role", "card")
        self._script, self._colours = script, colours
        self._changed = () if script.before is None else changed_lines(script.before, script.text)
        self._views: list[TextView] = []
        self._toggle = KeyButton("Show", "")
        self._toggle.setAccessibleName(f"Show the script {one_line(script.path, 200)}")
        self._toggle.clicked.connect(self._change)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(MEDIUM, SMALL, SMALL, SMALL)
        column.setSpacing(SMALL)
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(TIGHT // 2)
        grid.addWidget(passage(one_line(script.path, 4_000), role="path"), 0, 0)
        grid.addWidget(passage(self._facts()), 1, 0)
        grid.addWidget(self._toggle, 0, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(grid)
        is_known = script.before is not None and not self._changed
        if not is_known and script.text.count("\n") < SMALL_LINES:
            self._change()

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return (self._toggle,)

    def _facts(self) -> str:
        script = self._script
        size = f"{script.size:,} bytes" if script.size < 10_000 else f"{script.size / 1e3:,.0f} kB"
        if script.size > LONGEST_SCRIPT:
            size += f", of which the first {LONGEST_SCRIPT / 1e3:,.0f} kB are shown"
        why = f"run by: {one_line(script.why, 200)}"
        return " · ".join((self._known(), size, f"sha256 {script.sha256[:12]}", why))

    def _known(self) -> str:
        if self._script.before is None:
            return "new to you"
        if not self._changed:
            return "unchanged since you approved it"
        added, removed = counts(self._changed)
        return f"changed since you approved it: +{added:,} \N{MINUS SIGN}{removed:,}"

    def _change(self) -> None:
        if self._views:
            is_shown = self._views[0].isVisibleTo(self)
            for view in self._views:
                view.setVisible(not is_shown)
            self._toggle.setText("Show" if is_shown else "Hide")
            self.changed.emit()
            return
        view = DifferenceView(self._colours, self._changed) if self._changed else self._content()
        view.be_within(MOST_LINES, MOST_LINES)
        self._views.append(view)
        self._column.addWidget(view)
        view.show()
        self._toggle.setText("Hide")
        self.changed.emit()

    def _content(self) -> TextView:
        text, view = self._script.text, CommandView(self._colours)
        view.setAccessibleName(f"The script {one_line(self._script.path, 200)}")
        view.show_text(text, is_shell=_SHELL.match(text) is not None or self._script.path.endswith(".sh"))
        return view
