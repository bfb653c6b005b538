"""One level keeps what its variables may be, and which commands feed which."""

from assent.policy.forbidding.command import Loose
from assent.policy.forbidding.level import Level


def test_a_command_in_a_pipe_knows_what_feeds_it():
    found: list[Loose] = []
    level = Level(found, {}, 0, None)
    level.add("a")
    level.pipe(1)
    level.add("b")
    level.end_pipeline(3)
    level.add("c")
    level.end_command(5)
    assert [(each.words, each.feeds) for each in found] == [(["a"], (0, 0)), (["b"], (0, 1)), (["c"], (0, 0))]


def test_a_variable_may_be_each_of_what_it_was_given():
    found: list[Loose] = []
    values: dict[str, list[str]] = {}
    level = Level(found, values, 0, None)
    for word in ("x=rm", "y=ls"):
        level.add(word)
        level.end_command(0)
    level.substitute([*values["x"], *values["y"]], is_bare=True)
    level.end_command(0)
    assert [each.words for each in found][2:] == [["ls"], ["rm", "ls"]]


def test_the_number_of_a_redirection_is_no_word():
    found: list[Loose] = []
    level = Level(found, {}, 0, None)
    level.add("ls")
    level.end_word()
    level.add("2")
    level.drop_descriptor()
    level.redirect("file")
    level.add("out.txt")
    level.end_command(0)
    assert [each.words for each in found] == [["ls"]]
