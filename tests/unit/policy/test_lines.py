"""The command lines of a block are listed, with what wrappers in them start."""

import pytest

from assent.policy.lines import MOST_LINES, Line, lines_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use

PROFILES = Profiles()


class Wrapping(Profiles):
    """Profiles by which `wrap` starts its operand and `text` hands it to a shell."""

    def use(self, argv, spelled=0, globs=frozenset()):  # type: ignore[no-untyped-def]  # as above it
        if argv[0] == "wrap":
            return Use(is_known=False, why="", verb=1, effect="executes", runs=(tuple(argv[1:]),))
        if argv[0] == "text":
            return Use(is_known=False, why="", verb=1, effect="executes", texts=(argv[1],))
        return None


def lines(block: str, profiles: Profiles = PROFILES) -> list[tuple[str, str | None, bool]]:
    return [(" ".join(line.argv), line.folder, line.is_certain) for line in lines_of(block, profiles)]


def test_a_chain_is_listed_in_its_order_each_in_its_folder():
    assert lines("git status && cd sub && ./x.sh 'a b' | sort") == [
        ("git status", ".", True),
        ("cd sub", ".", True),
        ("./x.sh a b", "sub", True),
        ("sort", "sub", True),
    ]


def test_patterns_and_files_are_known():
    [line] = lines_of("bash -s *.py < x.sh", PROFILES)
    assert isinstance(line, Line)
    assert (line.globs, line.files) == (("*.py",), ("x.sh",))


def test_what_a_wrapper_starts_comes_after_it():
    assert lines("cd a; wrap wrap ls -l", Wrapping()) == [
        ("cd a", ".", True),
        ("wrap wrap ls -l", "a", True),
        ("wrap ls -l", "a", True),
        ("ls -l", "a", True),
    ]
    assert lines("text 'cd b; ls'", Wrapping())[1:] == [("cd b", ".", True), ("ls", "b", True)]


def test_what_is_handed_to_a_shell_starts_in_the_folder_of_that():
    assert lines("cd a; text 'ls; cd b; ls'", Wrapping())[2:] == [
        ("ls", "a", True),
        ("cd b", "a", True),
        ("ls", "a/b", True),
    ]


def test_wrappers_within_wrappers_end():
    assert len(lines("wrap " * 500 + "ls", Wrapping())) < 20


def test_of_what_is_not_certain_a_guess_is_made():
    found = lines('x=1; bash x.sh "$y" && python "z.py" $(cat w)\nFOO=1 make t')
    assert not any(is_certain for argv, _, is_certain in found if "x.sh" in argv)
    assert {"bash x.sh $y", "python z.py", "make t"} <= {argv for argv, _, _ in found}


@pytest.mark.parametrize("block", ["", "'", "\\", "((((", "$(", "a\0b", "é" * 100, '"' * 101, "&&&&;;||"])
def test_no_text_is_too_odd(block: str):
    lines_of(block, PROFILES)


def test_there_is_an_end_to_it():
    assert len(lines_of("ls; " * 2_000, PROFILES)) == MOST_LINES
    assert len(lines_of("$x; " * 100_000, PROFILES)) == MOST_LINES
