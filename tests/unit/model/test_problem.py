"""A problem with a file names the file and what is wrong with it."""

from assent.model.problem import FileProblem


def test_both_are_there():
    problem = FileProblem(source="/home/ada/settings.toml", message="tools.shel: unknown field")
    assert (problem.source, problem.message) == ("/home/ada/settings.toml", "tools.shel: unknown field")
