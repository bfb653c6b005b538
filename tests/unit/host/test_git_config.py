"""A configuration is read as git reads it, or not at all."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from assent.host.git_config import Entry, Unreadable, entries_of

FILES = [
    b"",
    b"[core]\n\tbare = false\n\tfilemode\n",
    b"[a]b=1;c\n[A]\n  B = 2 # c\n",
    b'[remote "Origin \\"x\\" \\\\"]\n\turl = a b  c\t\n',
    b"[remote.Old]\nurl = x\n",
    b'[a]\nb = "x # y" z\nc = "a\\"b\\tc\\nd\\\\"\n',
    b"[a]\nb = one \\\n   two\nc = \\\n",
    b"[a] b = 1\n[c]d=2",
    b"\xef\xbb\xbf[a]\r\nb = c\r\nd = e\\\r\nf\r\n",
    b"# c\n; d\n[a-b.C]\nx-1 = \xff\xfe\n",
    b"[a]\nb = x;y\nc = x ; y\nd = 'x'\n",
    b'[a]\nb =\nc = ""\nd = " x "y\n',
    b'[url "ext::sh -c x"]\n\tinsteadOf = y\n',
    b"[core]\n\tfsmonitor = .git/x.sh\n[include]\n\tpath = ../evil\n",
]
WRONG = [
    b"x = 1\n",
    b"[a\nb = 1\n",
    b'[a]\nb = "x\n',
    b"[a]\nb = \\q\n",
    b"[a]\n1b = 2\n",
    b"[a]\nb c\n",
    b'[a "b\n"]\n',
    b"[a b]\n",
    b'[a "b"x]\n',
    b"[]\nb=1\n",
]


def by_git(data: bytes, folder: Path) -> list[tuple[str, str | None]] | None:
    path = folder / "config"
    path.write_bytes(data)
    done = subprocess.run(
        ["git", "config", "--file", str(path), "--no-includes", "--list", "-z"],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        return None
    found = []
    for line in done.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        name, separator, value = line.partition("\n")
        found.append((name, value if separator else None))
    return found


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
# Git takes a key before any section too; we do not.
@pytest.mark.parametrize("data", [*FILES, *WRONG[1:]], ids=repr)
def test_it_is_what_git_makes_of_it(tmp_path: Path, data: bytes):
    try:
        read = [(entry.spelled, entry.value) for entry in entries_of(data)]
    except Unreadable:
        read = None
    assert read == by_git(data, tmp_path)


def blank(read: list[tuple[str, str | None]] | None) -> list[tuple[str, str | None]] | None:
    """Take all blanks for spaces, as git did before 2.45 where they are not quoted."""
    return read and [(name, value and re.sub(r"\s", " ", value)) for name, value in read]


@pytest.mark.parametrize("data", WRONG, ids=repr)
def test_what_git_would_not_read_is_not_guessed_at(data: bytes):
    with pytest.raises(Unreadable):
        entries_of(data)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_no_mixture_of_signs_is_read_otherwise_than_by_git(tmp_path: Path):
    chance = random.Random(7)
    pieces = [
        b"[a]",
        b"\n",
        b"b",
        b"=",
        b" ",
        b'"',
        b"\\",
        b"#",
        b";",
        b"x",
        b'[c "D"]',
        b"\t",
        b"\r\n",
        b"-",
        b"!",
    ]
    pieces += [b'\\"', b"\\n", b"[e.F]", b"]", b"\x0b", b"\xc3\xa4", b"\\\n"]
    read_by_both = 0
    for _ in range(1_000):
        data = b"[s]\nk = " + b"".join(chance.choices(pieces, k=chance.randrange(1, 14)))
        try:
            read = [(entry.spelled, entry.value) for entry in entries_of(data)]
        except Unreadable:
            continue  # git may read it: then it counts as something that runs
        read_by_both += 1
        assert blank(read) == blank(by_git(data, tmp_path)), data
    assert read_by_both > 100


def test_an_entry_spells_its_name():
    assert Entry("remote", "X", "url", "y").spelled == "remote.X.url"
    assert Entry("core", None, "bare", None).spelled == "core.bare"
