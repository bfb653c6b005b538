"""What every test of the window runs in: Qt off screen, our loop, and nothing left behind."""

import asyncio
import os
from collections.abc import Callable, Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from assent.desktop.appearance.theme import Theme
from assent.desktop.loop import Loop

LoopFactory = Callable[[], asyncio.AbstractEventLoop]


def pytest_asyncio_loop_factories() -> dict[str, LoopFactory]:
    """Run coroutine tests on the loop that the window runs on."""
    return {"desktop": lambda: Loop(_app())}


# What the off-screen platform lacks and says so; a real screen's platform has both.
LACKS = (
    "This plugin does not support ",
    "No such signal QPlatformNativeInterface::systemTray",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the off-screen platform complain of what it lacks, and nobody else of anything."""
    for item in items:
        if "qapp" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.qt_log_ignore(*LACKS))


@pytest.fixture(autouse=True)
def leaves_no_window(qapp: QApplication) -> Iterator[None]:
    """Fail a test after which a window is left."""
    qapp.setQuitOnLastWindowClosed(False)
    before = set(QApplication.topLevelWidgets())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [
        widget for widget in QApplication.topLevelWidgets() if widget not in before and widget.isVisible()
    ]
    for widget in left:
        widget.hide()
    assert not left, f"the test left windows open: {left}"


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """Return the light look, in force."""
    return Theme(qapp, "light")


def _app() -> QApplication:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    # Else the loop would end with the first dialog that closes.
    app.setQuitOnLastWindowClosed(False)
    return app
