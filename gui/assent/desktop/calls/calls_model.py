"""The calls as a list, newest first: what is known of each, kept up to date step by step."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from assent.desktop.appearance.wording import Told, named, told
from assent.desktop.calls.allowance import NO_LIMIT, Allowance
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.events import Intervened, Moved
from assent.model.intervention import SentToBackground
from assent.model.lifecycle import Approved, Asking, Permitted, Refused, Running, Settled, State
from assent.model.reveal import one_line

MOST_CALLS = 2_000
MOST_DEEDS = 100  # of one call, the newest: whoever types adds one with each line
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole) + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """One call and all that its steps told so far."""

    call: Call
    state: State
    title: str
    who: str
    proposal: Proposal | None = None
    decided_by: Authority | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    allowance: Allowance = NO_LIMIT
    deeds: tuple[Intervened, ...] = ()  # oldest first
    is_background: bool = False

    @classmethod
    def of(cls, moved: Moved) -> "Entry":
        """Return what one step tells of a call that was not known."""
        command = moved.call.arguments.get("command")
        title = one_line(command if isinstance(command, str) else moved.call.tool)
        who = named(moved.call.asker.process)
        return cls(call=moved.call, state=moved.state, title=title, who=who).after(moved)

    def after(self, moved: Moved) -> "Entry":
        """Return what is known after one more step."""
        entry = replace(self, state=moved.state)
        match moved.state:
            case Asking(proposal=proposal):
                return replace(entry, proposal=proposal)
            case Approved(by=by, proposal=proposal):
                return replace(entry, proposal=proposal, decided_by=by)
            case Running():
                return _started(entry, moved.at)
            case Settled(outcome=Refused(by=by) | Permitted(by=by)):
                return replace(entry, decided_by=by, ended_at=moved.at)
            case Settled():
                return replace(entry, ended_at=moved.at)
            case _:
                return entry

    def intervened(self, deed: Intervened) -> "Entry":
        """Return what is known after somebody did something to it."""
        return replace(
            self,
            allowance=self.allowance.after(deed.what, deed.at),
            deeds=(*self.deeds, deed)[-MOST_DEEDS:],
            is_background=self.is_background or isinstance(deed.what, SentToBackground),
        )

    @property
    def is_paused(self) -> bool:
        """Whether its processes stand still."""
        return isinstance(self.state, Running) and self.allowance.paused_at is not None

    @property
    def told(self) -> Told:
        """Where it stands, in words and a drawing."""
        return told(self.state, is_paused=self.is_paused, is_background=self.is_background)

    @property
    def is_open(self) -> bool:
        """Whether it may still take a step."""
        return not isinstance(self.state, Settled)

    @property
    def command(self) -> str:
        """The command as it arrived, or the tool's name where there is none."""
        command = self.call.arguments.get("command")
        return command if isinstance(command, str) else self.call.tool

    @property
    def cwd(self) -> str:
        """The folder, as far as it is known."""
        return self.proposal.cwd if self.proposal else self.call.session.cwd


class CallsModel(QAbstractListModel):
    """What the list shows; a row never moves but down, when a newer call comes."""

    counted = Signal(int, int)  # how many are open, and how many of these run

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without calls."""
        super().__init__(parent)
        self._entries: list[Entry] = []  # oldest first: a row is counted from the end
        self._places: dict[str, int] = {}
        self._forgotten = 0
        self._running: set[str] = set()
        self._open: set[str] = set()

    def fill(self, newest_first: Iterable[Moved]) -> None:
        """Take in the calls on record."""
        self.beginResetModel()
        self._entries = [Entry.of(moved) for moved in reversed(list(newest_first))]
        self._places = {entry.call.id: number for number, entry in enumerate(self._entries)}
        self._forgotten = 0
        self.endResetModel()

    def take(self, moved: Moved) -> None:
        """Take in one step."""
        place = self._places.get(moved.call.id)
        if place is None:
            self._add(Entry.of(moved))
        else:
            self._replace(moved.call.id, self._entries[place - self._forgotten].after(moved))
        self._count(moved)

    def take_intervention(self, deed: Intervened) -> None:
        """Take in what somebody did to a running call."""
        entry = self.entry(deed.call.id)
        if entry is not None:
            self._replace(deed.call.id, entry.intervened(deed))

    def entry(self, call_id: str) -> Entry | None:
        """Return one call's entry, or None when it is not in the list (any more)."""
        place = self._places.get(call_id)
        return None if place is None else self._entries[place - self._forgotten]

    def row_of(self, call_id: str) -> QModelIndex:
        """Return where a call stands in the list; an invalid index when it doesn't."""
        place = self._places.get(call_id)
        return (
            QModelIndex() if place is None else self.index(len(self._entries) - 1 - (place - self._forgotten))
        )

    @property
    def newest(self) -> Entry | None:
        """The call that arrived last."""
        return self._entries[-1] if self._entries else None

    @property
    def running(self) -> tuple[str, ...]:
        """The ids of the calls whose commands run."""
        return tuple(self._running)

    @property
    def background(self) -> tuple[str, ...]:
        """What runs with its agent answered already: the first line of each."""
        entries = (self.entry(call_id) for call_id in self._running)
        return tuple(entry.title for entry in entries if entry and entry.is_background)

    @property
    def open(self) -> int:
        """How many calls are not settled."""
        return len(self._open)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        """Return the number of calls."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Entry | str | None:
        """Return a call's entry, or its line for programs that read the screen aloud."""
        if not index.isValid():
            return None
        entry = self._entries[len(self._entries) - 1 - index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{entry.title}, {entry.told.text}"
        return None

    def _add(self, entry: Entry) -> None:
        if len(self._entries) >= MOST_CALLS and not self._entries[0].is_open:
            last = len(self._entries) - 1
            self.beginRemoveRows(QModelIndex(), last, last)
            del self._places[self._entries.pop(0).call.id]
            self._forgotten += 1
            self.endRemoveRows()
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._places[entry.call.id] = len(self._entries) + self._forgotten
        self._entries.append(entry)
        self.endInsertRows()

    def _replace(self, call_id: str, entry: Entry) -> None:
        self._entries[self._places[call_id] - self._forgotten] = entry
        row = self.row_of(call_id)
        self.dataChanged.emit(row, row)

    def _count(self, moved: Moved) -> None:
        before = (len(self._open), len(self._running))
        (self._open.discard if isinstance(moved.state, Settled) else self._open.add)(moved.call.id)
        (self._running.add if isinstance(moved.state, Running) else self._running.discard)(moved.call.id)
        if before != (len(self._open), len(self._running)):
            self.counted.emit(len(self._open), len(self._running))


def _started(entry: Entry, at: datetime) -> Entry:
    asked = entry.proposal
    if asked is None:
        return replace(entry, started_at=at)
    allowance = Allowance(asked.timeout_s, asked.idle_timeout_s)
    return replace(entry, started_at=at, allowance=allowance, is_background=asked.background)
