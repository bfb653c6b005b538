"""No foreign text is taken for markup: labels, titles, tool tips and messages show it as it is."""

import ast
from pathlib import Path

import pytest

from architecture.foreign_text import breaches
from architecture.reading import PACKAGE, SOURCES, name_of, tree

DESKTOP = [path for path in SOURCES if path.is_relative_to(PACKAGE / "desktop")]
# Nothing foreign is in these, or it was escaped where it was set.
KNOWN = {
    "action.setToolTip(f'{rung.effect}  ({keys})')",  # the ladder's own words
    "button.setToolTip(f'Kill the process {pid}; the others go on')",  # a number
    "self.setToolTip(self.currentData(Qt.ItemDataRole.ToolTipRole))",  # escaped when the item was made
    "self.setWindowTitle(title)",  # our name and that of the console
    "self._icon.showMessage(self._title, HIDDEN, mark(), 8000)",
    "self._icon.setToolTip('\\n'.join(filter(None, (self._title, stands, waits, runs))))",  # counts
}


@pytest.mark.parametrize("path", DESKTOP, ids=name_of)
def test_no_foreign_text_is_taken_for_markup(path: Path):
    found = [each for each in breaches(name_of(path), tree(path)) if each.split(": ", 1)[1] not in KNOWN]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "QLabel(name)",
        "QLabel('ours')",
        "class Mine(QLabel):\n    pass",
        "QTextEdit(text)",
        "QMessageBox.warning(self, 'no', name)",
        "QMessageBox(self)",
        "view.setHtml(text)",
        "view.appendHtml(text)",
        "view.setMarkdown(text)",
        "view.toPlainText()",
        "label.setTextFormat(Qt.TextFormat.RichText)",
        "label.setTextFormat(Qt.TextFormat.AutoText)",
        "label.setOpenExternalLinks(True)",
        "label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)",
        "box.setToolTip(name)",
        "box.setToolTip(f'of {name}')",
        "box.setToolTip(f'<qt>{name}</qt>')",
        "box.setToolTip('of ' + name)",
        "box.setToolTip(one_line(name))",
        "QToolTip.showText(at, name)",
        "self.setWindowTitle(f'{name}[*]')",
        "self.setWindowTitle(question.proposal.title)",
        "self._icon.showMessage('Assent', proposal.title)",
        "box.setWhatsThis(name)",
    ],
)
def test_a_breach_is_found(source: str):
    assert len(list(breaches("desktop/planted.py", ast.parse(source)))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "plain(name)",
        "box.setToolTip('Show each command as it starts')",
        "box.setToolTip(f'<qt>{html.escape(name)}</qt>')",
        "box.setToolTip(HINT if short else '')",
        "self.setWindowTitle('Assent')",
        "label.setOpenExternalLinks(False)",
        "QTextEdit.ExtraSelection()",
    ],
)
def test_what_is_ours_is_no_breach(source: str):
    assert list(breaches("desktop/planted.py", ast.parse(source))) == []


def test_what_is_known_is_still_there():
    said = {each.split(": ", 1)[1] for path in DESKTOP for each in breaches(name_of(path), tree(path))}
    assert said >= KNOWN
