"""Each event of the calls becomes a signal, until it is closed."""

from collections.abc import Callable

from assent.console.calls import Observer
from assent.desktop.signals import CallSignals
from assent.model.events import Event, Intervened, Moved, Output
from assent.model.intervention import Paused
from assent.model.lifecycle import Received
from builders import AT, PERSON, a_call


class Calls:
    """What the signals need of the console's calls."""

    def __init__(self) -> None:
        self.observers: list[Observer] = []

    def observe(self, observer: Observer) -> Callable[[], None]:
        self.observers.append(observer)
        return lambda: self.observers.remove(observer)

    def tell(self, event: Event) -> None:
        for observer in self.observers:
            observer(event)


def test_events_become_signals(qapp: object) -> None:
    calls, told = Calls(), list[object]()
    signals = CallSignals(calls)  # type: ignore[arg-type]
    signals.moved.connect(lambda event: told.append(("moved", event)))
    signals.wrote.connect(lambda event: told.append(("wrote", event)))
    signals.intervened.connect(lambda event: told.append(("intervened", event)))
    deed = Intervened(a_call(), Paused(by=PERSON), AT)
    moved, output = Moved(a_call(), Received(), AT), Output("1", "stdout", b"x")
    calls.tell(moved)
    calls.tell(output)
    calls.tell(deed)
    signals.close()
    calls.tell(moved)
    assert told == [("moved", moved), ("wrote", output), ("intervened", deed)]
