"""Finds the repositories within a repository that git's index names: git looks into them by itself."""

import struct

_GITLINK = 0o160000
_EXTENDED = 0x4000


class Unreadable(ValueError):  # noqa: N818  # the name says what happened
    """It is no index that we know how to read."""


def submodules(data: bytes) -> tuple[str, ...]:
    """Return the paths of the submodules that an index names; raises Unreadable.

    Most have none, and that takes one look at the bytes.
    """
    if _GITLINK.to_bytes(4, "big") not in data:
        return ()
    if data[:4] != b"DIRC" or len(data) < 12:
        raise Unreadable("it is no index")
    version, count = struct.unpack(">II", data[4:12])
    if version not in (2, 3, 4):
        raise Unreadable(f"version {version}")
    for name_bytes in (20, 32):
        try:
            found = _entries(data, version, count, name_bytes)
        except IndexError:
            found = None
        if found is not None:
            return found
    raise Unreadable("its entries do not end where they should")


def _entries(data: bytes, version: int, count: int, name_bytes: int) -> tuple[str, ...] | None:
    """Go through the entries; None when they can't have object names of this length."""
    at, path, found = 12, b"", []
    for _ in range(count):
        names = at + 40 + name_bytes + 2
        if names > len(data):
            return None
        mode = int.from_bytes(data[at + 24 : at + 28], "big")
        flags = int.from_bytes(data[names - 2 : names], "big")
        if version > 2 and flags & _EXTENDED:
            names += 2
        if version == 4:
            kept, names = _kept(data, names, len(path))
            end = data.find(b"\0", names)
            path, after = path[:kept] + data[names:end], end + 1
        else:
            end = data.find(b"\0", names)
            path = data[names:end]
            after = at + ((end - at) // 8 + 1) * 8
            if len(path) < 0xFFF and len(path) != flags & 0xFFF:
                return None
        if end < 0 or not path:
            return None
        if mode == _GITLINK:
            found.append(path.decode("utf-8", "surrogateescape"))
        at = after
    return tuple(found)


def _kept(data: bytes, at: int, before: int) -> tuple[int, int]:
    """Read how much of the path before is kept, in the encoding of version 4."""
    value = data[at] & 0x7F
    while data[at] & 0x80:
        at += 1
        value = ((value + 1) << 7) | (data[at] & 0x7F)
    return max(before - value, 0), at + 1
