"""Each drawing is shipped, takes its colour, and the mark can carry a number."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from assent.desktop.appearance import icons
from assent.desktop.appearance.wording import told
from builders import STATES

SOURCES = Path(icons.__file__).parent.glob("*.py")
NAMED = {
    name
    for source in SOURCES
    for name in re.findall(r'(?:pixmap|icon)\(\s*"([a-z0-9-]+)"', source.read_text(encoding="utf-8"))
} | {told(state).icon for state in STATES}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_each_drawing_is_there_and_is_drawn(qapp: QApplication, name: str) -> None:
    image = icons.pixmap(name, "#ff0000", 24).toImage()
    points = [image.pixelColor(x, y) for x in range(24) for y in range(24)]
    drawn = [point for point in points if point.alpha() > 250]
    assert drawn
    assert all(point.red() > 240 and point.green() == point.blue() == 0 for point in drawn)


def test_a_drawing_is_sharp_on_a_fine_screen(qapp: QApplication) -> None:
    fine = icons.pixmap("hourglass", "#000000", 18, 2.0)
    assert (fine.width(), fine.devicePixelRatio()) == (36, 2.0)


def test_the_mark_differs_with_its_number(qapp: QApplication) -> None:
    images = [icons.mark(number).pixmap(22, 22).toImage() for number in (0, 1, 2, 9, 10)]
    for place, image in enumerate(images):
        assert all(image != other for other in images[place + 1 :])
    assert icons.mark(10).pixmap(22, 22).toImage() == icons.mark(99).pixmap(22, 22).toImage()


@pytest.mark.parametrize("size", [16, 22, 48, 256])
def test_the_mark_is_there_at_each_size(qapp: QApplication, size: int) -> None:
    assert icons.mark().pixmap(size, size).width() == size
