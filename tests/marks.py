"""Tells how the pieces of a view are drawn, for tests of what it shows."""

from PySide6.QtGui import QTextCharFormat

from assent.desktop.approval.text_view import TextView


def marks_of(view: TextView) -> list[tuple[str, QTextCharFormat]]:
    """Return each piece that is drawn in its own way, with that way, as far as they are in view."""
    found, block = [], view.document().firstBlock()
    while block.isValid():
        text = block.text().encode("utf-16-le", "surrogatepass")
        for piece in block.layout().formats():
            said = text[2 * piece.start : 2 * (piece.start + piece.length)]
            found.append((said.decode("utf-16-le", "surrogatepass"), QTextCharFormat(piece.format)))
        block = block.next()
    return found
