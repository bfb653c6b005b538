"""Says to a warden's child (`warden.py`) what it is to run, in the bytes that it reads (Linux)."""

import os
import sys

from assent.host.trees.keeping import Order
from assent.host.trees.launch import Launch
from assent.model.limits import Limits

if sys.platform == "linux":
    from assent.host.trees.backstop import most_numbers, resource_limits

assert sys.platform == "linux"


def packed(launch: Launch, *, in_namespace: bool) -> bytes:
    """Return folder, its identity, limits, number of words, words, NAME=VALUE lines, between zero bytes.

    Raises ValueError for what the system has no way to say.
    """
    if not launch.words or not launch.words[0]:
        raise ValueError("no program is named")
    if any("=" in name or not name for name in launch.environment):
        raise ValueError("illegal environment variable name")
    lines = (f"{name}={value}" for name, value in launch.environment.items())
    limits = " ".join(_limits(launch.limits, in_namespace=in_namespace))
    identity = "" if launch.folder is None else launch.folder.identity
    head = (launch.cwd, identity, limits, str(len(launch.words)))
    parts = (*head, *launch.words, *lines)
    text = "\0".join(parts)
    if text.count("\0") != len(parts) - 1:
        raise ValueError("embedded null byte")
    return os.fsencode(text)


def packed_order(name: str, order: Order) -> bytes:
    """Return what `keeper.py` reads: how to keep a command, known as `name`, without a console."""
    clock = order.clock
    times = (clock.ran_s, clock.total_s, clock.silent_s, clock.idle_s or 0.0)
    parts = (name, order.room_bytes, order.came_bytes, *times, int(order.keeps_leftovers))
    return os.fsencode("\0".join(map(str, parts)))


def _limits(limits: Limits, *, in_namespace: bool) -> list[str]:
    """Return what the kernel can hold by itself; the rest is counted by whoever runs the command."""
    found = [f"{kind}={most}:{most}" for kind, most in resource_limits(limits)]
    if in_namespace and (most_pid := most_numbers(limits)) is not None:
        found.append(f"pid_max={most_pid}")
    return found
