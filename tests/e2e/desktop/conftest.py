"""One screen for all of these tests, and for each a console with its window on it."""

from collections.abc import Iterator

import pytest

from e2e.desktop.screen import Desktop, Screen, a_desktop, a_screen


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """Start a virtual screen with a window manager."""
    with a_screen() as made:
        yield made


@pytest.fixture
def desktop(screen: Screen) -> Iterator[Desktop]:
    """Start `assent` as a person would, with places of its own."""
    with a_desktop(screen) as made:
        yield made
