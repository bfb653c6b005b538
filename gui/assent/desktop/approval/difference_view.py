"""What has changed in a text, line by line, in a view that shows foreign text as it is."""

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from assent.desktop.appearance.theme import Colours
from assent.desktop.approval.line_difference import Changed
from assent.desktop.approval.text_marks import Look, Mark
from assent.desktop.approval.text_view import TextView
from assent.model.reveal import CLOSE, OPEN, Sign
from assent.model.rows import Row, Token, rows

_SIGNS = {"same": "", "added": "+", "removed": "\N{MINUS SIGN}", "gap": "⋮"}


class DifferenceView(TextView):
    """Shows changed lines; their sign stands at the left, where the text cannot put one."""

    def __init__(self, colours: Colours, changed: tuple[Changed, ...], parent: QWidget | None = None) -> None:
        """Show `changed`."""
        super().__init__(colours, parent)
        self.setAccessibleName("What has changed")
        self._kinds = dict[int, str]()  # by the row's identity
        made = list[Row]()
        for line in changed:
            shown = (_gap(line.text),) if line.kind == "gap" else rows(line.text)
            self._kinds |= {id(row): line.kind for row in shown}
            made += shown
        self.show_rows(made, 1)

    def number_of(self, row: Row) -> str:
        """Return the sign of a line that is new or gone."""
        goes_on = row.number is None and not row.folded
        return "↪" if goes_on else _SIGNS[self._kinds[id(row)]]

    def marks(self, row: Row) -> Iterator[Mark]:
        """Yield the colour of what is new or gone, then what would not show."""
        kind = self._kinds[id(row)]
        if kind in ("added", "removed"):
            colour = self.colours.good if kind == "added" else self.colours.bad
            yield 0, len(row.text), Look(foreground=colour)
        yield from super().marks(row)


def _gap(said: str) -> Row:
    text = f"{OPEN}{said}{CLOSE}"
    return Row(None, text, tokens=(Token(0, len(text), Sign(0, 0, text, "fold")),), folded=1)
