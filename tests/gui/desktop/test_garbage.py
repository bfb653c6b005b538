"""Garbage is collected in the window's thread, when there is a reason, and at no other time."""

import gc
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from assent.desktop.garbage import AFTER_WORK_MS, AT_LEAST_EVERY_MS, Garbage


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    collector = Garbage()
    yield collector
    collector.close()
    assert gc.isenabled()


def test_the_automatic_collector_is_off_while_it_lives(garbage: Garbage) -> None:
    assert not gc.isenabled()


def test_it_collects_once_for_much_work(
    garbage: Garbage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: came.append(1))
    garbage._after_work.setInterval(1)
    for _ in range(100):
        garbage.expect()
    qtbot.waitUntil(lambda: bool(came))
    assert (came, garbage._after_work.isActive()) == ([1], False)


def test_an_idle_console_sleeps_for_minutes(garbage: Garbage) -> None:
    assert AT_LEAST_EVERY_MS >= 30_000
    assert AFTER_WORK_MS >= 1_000
    assert not garbage._after_work.isActive()
