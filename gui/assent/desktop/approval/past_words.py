"""Says how the same command was answered before."""

from datetime import datetime, timedelta

from assent.desktop.appearance.wording import counted
from assent.model.question import Past
from assent.model.reveal import one_line


def past_words(past: Past, now: datetime) -> str:
    """Return it in one line; `now` says what today is, in the person's time zone."""
    if not past.approved and not past.refused:
        return "not asked before"
    times = counted(past.approved + past.refused, "time")
    if not past.refused:
        told = f"{times}, always yes"
    elif not past.approved:
        told = f"{times}, always no"
    else:
        told = f"{counted(past.approved, 'time')} yes, {counted(past.refused, 'time')} no"
    if past.last_at is not None:
        told += f" · last {_day(past.last_at.astimezone(now.tzinfo), now)}"
    if past.last_reason:
        told += f" · “{one_line(past.last_reason, 200)}”"
    return told


def _day(at: datetime, now: datetime) -> str:
    clock = f"{at:%H:%M}"
    if at.date() == now.date():
        return f"today {clock}"
    if at.date() == (now - timedelta(days=1)).date():
        return f"yesterday {clock}"
    return f"{at:%Y-%m-%d} {clock}"
