"""Braces become what bash makes of them, or nobody knows."""

import subprocess

import pytest

from assent.policy.bash.braces import expanded
from unit.policy.bash_oracle import BASH

CERTAIN = [
    *(
        "{a,b}",
        "{a,b}.txt",
        "x{a,b}y",
        "{a,b}{c,d}",
        "src/**/*.{ts,tsx}",
        "{,x}y",
        "a{b,}c",
        "--x={a,b}",
        "a=b{c,d}",
    ),
    *(
        "{1..3}",
        "{3..1}",
        "{-1..1}",
        "f{0..2}.{a,b}",
        "~/{a,b}",
        "../{a,b}",
        "{a.b,c}",
        "{a,b,c,d}/{1..2}",
        "{5..5}",
    ),
]


@pytest.mark.parametrize("word", CERTAIN)
@pytest.mark.skipif(not BASH.exists(), reason="bash is the judge")
def test_they_become_what_bash_makes_of_them(word: str):
    words = [str(BASH), "--noprofile", "--norc", "-p", "-f", "-c", f"printf '%s\\n' {word}"]
    done = subprocess.run(words, env={"HOME": "~"}, capture_output=True, text=True, check=True)
    assert expanded(word) == done.stdout.splitlines()


@pytest.mark.parametrize(
    "word",
    [
        *(
            "{a}",
            "{a,b",
            "a,b}",
            "{{a,b},c}",
            "{a,{b,c}}",
            "{a..c}",
            "{01..3}",
            "{1..3..2}",
            "{a..b,c}",
            "{,}",
            "{,a}",
        ),
        *("{1..9999}", "{~,a}", "a~{b,c}", "{a,b}{", "{$x,a}", "{a,'b'}", "{1...3}"),
        "{a,b}" * 8,
    ],
)
def test_others_are_for_a_person(word: str):
    assert expanded(word) is None
