"""A plain test in double brackets is read, and no other."""

import pytest

from assent.policy.bash.conditions import condition_at
from assent.policy.bash.cursor import Cursor
from assent.policy.bash.doubt import Doubt


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[ -d src ]]", ("[[", "-d", "src", "]]")),
        ("[[ ! -f 'a.txt' ]]", ("[[", "!", "-f", "a.txt", "]]")),
        ("[[ a == b ]]", ("[[", "a", "==", "b", "]]")),
        ('[[ "" != b ]]', ("[[", "", "!=", "b", "]]")),
    ],
)
def test_a_plain_one_is_read(text: str, words: tuple[str, ...]):
    cursor = Cursor(text + "; ls")
    command = condition_at(cursor, "inherited", ".", may_repeat=False)
    assert command.argv == words
    assert cursor.next() == ";"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[[ a ]]",
            "[[ -v a ]]",
            "[[ -v 'a[$(b)]' ]]",
            "[[ a -eq b ]]",
            "[[ a =~ b ]]",
            "[[ a == b* ]]",
            "[[ -f $x ]]",
        ),
        *(
            "[[ -f == a ]]",
            "[[ -f a && -f b ]]",
            "[[ ( -f a ) ]]",
            "[[ a < b ]]",
            "[[ -f a",
            "[[ a == ]]",
            "[[ -f a ]]b",
        ),
        *("[[ -f a\n]]", "[[-f a ]]", "[[ -R a ]]", "[[ -t 1 ]]", "[[ == == == ]]"),
    ],
)
def test_others_are_doubted(text: str):
    with pytest.raises(Doubt):
        condition_at(Cursor(text), "inherited", ".", may_repeat=False)
