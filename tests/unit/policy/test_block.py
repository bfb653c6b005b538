"""A command's words are what bash hands to the program."""

from assent.policy.block import Simple, Word


def test_its_words_are_the_programs_arguments():
    assert Simple((Word("ls", 0, 2), Word("a b", 3, 8)), 0, 8).argv == ("ls", "a b")
