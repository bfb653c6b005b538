"""Commands are named wherever they stand, at their places, in bounded time and memory."""

import pytest

from assent.policy.naming import named


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("echo $(rm x)", ["echo $(rm x)", "rm x"]),
        ("for i in *; do rm $i; done | cat", ["rm $i", "cat"]),
        ("cat <<E\n$(id)\nE\n", ["cat", "id"]),
        ("X=`id` Y=1", ["id"]),
        ("export A=1; [ -f a ] && [[ -f b ]]", ["export A=1", "[ -f a ]", "[[ -f b ]]"]),
        ("echo 'é✓' \U0001f600; ls é | rm \ud800", ["echo 'é✓' \U0001f600", "ls é", "rm \ud800"]),
        ("", []),
    ],
)
def test_commands_are_named_where_they_stand(text: str, commands: list[str]):
    found = named(text)
    assert [each.text for each in found] == commands
    assert [text[each.start : each.end] for each in found] == commands


# Without a limit these take gigabytes, or minutes; the limit of each test's time is the assertion.
@pytest.mark.parametrize(
    "unit", ["a|", "a |\n", "a=(", "<<<", "<<A\n", "(", "$(", "`", "if ", "[[ a =~ ", "f() ", "\0"]
)
def test_a_twisted_text_ends_soon(unit: str):
    text = unit * (400_000 // len(unit))
    assert len(named(text)) <= 2_000


def test_of_a_long_text_the_begin_is_named():
    assert named("ls a\n" * 300)[-1].start == 5 * 299
