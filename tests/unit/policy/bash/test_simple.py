"""One simple command is read with all that belongs to it, or doubted."""

import pytest

from assent.policy.bash.cursor import Cursor
from assent.policy.bash.doubt import Doubt
from assent.policy.bash.simple import simple_at
from assent.policy.block import Redirection, Simple


def read(text: str) -> Simple:
    return simple_at(Cursor(text), "inherited", ".", may_repeat=False)[0]


def test_it_has_its_words_and_its_place():
    command = read("git \\\n log --author='A B' \"it's\" *.py && x")
    assert command.argv == ("git", "log", "--author=A B", "it's", "*.py")
    assert [word.globs for word in command.words] == [False, False, False, False, True]
    assert (command.start, command.end) == (0, 37)


def test_it_has_its_assignments_and_redirections():
    command = read("CI=1 LC_ALL=C TZ='a b' <a.txt sort -u 2>&1 >/dev/null # c")
    assert command.assignments == (("CI", "1"), ("LC_ALL", "C"), ("TZ", "a b"))
    assert command.argv == ("sort", "-u")
    assert [each.kind for each in command.redirections] == ["file", "duplicate", "nowhere"]
    assert command.redirections[0] == Redirection("file", "a.txt")
    assert command.stdin == "file"
    assert command.end == 53


def test_a_heredoc_is_its_stdin():
    cursor = Cursor("cat <<'E' -n\n")
    command, heredoc = simple_at(cursor, "pipe", None, may_repeat=True)
    assert (command.stdin, heredoc, command.folder, command.may_repeat) == ("text", 4, None, True)
    assert command.argv == ("cat", "-n")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            ";",
            ">/dev/null",
            "CI=1",
            "<a.txt",
            "X=1 ls",
            "PATH=. ls",
            "CI+=1 ls",
            "CI=$x ls",
            "CI=~ ls",
            "'CI'=1 ls",
        ),
        *(
            "CI=1 time ls",
            "CI=1 if",
            "2>&1 ! ls",
            "{a,b}",
            "l*",
            "~/a",
            '"$HOME/a"',
            "$x",
            "-a",
            "%1",
            "'a b'",
            "''",
            "é",
        ),
        *(
            "a=b",
            "./a=b",
            "a[0]=b",
            "ls &",
            "ls (",
            "ls a(b)",
            "cat <a <b",
            "cat <<E <<F",
            "cat <a <<<b",
            "l{a,}s",
            "'[['",
        ),
        *("eval a", "ls $(a)", "ls 2>a", "ls 'a", "ls a#'"),
    ],
)
def test_what_is_not_certain_is_doubted(text: str):
    with pytest.raises(Doubt):
        read(text)
