"""Any text is read to its end, and whatever may be a command in it comes out."""

import random

import pytest

from assent.policy.forbidding.reader import Reader


def words(text: str) -> list[list[str]]:
    return [each.words for each in Reader(text).read() if each.words]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a b; c && d || e & f\ng", [["a", "b"], ["c"], ["d"], ["e"], ["f"], ["g"]]),
        ("r''m \"a b\" c\\ d", [["rm", "a b", "c d"]]),
        ("r\\\nm x", [["rm", "x"]]),
        ("$'\\x72m' x", [["rm", "x"]]),
        ("(a; (b))", [["a"], ["b"]]),
        ('a $(b `c` "$(d)")', [["c"], ["d"], ["b", "", ""], ["a", ""]]),
        ("cat <(a) > x", [["a"], ["cat", ""]]),
        ("if a; then b; else c; fi", [["a"], ["b"], ["c"]]),
        ("for i in rm ls; do $i x; done", [["ls", "x"], ["rm", "ls", "x"]]),
        ("case x in a) b;; c) d;; esac; e", [["b"], ["d"], ["e"]]),
        ("f() { a; }; function g { b; }", [["f"], ["a"], ["b"]]),
        ("x=rm; $x y", [["rm", "y"]]),
        ("${x:-rm} y", [["rm", "y"]]),
        ("echo ${x:-$(a)}", [["a"], ["echo", ""]]),
        ("a # b; c\nd", [["a"], ["d"]]),
        ("a >&2 2>x {fd}>y b", [["a", "b"]]),
        ("cat <<'E'\n$(no) `no`\nE\na", [["cat"], ["a"]]),
        ("cat <<E\n$(a) `b`\nE\nc", [["cat"], ["a"], ["b"], ["c"]]),
        ("x=(a b)", [["a", "b"]]),
        ("a\n\\\nb", [["a"], ["b"]]),
        (") a", [["a"]]),
        ("! time a", [["a"]]),
    ],
)
def test_it_finds(text: str, found: list[list[str]]):
    assert words(text) == found


def test_texts_on_stdin_are_kept():
    found = Reader("sh <<E <<<'b c'\na\nE\n").read()
    assert [each.texts for each in found] == [["b c", "a"]]


@pytest.mark.parametrize(
    "piece", ["$(", "(", "`", "{a,", "${x:-", '"$("', "<<a\n", "$'", "${a[b", "x=a;$x ", "'"]
)
def test_a_long_text_is_read_to_its_end(piece: str):
    reader = Reader(piece * (50_000 // len(piece)) + "\nrm x")
    reader.read()
    assert reader.at >= len(reader.text)


def test_no_text_stops_it():
    signs = [
        "a",
        " ",
        "\n",
        "'",
        '"',
        "\\",
        "$",
        "(",
        ")",
        "`",
        "{",
        "}",
        ",",
        "<",
        ">",
        "|",
        "&",
        ";",
        "#",
        "=",
        "case ",
    ]
    chance = random.Random(4)
    for _ in range(3_000):
        text = "".join(chance.choice(signs) for _ in range(chance.randrange(30)))
        for each in Reader(text).read():
            assert 0 <= each.start <= each.end, text
