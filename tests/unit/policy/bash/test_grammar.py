"""Lists, pipelines, groups, conditions and loops are followed command by command."""

import pytest

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.grammar import Grammar
from assent.policy.block import Simple


def read(text: str) -> tuple[Simple, ...]:
    return Grammar(text).commands_of_all()


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("a;b&&c||d|e\nf", "a b c d e f"),
        ("a |& b", "a b"),
        ("a &&\n\n# c\n b |\nc", "a b c"),
        ("! a; time b; time ! c", "a b c"),
        ("(a; (b)); { c; }", "a b c"),
        ("{ a\n}\n( b )", "a b"),
        ("if a; then b; elif c\nthen d; else e; fi", "a b c d e"),
        ("for x in a b; do c; d; done; e", "c d c d e"),
        ("a\n\\\nb\n\\c", "a b c"),
        ("a # ; b\nc", "a c"),
        ("a <<'E' && b\nc\nE\nd", "a b d"),
        ("(a <<E)\nb\nE\nc", "a c"),
        ("a;", "a"),
    ],
)
def test_each_command_is_found(text: str, commands: str):
    assert [each.argv[0] for each in read(text)] == commands.split()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "# a",
            "a;;b",
            "; a",
            "&& a",
            "a &&",
            "a |",
            "a | | b",
            "a\n;b",
            "a & b",
            "a &",
            "a)",
            "(a",
            "()",
            "((a))",
            "(a) b",
        ),
        *(
            "{ a }",
            "{ }",
            "{a; }",
            "{ a; } b",
            "}",
            "! ! |",
            "time",
            "a | time b",
            "a | ! b",
            "[[ a ]]",
            "a\n&& b",
        ),
        *(
            "if a; then b",
            "if a; fi",
            "if; then a; fi",
            "then a",
            "if a then b; fi",
            "while a; do b; done",
            "case a in a) b;; esac",
        ),
        *(
            "for x in; do a; done",
            "for x do a; done",
            "for x in *; do a; done",
            "for x in $(a); do b; done",
            "for X in a; do b; done",
        ),
        *(
            "for x in a; b; done",
            "for x in a; do b",
            "for ((;;)); do a; done",
            "for x in a; do for x in b; do c; done; done",
        ),
        *(
            "a <<E\nb",
            "a <<E",
            "a <<'E' 'b\nc'\nE\n",
            "a <<E \\\nb\nE\n",
            "{ a; } <<E\nb\nE\n",
            "(a) <<< b",
            "function a { b; }",
        ),
        *(
            "a() { b; }",
            "coproc a",
            "select x in a; do b; done",
            "a; eval b",
            "(a) >b",
            "{ a; } &",
            "a; done",
            "fi",
            "in a",
        ),
    ],
)
def test_what_is_not_certain_is_doubted(text: str):
    with pytest.raises(Doubt):
        read(text)


@pytest.mark.parametrize(
    ("text", "folders"),
    [
        ("cd a && b; c\nd", [".", "a", "a", "a"]),
        ("cd a; cd b; c", [".", "a", "a/b"]),
        ("(cd a && b); c", [".", "a", "."]),
        ("cd a | b; c", [".", ".", "."]),
        ("{ cd a; b; }; c", [".", "a", "a"]),
        ("a && cd b && c; d", [".", ".", "b", None]),
        ("a || cd b; c", [".", ".", None]),
        ("a || cd b && c", [".", ".", None]),
        ("cd a || b; c", [".", None, None]),
        ("cd a || exit 1; c", [".", None, "a"]),
        ("cd a || (exit 1); c", [".", None, None]),
        ("cd a || exit | b; c", [".", None, None, None]),
        ("cd a < b; c", [".", None]),
        ("{ cd a; } < b; c", [".", None]),
        ("if a; then cd b; fi; c", [".", ".", None]),
        ("for x in a b; do cd $x; c; done", [".", "a", None, None]),
        ("for x in a b; do (cd $x; c); done; d", [".", "a", ".", "b", "."]),
        ("cd; a", [".", None]),
        ("cd ..; a; cd /b && c", [".", None, None, "/b"]),
    ],
)
def test_the_folder_is_followed_as_far_as_it_is_certain(text: str, folders: list[str | None]):
    assert [each.folder for each in read(text)] == folders


def test_stdin_is_told():
    commands = read("a | b; (c; d) | e; { f; g < h; } < i; j <<< k; l <<E\nm\nE\n")
    assert [(each.argv[0], each.stdin, each.stdin_text) for each in commands] == [
        ("a", "inherited", ""),
        ("b", "pipe", ""),
        ("c", "inherited", ""),
        ("d", "inherited", ""),
        ("e", "pipe", ""),
        ("f", "file", ""),
        ("g", "file", ""),
        ("j", "text", "k\n"),
        ("l", "text", "m\n"),
    ]
    assert [each.target for each in commands[6].redirections] == ["h", "i"]


def test_a_loop_is_unrolled_with_its_values():
    commands = read('for x in 1 "a b" {c,d}; do echo "$x" <<E\nE\ndone; ls')
    assert [each.argv for each in commands] == [("echo", x) for x in ("1", "a b", "c", "d")] + [("ls",)]
    assert [each.may_repeat for each in commands] == [True, True, True, True, False]
    with pytest.raises(Doubt):
        read("for x in 1; do a; done; echo $x")


def test_a_group_hands_its_redirections_on():
    commands = read("(a; b 2>&1) >/dev/null")
    assert [[one.kind for one in each.redirections] for each in commands] == [
        ["nowhere"],
        ["duplicate", "nowhere"],
    ]


@pytest.mark.parametrize(
    "text",
    ["( " * 20 + "a" + " )" * 20, "".join(f"for {x} in {{1..200}}; do " for x in "xyz") + "a" + "; done" * 3],
)
def test_what_is_too_deep_or_too_often_is_for_a_person(text: str):
    with pytest.raises(Doubt):
        read(text)
