"""Where the person changes the command: a plain editor that gives back each character as it took it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import SMALL, TIGHT, mono
from assent.model.call import Proposal
from assent.model.result import ShellBlock

USE_KEYS = "Ctrl+S"
LONGEST = 10_000  # characters: nobody changes a longer text by hand, and to try it takes its time
# Qt has a character of its own for a new line, and one for Shift+Enter.
_PARAGRAPH, _LINE = "\u2029", "\u2028"


class EditPanel(QFrame):
    """Decides nothing: what is used is looked at once more, as any other command."""

    used = Signal(str)
    closed = Signal()
    typed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        """Begin with `text`, which `can_edit`."""
        super().__init__(parent)
        self._text = text
        self._editor = _Editor()
        self._editor.setPlainText(text)
        self._use = KeyButton("Use this text", USE_KEYS)
        self._back = KeyButton("Back", "Esc", takes_keys=False)
        self._editor.setAccessibleName("The command, to be changed")
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT + 2)
        column.addWidget(plain("Your text, to be looked at before it runs", role="caption"))
        column.addWidget(self._editor, 1)
        row.setSpacing(SMALL)
        row.addWidget(plain("The agent will be told what ran.", role="muted"), 1)
        row.addWidget(self._back)
        row.addWidget(self._use)
        column.addLayout(row)
        self._editor.textChanged.connect(self._changed)
        self._use.clicked.connect(lambda: self.used.emit(self.text))
        self._back.clicked.connect(self.closed)
        self.setFocusProxy(self._editor)
        self._changed()

    @property
    def text(self) -> str:
        """The text as it is now."""
        return _read(self._editor)

    def _changed(self) -> None:
        text = self.text
        self._use.setEnabled(bool(text.strip()) and text != self._text)
        self.typed.emit()


class _Editor(QPlainTextEdit):
    """Wraps, and shows the text from left to right whatever it begins with."""

    def __init__(self) -> None:
        super().__init__()
        self.setFont(mono())
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(SMALL)
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Escape and the chord of approval to the dialog."""
        chord = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape or (
            chord and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            event.ignore()
        else:
            super().keyPressEvent(event)


def can_edit(text: str) -> bool:
    """Tell whether an editor gives `text` back as it is: Qt changes some characters, and drops others."""
    if len(text) > LONGEST:
        return False
    editor = QPlainTextEdit()
    editor.setPlainText(text)
    found = _read(editor)
    editor.deleteLater()
    return found == text


def edited(proposal: Proposal, text: str) -> Proposal:
    """Return the proposal with another command, shown as such everywhere."""
    display = tuple(
        block.model_copy(update={"command": text})
        if isinstance(block, ShellBlock) and block.command == proposal.command
        else block
        for block in proposal.display
    )
    return proposal.model_copy(update={"command": text, "display": display})


def _read(editor: QPlainTextEdit) -> str:
    return editor.document().toRawText().replace(_PARAGRAPH, "\n").replace(_LINE, "\n")
