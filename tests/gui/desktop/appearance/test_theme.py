"""Both looks can be read, and the desktop's choice is followed unless the person chose."""

from dataclasses import asdict

import pytest
from PySide6.QtWidgets import QApplication

from assent.desktop.appearance.theme import DARK, LIGHT, Colours, Theme, contrast, palette, style_sheet

TEXTS = ("text", "muted", "waiting", "running", "good", "bad", "quiet", "accent")
CODE = ("code_name", "code_option", "code_string", "code_expansion", "code_operator", "code_comment")
BACKGROUNDS = ("window", "surface", "sunken")


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", TEXTS + CODE)
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_text_stands_out_from_what_is_behind_it(colours: Colours, text: str, background: str) -> None:
    assert contrast(getattr(colours, text), getattr(colours, background)) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "background"),
    [
        ("on_accent", "accent"),
        ("on_accent", "accent_hover"),
        ("text", "notice"),
        ("text", "token"),
        ("text", "unusual"),
        ("text", "selected"),
        ("muted", "selected"),
        ("waiting", "selected"),
        ("running", "selected"),
        ("good", "selected"),
        ("bad", "selected"),
        ("muted", "hover"),
    ],
)
def test_special_pairs_stand_out_too(colours: Colours, text: str, background: str) -> None:
    assert contrast(getattr(colours, text), getattr(colours, background)) >= 4.5


def test_contrast_is_counted_as_the_standard_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_colour_of_the_style_sheet_is_filled_in() -> None:
    assert "$" not in style_sheet(LIGHT)
    assert asdict(LIGHT).keys() == asdict(DARK).keys()


def test_the_palette_is_ours(qapp: QApplication) -> None:
    assert palette(DARK).window().color().name() == DARK.window


def test_a_choice_is_in_force_at_once_and_told(qapp: QApplication) -> None:
    theme, told = Theme(qapp, "light"), []
    theme.changed.connect(lambda: told.append(theme.is_dark))
    theme.choose("dark")
    theme.choose("dark")
    assert told == [True]
    assert qapp.palette().window().color().name() == DARK.window
    theme.choose("light")
    theme.deleteLater()


def test_an_unknown_scheme_of_the_desktop_is_light(qapp: QApplication) -> None:
    theme = Theme(qapp, "auto")
    assert theme.is_dark == (qapp.styleHints().colorScheme().name == "Dark")
    theme.deleteLater()
