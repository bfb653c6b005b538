"""The look: light and dark colours, sizes and spaces, the same everywhere."""

from dataclasses import asdict, dataclass
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from assent import resources

Choice = Literal["light", "dark", "auto"]
CHOICES: dict[str, Choice] = {"light": "light", "dark": "dark", "auto": "auto"}  # by the command line's word

# The steps of all distances, in pixels that the screen scales.
TIGHT, SMALL, MEDIUM, LARGE, WIDE = 4, 8, 12, 16, 24


@dataclass(frozen=True)
class Colours:
    """One set of colours; text colours have a contrast of 4.5 or more on `window`, `surface` and `sunken`."""

    window: str
    surface: str
    sunken: str
    hover: str
    selected: str
    border: str
    border_strong: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    waiting: str
    running: str
    good: str
    bad: str
    quiet: str
    notice: str
    notice_border: str
    token: str
    unusual: str
    code_name: str
    code_option: str
    code_string: str
    code_expansion: str
    code_operator: str
    code_comment: str


LIGHT = Colours(
    window="#f4f5f7",
    surface="#ffffff",
    sunken="#fafbfc",
    hover="#eceff3",
    selected="#dcebe9",
    border="#dde1e6",
    border_strong="#b9c0c9",
    text="#1b2027",
    muted="#59636f",
    accent="#0f766e",
    accent_hover="#0b625b",
    on_accent="#ffffff",
    waiting="#925200",
    running="#1f5fd0",
    good="#1a7438",
    bad="#bc2a22",
    quiet="#5f6873",
    notice="#fff5df",
    notice_border="#e8c987",
    token="#ffdf9e",
    unusual="#e3e0fb",
    code_name="#0b57b0",
    code_option="#7a4b00",
    code_string="#1c6b35",
    code_expansion="#7b2fa6",
    code_operator="#b0125f",
    code_comment="#59636f",
)
DARK = Colours(
    window="#15181d",
    surface="#1c2027",
    sunken="#181b21",
    hover="#262b34",
    selected="#1e3a3a",
    border="#2e343e",
    border_strong="#4a525f",
    text="#e5e8ec",
    muted="#9ba5b1",
    accent="#4fb8ab",
    accent_hover="#66c9bd",
    on_accent="#06211e",
    waiting="#eeb252",
    running="#79aefb",
    good="#62c47b",
    bad="#ff8a80",
    quiet="#97a1ad",
    notice="#33291a",
    notice_border="#6b5222",
    token="#6a4c12",
    unusual="#3b3663",
    code_name="#82b7ff",
    code_option="#e2b476",
    code_string="#8bd3a0",
    code_expansion="#d5a8f7",
    code_operator="#ff9cc6",
    code_comment="#9ba5b1",
)


class Theme(QObject):
    """The look in force; it follows the desktop unless it was told which one to be."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "auto") -> None:
        """Give `app` its style, palette and style sheet."""
        super().__init__(app)
        self._app, self._choice = app, choice
        app.setStyle("Fusion")
        self.colours = self._wanted()
        self._apply()
        app.styleHints().colorSchemeChanged.connect(self._follow)

    def choose(self, choice: Choice) -> None:
        """Be light, be dark, or follow the desktop."""
        self._choice = choice
        self._follow()

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in force."""
        return self.colours is DARK

    def _wanted(self) -> Colours:
        if self._choice != "auto":
            return DARK if self._choice == "dark" else LIGHT
        # Unknown (bare X11): light. Setting Qt's own scheme has no effect there, so the palette is ours.
        return DARK if self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT

    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted is not self.colours:
            self.colours = wanted
            self._apply()
            self.changed.emit()

    def _apply(self) -> None:
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(style_sheet(self.colours))


def palette(colours: Colours) -> QPalette:
    """Return the palette that the style draws with."""
    made = QPalette()
    role = QPalette.ColorRole
    for wanted, colour in (
        (role.Window, colours.window),
        (role.WindowText, colours.text),
        (role.Base, colours.surface),
        (role.AlternateBase, colours.sunken),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.muted),
        (role.Button, colours.surface),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.bad),
        (role.Link, colours.accent),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.ToolTipBase, colours.surface),
        (role.ToolTipText, colours.text),
    ):
        made.setColor(wanted, QColor(colour))
    for wanted in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, wanted, QColor(colours.quiet))
    return made


def style_sheet(colours: Colours) -> str:
    """Return resources/style/assent.qss with these colours."""
    return Template(resources.text("style/assent.qss")).substitute(asdict(colours))


def mono() -> QFont:
    """Return the system's fixed font."""
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)


def scaled(font: QFont, *, steps: float = 0, weight: QFont.Weight | None = None) -> QFont:
    """Return `font` some points larger or smaller, and heavier."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() + steps)
    if weight is not None:
        made.setWeight(weight)
    return made


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG counts it, from 1 to 21."""
    lighter, darker = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
