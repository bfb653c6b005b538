"""asyncio's promises hold on Qt's loop."""

import asyncio
import contextvars
import gc
import subprocess
import sys
import threading
import time
import weakref

import pytest

from assent.desktop.loop import Loop
from waiting import until


async def test_it_is_the_loop_that_the_window_runs_on() -> None:
    assert isinstance(asyncio.get_running_loop(), Loop)


async def test_a_timer_never_comes_early() -> None:
    loop = asyncio.get_running_loop()
    late = []
    # Also closer together than Qt's milliseconds, where one could come along with another.
    delays = [0.0149, 0.033, 0.1, 0.25, *(number * 0.0003 for number in range(200))]
    for delay in delays:
        due = loop.time() + delay
        loop.call_at(due, lambda due=due: late.append(loop.time() - due))
    await until(lambda: len(late) == len(delays))
    assert min(late) >= 0


async def test_timers_come_in_the_order_of_their_times() -> None:
    loop, came = asyncio.get_running_loop(), []
    for number in (3, 1, 2):
        loop.call_later(number / 50, came.append, number)
    await until(lambda: len(came) == 3)
    assert came == [1, 2, 3]


async def test_a_timer_knows_its_time() -> None:
    loop = asyncio.get_running_loop()
    handle = loop.call_at(loop.time() + 1000, print)
    assert isinstance(handle, asyncio.TimerHandle)
    assert handle.when() > loop.time() + 999
    handle.cancel()


async def test_cancelled_timers_are_released() -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    before = len(loop._deadlines)

    class Burden:
        pass

    burden = Burden()
    gone = weakref.ref(burden)
    for _ in range(1_000):
        async with asyncio.timeout(3600):
            await asyncio.sleep(0)
        loop.call_later(3600, print, burden).cancel()
    del burden
    gc.collect()
    assert gone() is None
    assert len(loop._deadlines) == before
    assert loop._cancelled == 0


async def test_a_timer_cancelled_after_it_came_changes_nothing() -> None:
    loop, came = asyncio.get_running_loop(), []
    assert isinstance(loop, Loop)
    handle = loop.call_later(0, came.append, 1)
    await until(lambda: came)
    handle.cancel()
    assert loop._cancelled == 0


async def test_a_cancelled_timer_does_not_come() -> None:
    loop, came = asyncio.get_running_loop(), []
    loop.call_later(0.01, came.append, "cancelled").cancel()
    loop.call_later(0.02, came.append, "kept")
    await until(lambda: "kept" in came)
    assert came == ["kept"]


async def test_a_wait_longer_than_qt_can_count_is_taken() -> None:
    loop, came = asyncio.get_running_loop(), []
    handle = loop.call_later(60 * 86_400, came.append, "too early")
    await asyncio.sleep(0.02)
    assert came == []
    handle.cancel()


async def test_calls_come_in_order_and_in_their_context() -> None:
    loop, came = asyncio.get_running_loop(), []
    variable = contextvars.ContextVar("variable", default="outside")
    context = contextvars.copy_context()
    context.run(variable.set, "inside")
    for number in range(5):
        loop.call_soon(came.append, number)
    loop.call_soon(lambda: came.append(variable.get()), context=context)
    await until(lambda: len(came) == 6)
    assert came == [0, 1, 2, 3, 4, "inside"]


async def test_a_call_from_a_thread_comes_in_this_one_and_in_its_context() -> None:
    loop, came = asyncio.get_running_loop(), []
    variable = contextvars.ContextVar("variable", default="outside")
    context = contextvars.copy_context()
    context.run(variable.set, "inside")

    def call() -> None:
        loop.call_soon_threadsafe(
            lambda: came.append((threading.current_thread(), variable.get())), context=context
        )

    thread = threading.Thread(target=call)
    thread.start()
    await until(lambda: came)
    thread.join()
    assert came == [(threading.main_thread(), "inside")]


async def test_a_callback_that_fails_stops_no_other() -> None:
    loop, came, told = asyncio.get_running_loop(), [], []
    loop.set_exception_handler(lambda _, context: told.append(type(context["exception"])))
    loop.call_soon(lambda: 1 / 0)
    loop.call_soon(came.append, "after")
    await until(lambda: came)
    assert (told, came) == ([ZeroDivisionError], ["after"])


async def test_the_executor_runs_in_plain_threads() -> None:
    assert (await asyncio.to_thread(threading.current_thread)).name.startswith("assent")


async def test_a_busy_task_does_not_keep_a_timer_waiting() -> None:
    loop = asyncio.get_running_loop()
    over = loop.time() + 0.05
    while loop.time() < over:  # noqa: ASYNC110  # to be busy is the point
        await asyncio.sleep(0)
    await asyncio.sleep(0.001)


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_a_signal_reaches_an_idle_loop(number: str) -> None:
    code = f"""
import asyncio, os, signal, threading
from PySide6.QtWidgets import QApplication
from assent.desktop import loop
async def main():
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.{number}, over.set)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.{number})).start()
    await over.wait()
    return 'over'
app = QApplication([]); app.setQuitOnLastWindowClosed(False)
print(loop.run(app, main()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("over\n", "", 0)


def test_what_is_left_at_the_end_is_cancelled_and_may_clean_up() -> None:
    code = """
import asyncio
from PySide6.QtWidgets import QApplication
from assent.desktop import loop
async def left():
    try:
        await asyncio.sleep(3600)
    finally:
        await asyncio.sleep(0.01)
        print('cleaned up')
async def main():
    asyncio.get_running_loop().create_task(left())
    await asyncio.sleep(0.01)
app = QApplication([]); app.setQuitOnLastWindowClosed(False)
loop.run(app, main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.stdout, done.stderr) == ("cleaned up\n", "")


async def test_an_idle_loop_sleeps() -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    began = time.process_time()
    await asyncio.sleep(0.3)
    # A loop that polled would use the processor for all of it.
    assert time.process_time() - began < 0.2
