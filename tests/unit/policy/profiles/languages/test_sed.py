"""Of a sed script it is told what it reads, writes and runs, and what is odd is objected to."""

import random
import shutil
import subprocess

import pytest

from assent.policy.profiles.languages.sed import read_sed

PIECES = [
    *"sy/,|ewpdgaicMI;{}[]!$~x12btlq#=nND\\\n",
    *(
        "[^",
        "[:alpha:]",
        "[:",
        "[[.a.]",
        "e touch x",
        "w out",
        "s/a/b/",
        "s/a/b/e",
        "\\\n",
        "\\]",
        "\\c",
        "+1",
        " ",
    ),
]


@pytest.mark.parametrize(
    "script",
    [
        "",
        "p",
        "1,5p",
        "$!N;P;D",
        "0~3d",
        "/a/,/b/{/c/!d}",
        "/a/I,+3 p",
        "\\,a,d",
        "s/a/b/",
        "s|a|b|gI;s,x,\\n,2p",
        "s/[[:space:]]*$//",
        "s/a/\\\n/",
        "y/abc/xyz/",
        "5q1",
        ":a;N;$!ba;s/\\n/ /g",
        "1i\\header",
        "a text; e touch x",
        "a\\\ntext\\\nmore\np",
        "# e touch x",
        "{p};d",
        "n # next\np",
    ],
)
def test_a_script_that_edits_is_known(script: str):
    found = read_sed(script)
    assert (found.why, found.writes, found.texts) == ("", [], [])


@pytest.mark.parametrize(
    "script",
    [
        "e",
        "1e",
        "$!e x",
        "p;e x",
        "{p\ne x}",
        "s/a/b/e",
        "s/a/b/2ge",
        "s,a,b,;s/x/y/e",
        "w out",
        "/a/w out",
        "W out",
        "s/a/b/w out",
        "a text\ne x",
        "a text\\\\\ne x",
        ":a\ne x",
        "y/a/b/;e x",
        "/[/]/e x",
    ],
)
def test_a_script_that_runs_or_writes_is_objected_to(script: str):
    assert read_sed(script).why


@pytest.mark.parametrize(
    "script",
    [
        "s/a/b",
        "s/a\nb/c/",
        "s",
        "y/a/",
        "/a",
        "k",
        "pp",
        "p x",
        "s/a/b/x",
        "a text\\",
        "s[a[b[",
        "1,p",
        "v9",
        "r",
    ],
)
def test_a_script_that_is_odd_is_objected_to(script: str):
    assert read_sed(script).why


def test_seds_that_differ_in_where_a_pattern_ends_are_not_trusted():
    """To some, `s/[[:alpha:]/]/;s/e` is one command, with the flag `e`."""
    assert read_sed("s/[[:alpha:]/]/;s/e;s/x/").why
    assert read_sed("s/[/]/x/").why
    assert read_sed(":a;s/x/\\\nw out/").why  # to others the label is all of the line


def test_files_and_commands_are_told():
    assert read_sed("r a.txt").reads == ["a.txt"]
    assert read_sed("s/a/b/w out").writes == ["out"]
    assert read_sed("1e rm x").texts == ["rm x"]
    assert read_sed("s/.*/rm x/e").texts == ["rm x"]


@pytest.mark.skipif(not shutil.which("sed"), reason="there is no sed")
def test_what_is_known_is_nothing_that_sed_itself_forbids_in_its_sandbox():
    draw = random.Random(4)
    forbidden, tried = [], 0
    while tried < 150:
        script = "".join(draw.choices(PIECES, k=draw.randint(1, 14)))
        found = read_sed(script)
        if found.why or found.reads:
            continue
        tried += 1
        ended = subprocess.run(
            ["sed", "--sandbox", "-n", "--", script],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if b"sandbox" in ended.stderr and b"unrecognized" not in ended.stderr:
            forbidden.append(script)
    assert forbidden == []
