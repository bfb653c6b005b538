"""What is near a command is another command, to bash too."""

from assent.policy.block import Certain
from assent.policy.lexer import read
from assent.policy.near_misses import around, beside, others, with_option
from assent.policy.profiles.profiles import Profiles


def command_of(text: str):
    block = read(text)
    assert isinstance(block, Certain)
    return block.commands[0]


def test_what_stands_around_it_is_no_more_the_command():
    texts = list(around("git log -3"))
    assert len(set(texts)) == len(texts) > 15
    for text in texts:
        block = read(text)
        if isinstance(block, Certain) and len(block.commands) == 1:
            assert block.commands[0].assignments or block.commands[0].argv != ("git", "log", "-3"), text


def test_other_programs_have_the_same_arguments():
    found = list(others(command_of("git log 'a b'")))
    assert "./git log 'a b'" in found
    assert "gitx log 'a b'" in found
    assert all(command_of(text).argv[0] != "git" for text in found)


def test_the_same_program_with_other_words():
    command = command_of("git --no-pager log -3")
    use = Profiles().use(command.argv)
    exact = list(beside(command, use, exact=True, program=False))
    assert "git --no-pager log -3 another-one" in exact
    assert "git --no-pager log" in exact
    prefix = list(beside(command, use, exact=False, program=False))
    assert "git --no-pager another-one -3" in prefix
    assert list(beside(command, use, exact=False, program=True)) == []
    assert with_option(command)[1].startswith("--an-option")
