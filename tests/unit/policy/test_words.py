"""A block is taken apart exactly as bash would, or not at all."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assent.policy.words import MOST_CHARACTERS, words_of
from unit.policy.bash_oracle import BASH, argv_of, argv_of_each

needs_bash = pytest.mark.skipif(not BASH.exists(), reason="bash is the judge")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("git status", ("git", "status")),
        ("  ls\t-la   /tmp  ", ("ls", "-la", "/tmp")),
        ("\n\ngit log --oneline -5\n", ("git", "log", "--oneline", "-5")),
        ("grep -rn 'a b; c' .", ("grep", "-rn", "a b; c", ".")),
        ('git commit -m "it is done"', ("git", "commit", "-m", "it is done")),
        ("echo '' \"\"", ("echo", "", "")),
        ("make CC=gcc all", ("make", "CC=gcc", "all")),
        ("""echo "it's" 'say "x"'""", ("echo", "it's", 'say "x"')),
        ("./run.sh a,b @c %d e:f +g", ("./run.sh", "a,b", "@c", "%d", "e:f", "+g")),
        ("echo if then '$HOME' '`x`' '\\'", ("echo", "if", "then", "$HOME", "`x`", "\\")),
    ],
)
def test_a_plain_command_is_its_words(block: str, words: tuple[str, ...]):
    assert words_of(block) == words


@pytest.mark.parametrize(
    "block",
    """
    git status; rm x | git status && rm x | git status || rm x | git status & | git status | rm
    git status > x | git status >> x | git status 2>&1 | git status < x | cat <<E | cat <<< x
    git status `rm x` | git status $(rm x) | git status "$(rm x)" | git status "`rm x`" | git status $X
    git status ${X} | git status "$X" | git status $'x' | git status $"x" | git status $((1))
    git status <(rm x) | git status >(rm x) | (git status) | { git status; } | ! git status | [ -f x ]
    [[ -f x ]] | git stat?s | git st* | git [s]tatus | git {a,b} | git ~ | git ~root | git a\\b | git a\\
    git sta'tu's | git sta"tu"s | g'i't status | 'git' status | "git" status | git 'a'b | git a'b'
    git 'a''b' | git 'a | git "a
    git "a\\"b" | git "a!b" | git !! | git status # x | git a#b | # git | git (a) | git a)
    X=1 git status | X=1 | X+=1 git | if true | while x | for x | function f | time git | coproc git | case x
    eval git | exec git | source x | . x | command git | builtin echo | alias x=y | trap x EXIT | export X=1
    declare X=1 | local X=1 | readonly X | unset x | let x=1 | read x | mapfile x | printf x | test -v x
    set -x
    %1 | %make x
    enable x | hash x | shopt x | wait x | getopts x | bind x | fc | history | caller | typeset x | unalias x
    """.replace("\n", " | ")
    .replace(" | rm", " @pipe rm")
    .split(" | "),
)
def test_whatever_a_shell_may_take_otherwise_is_not_read(block: str):
    block = block.strip().replace("@pipe", "|")
    assert not block or words_of(block) is None


@pytest.mark.parametrize("block", ["", " ", "\n", "\t\n "])
def test_nothing_is_no_command(block: str):
    assert words_of(block) is None


UNSEEN = [*map(chr, range(9)), *"\n\v\f\r\x1b\x7f\x85\xa0é\u2028\u202e\ufeff\ud800\uff0d\U000e0041"]


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_a_sign_that_the_eye_misses_makes_it_uncertain(sign: str):
    for block in ("git sta@tus", "git@status", "git 'x@y'", 'git "x@y"', "@git status@x", "git x@"):
        assert words_of(block.replace("@", sign) + " y") is None


def test_a_long_block_is_not_read():
    assert words_of("a" * MOST_CHARACTERS) == ("a" * MOST_CHARACTERS,)
    assert words_of("a" * (MOST_CHARACTERS + 1)) is None


# Most of these make a block uncertain; with few of them in it, many a block is read.
_BARE = st.text("abcdefXYZ0189_./+,:@%=-", min_size=1, max_size=6)
_QUOTED = st.text("ab \t;&|<>$`\\\"!#*?[]{}()~=%'\n", max_size=6)
_WORDS = _BARE | _QUOTED.map(lambda text: f"'{text}'") | _QUOTED.map(lambda text: f'"{text}"')
_TRICKS = [""] * 9 + [
    "'",
    '"',
    "\\",
    "$x",
    "`",
    ";",
    "&",
    "|",
    "<",
    ">",
    "\n",
    "#",
    "~",
    "{a,b}",
    "*",
    "\\\n",
    "é",
]
_NAMES = [
    "git",
    "ls",
    "a",
    "if",
    "do",
    "time",
    "[",
    "%1",
    "-",
    ":",
    "true",
    "{",
    "in",
    "1",
    "+",
    "@",
    ",",
    "a:b",
    "cd",
    "exit",
    "kill",
    "x%",
    "jobs",
    "then",
    "coproc",
    "time.",
    "-p",
    "a,b",
]
_GAPS = [" ", " ", " ", "  ", "\t", "", "\n"]
_name, _gap, _trick = map(st.sampled_from, (_NAMES, _GAPS, _TRICKS))
_tail = st.lists(st.tuples(_gap, _WORDS, _trick).map("".join), max_size=5).map("".join)
blocks = st.tuples(_gap, _name | _WORDS, _tail).map("".join)


@needs_bash
@settings(max_examples=500)
@given(blocks | st.text("ab '\"\\$`;&|<>(){}[]*?~#!=%-\n\t", max_size=12))
@example("a 'b'\t\"c d\"")
@example("\n git log\n")
def test_what_is_read_is_what_bash_runs(block: str):
    words = words_of(block)
    # The name of a path is run and not looked for, so that the recorder would not hear of it.
    if words is not None and "/" not in words[0]:
        assert argv_of(block) == [words]


def _mutants(chance: random.Random) -> Iterator[str]:
    """Yield plain commands in which a sign or two were changed: the border is where the mistakes are."""
    signs = "a=%,'\"'\" \t\n$`\\;&|<>(){}[]*?~#!-"
    while True:
        words = ["git", *chance.choices(["'a b'", '"c d"', "-x", "--y=z", "''", "'$x'", '"#"', "e"], k=3)]
        text = list(" ".join(words))
        for _ in range(chance.randint(0, 2)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 1)] = chance.choice(signs)
        yield "".join(text)


@needs_bash
def test_what_is_read_is_what_bash_runs_for_thousands_of_blocks():
    texts = set(islice(_mutants(random.Random(20_260_301)), 12_000))
    read = {text: words for text in texts if (words := words_of(text)) is not None}
    assert len(read) > 1_000
    for text, commands in zip(read, argv_of_each(list(read)), strict=True):
        assert commands == [read[text]], text
