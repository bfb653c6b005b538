"""The line across the window that tells what is not as it should be, until it is."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL
from assent.model.problem import FileProblem
from assent.model.reveal import one_line


class Banner(QFrame):
    """Hidden while there is nothing to tell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Tell nothing."""
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._text = plain(wrap=True)
        self._problems: tuple[str, ...] = ()
        self._failure = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(LARGE, SMALL, LARGE, SMALL)
        row.addWidget(self._text)
        self.hide()

    @property
    def text(self) -> str:
        """What it tells now."""
        return self._text.text()

    def show_problems(self, rules: FileProblem | None, settings: FileProblem | None) -> None:
        """Tell that the rules or the settings are not in force, or that they are again."""
        told = (
            (rules, "The rules are not in force as they are written"),
            (settings, "The settings are not in force as they are written, the strict ones are"),
        )
        self._problems = tuple(
            f"{what}: {one_line(problem.source)}: {one_line(problem.message, 400)}"
            for problem, what in told
            if problem is not None
        )
        self._tell()

    def show_failure(self, text: str) -> None:
        """Tell that what the person asked for could not be done; nothing when it could."""
        self._failure = one_line(text, 400)
        self._tell()

    def _tell(self) -> None:
        lines = (*self._problems, *([self._failure] if self._failure else []))
        self._text.setText("\n".join(lines))
        self.setVisible(bool(lines))
