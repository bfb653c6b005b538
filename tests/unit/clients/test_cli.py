"""What `assent run` makes of its words."""

import pytest

from assent.clients import cli


@pytest.mark.parametrize(
    ("words", "block"),
    [
        (["echo 'a b'; ls"], "echo 'a b'; ls"),
        (["--", "echo", "a b"], "echo 'a b'"),
        (["--", "echo", "--json"], "echo --json"),
        (["--", "bash", "-c", "for i in 1 2; do echo $i; done"], "bash -c 'for i in 1 2; do echo $i; done'"),
        (["--timeout", "5", "--", "printf", "%s", "it's"], "printf %s 'it'\"'\"'s'"),
        (["--", "--"], "--"),
    ],
)
def test_a_block_is_taken_as_it_is_and_words_are_quoted(words, block):
    assert cli._parse(words).block == [block]


@pytest.mark.parametrize("words", [[], ["--"], ["echo", "hi"], ["a", "--", "b"], [""]])
def test_anything_ambiguous_is_wrong_use(words, capsys):
    with pytest.raises(SystemExit) as ended:
        cli._parse(words)
    assert ended.value.code == cli.WRONG_USE
    assert "give one quoted block" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ({"kind": "exited", "code": 7}, 7),
        ({"kind": "exited", "code": -9}, 137),
        ({"kind": "timed_out", "after_s": 1}, 124),
        ({"kind": "exceeded", "what": "cpu_s", "limit": 1}, 137),
        ({"kind": "refused"}, 125),
        ({"kind": "expired", "after_s": 1}, 125),
        ({"kind": "stopped"}, 143),
        ({"kind": "failed", "error": "x"}, 2),
        ({"kind": "a kind of a later version"}, 1),
    ],
)
def test_the_exit_code_tells_the_outcome(outcome, code):
    answer = {"result": {"outcome": outcome, "result": {"message": "told"}}}
    assert cli._exit_code(answer, quiet=True) == code


def test_what_an_agent_or_a_person_wrote_cannot_steer_the_terminal(capsys):
    cli._say("no\x1b[2Jway")
    assert capsys.readouterr().err == "assent: no\\x1b[2Jway\n"


@pytest.mark.parametrize(
    ("flag", "asked"),
    [
        ("--interactive", {"interactive": True}),
        ("--background", {"run_in_background": True}),
        ("--confinement=workspace", {"confinement": "workspace"}),
        ("--timeout=7", {"timeout": 7}),
    ],
)
def test_what_is_wanted_is_asked_for_by_name_and_nothing_else(flag, asked):
    for words, wanted in (([flag, "sudo true"], asked), (["sudo true"], {})):
        params = cli._request(cli._parse(words))["params"]
        assert params["arguments"] == {"command": "sudo true", **wanted}
