"""What a person can do to a running command: its time, a pause, and the ways to end it, gentle to hard."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from assent.desktop.appearance.icons import icon
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import TIGHT, Theme
from assent.desktop.appearance.wording import remaining, silence
from assent.desktop.calls.calls_model import Entry
from assent.desktop.calls.rungs import BACK, INTERRUPT, KILL, LIFT, MINUTE, PAUSE, RESUME, STOP, TEN, Rung
from assent.model.intervention import (
    Extended,
    Interrupted,
    Killed,
    Lifted,
    Paused,
    Resumed,
    SentToBackground,
    Terminated,
)

ICON_SIZE = 16
# A command's silence shorter than this is no news.
SILENT_AFTER_S = 2


@dataclass(frozen=True)
class Form:
    """What of the row is written out at one width."""

    has_words: bool
    has_silence: bool
    has_whole_time: bool
    has_stop_word: bool


# From the widest to the narrowest.
FORMS = (
    Form(has_words=True, has_silence=True, has_whole_time=True, has_stop_word=True),
    Form(has_words=False, has_silence=True, has_whole_time=True, has_stop_word=True),
    Form(has_words=False, has_silence=False, has_whole_time=True, has_stop_word=True),
    Form(has_words=False, has_silence=False, has_whole_time=False, has_stop_word=True),
    Form(has_words=False, has_silence=False, has_whole_time=False, has_stop_word=False),
)


class Ladder(QWidget):
    """One row for one running command; `wanted` carries what makes the intervention, but for by whom."""

    wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        # It takes what room there is, and fits what it says to that.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # So that nothing around it moves when it goes.
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self._theme = theme
        self._entry: Entry | None = None
        self._left, self._silent = plain(role="muted"), plain(role="muted")
        self._times, self._idle = ("", ""), ""
        self._left.setAccessibleName("Time left")
        minute, ten, lift = partial(Extended, by_s=60.0), partial(Extended, by_s=600.0), Lifted
        self._minute, self._ten = self._action(MINUTE, minute), self._action(TEN, ten)
        self._lift = self._action(LIFT, lift)
        self._pause = self._action(PAUSE, Paused)
        self._background = self._action(BACK, SentToBackground)
        self._interrupt = self._action(INTERRUPT, Interrupted)
        self._kill, self._stop = self._action(KILL, Killed), self._action(STOP, Terminated)
        self._buttons = [
            self._button(each) for each in (self._pause, self._background, self._interrupt, self._kill)
        ]
        self._stop_button = self._button(self._stop)
        self._stop.setObjectName("stop")
        self._lay_out()
        self._draw_icons()
        self._allow()

    def show_entry(self, entry: Entry) -> None:
        """Offer what can be done to this call, which runs."""
        self._entry = entry
        _say(self._pause, RESUME if entry.is_paused else PAUSE)
        self._pause.setData(Resumed if entry.is_paused else Paused)
        self._draw_icons()
        self._allow()
        self._fit()

    def show_none(self) -> None:
        """Offer nothing: there is no running command to do something to."""
        self._entry = None
        self._allow()

    def tell_time(self, now: datetime, heard_at: datetime | None) -> None:
        """Say how long the command has left; `heard_at` is when it last wrote."""
        entry = self._entry
        if entry is None or entry.started_at is None:
            return
        allowed = entry.allowance
        left_s, used_s = allowed.left_s(entry.started_at, now), allowed.used_s(entry.started_at, now)
        long, short = (
            remaining(used_s, left_s, allowed.total_s, is_short=is_short) for is_short in (False, True)
        )
        self._times = (long, short)
        if allowed.idle_s is not None and allowed.paused_at is None:
            silent_s = (now - max(heard_at or entry.started_at, entry.started_at)).total_seconds()
            self._idle = f"·  {silence(silent_s, allowed.idle_s)}" if silent_s > SILENT_AFTER_S else ""
        else:
            self._idle = ""
        self._fit()

    def take_colours(self) -> None:
        """Draw in the theme's new colours."""
        self._draw_icons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write words beside the drawings where there is room for all of them."""
        super().resizeEvent(event)
        self._fit()

    def _action(self, rung: Rung, makes: object) -> QAction:
        action = QAction(self)
        _say(action, rung)
        action.setData(makes)
        action.setShortcut(QKeySequence(rung.keys))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setAutoRepeat(False)
        action.setObjectName("rung")
        action.triggered.connect(lambda: self.wanted.emit(action.data()))
        self.addAction(action)
        return action

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(TIGHT)
        menu = QMenu(self)
        menu.addActions([self._minute, self._ten, self._lift])
        menu.setToolTipsVisible(True)
        self._more = self._button(self._minute)
        self._more.setMenu(menu)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        row.addWidget(self._left)
        row.addSpacing(TIGHT)
        row.addWidget(self._more)
        row.addSpacing(TIGHT)
        row.addWidget(self._silent)
        row.addStretch(1)
        for button in self._buttons:
            row.addWidget(button)
        row.addSpacing(TIGHT)
        row.addWidget(self._stop_button)

    def _allow(self) -> None:
        entry = self._entry
        ending = entry is not None and any(isinstance(deed.what, Terminated | Killed) for deed in entry.deeds)
        killed = entry is not None and any(isinstance(deed.what, Killed) for deed in entry.deeds)
        allowed = entry.allowance if entry is not None else None
        for action in (self._minute, self._ten):
            action.setEnabled(allowed is not None and allowed.total_s is not None)
        self._lift.setEnabled(allowed is not None and (allowed.total_s or allowed.idle_s) is not None)
        self._more.setVisible(self._lift.isEnabled())
        self._more.setDefaultAction(self._minute if self._minute.isEnabled() else self._lift)
        self._pause.setEnabled(entry is not None and not ending)
        self._background.setEnabled(entry is not None and not entry.is_background and not ending)
        self._interrupt.setEnabled(entry is not None and not ending)
        self._stop.setEnabled(entry is not None and not ending)
        self._kill.setEnabled(entry is not None and not killed)

    def _draw_icons(self) -> None:
        colours = self._theme.colours
        for action, rung in (
            (self._pause, RESUME if self._entry and self._entry.is_paused else PAUSE),
            (self._background, BACK),
            (self._interrupt, INTERRUPT),
            (self._kill, KILL),
            (self._minute, MINUTE),
            (self._ten, TEN),
            (self._lift, LIFT),
        ):
            action.setIcon(icon(rung.icon, colours.text))
        self._stop.setIcon(icon(STOP.icon, colours.bad))

    def _fit(self) -> None:
        """Use the widest form that there is room for."""
        for form in FORMS:
            self._take_form(form)
            if self._row.minimumSize().width() <= self.width():
                return

    def _take_form(self, form: Form) -> None:
        for button in self._buttons:
            _wear(button, has_words=form.has_words)
        _wear(self._stop_button, has_words=form.has_stop_word)
        _wear(self._more, has_words=form.has_stop_word)
        text = self._times[0 if form.has_whole_time else 1]
        self._left.setText(text)
        # The buttons beside it stand still while the digits change.
        widest = self._left.fontMetrics().horizontalAdvance(re.sub(r"\d", "0", text))
        self._left.setMinimumWidth(widest + 2)
        self._silent.setText(self._idle if form.has_silence else "")


def _wear(button: QToolButton, *, has_words: bool) -> None:
    role = button.defaultAction().objectName() + ("" if has_words else "-small")
    if button.property("role") == role:
        return
    style = Qt.ToolButtonStyle
    button.setToolButtonStyle(style.ToolButtonTextBesideIcon if has_words else style.ToolButtonIconOnly)
    button.setProperty("role", role)
    button.style().unpolish(button)
    button.style().polish(button)


def _say(action: QAction, rung: Rung) -> None:
    action.setText(rung.text)
    keys = QKeySequence(rung.keys).toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{rung.effect}  ({keys})")
