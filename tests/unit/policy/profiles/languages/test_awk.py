"""An awk program that could do more than compute and print is objected to."""

import pytest

from assent.policy.profiles.languages.awk import awk_objection


@pytest.mark.parametrize(
    "program",
    [
        "{print $1}",
        "$1 > 5",
        "$1 > 5 {print; n++} END {print n}",
        "/a|b/",
        "/a>b/ || /[|]/ {print $2}",
        '{print "a > b | c"}',
        "{print ($1 > $2)}",
        "{if ($1 > 2) print $1; if ($2 > 3) print $2}",
        "{print $1\nif ($2 > 3) next}",
        "{x = $1 / 2; if (x > 1) print x}",
        "{while (i < 3 || j > 2) i++}",
        "$1 >= 5 && $2 != 3",
        "{s += $1} # a > b | c",
        '{print "\\"" ; x = a > b}',
    ],
)
def test_a_program_that_prints_is_known(program: str):
    assert awk_objection(program) == ""


@pytest.mark.parametrize(
    "program",
    [
        'BEGIN{system("x")}',
        '{print | "sh"}',
        '{print > "out"}',
        '{print >> "out"}',
        '{print $1,\n$2 > "out"}',
        '{print a &&\nb > "out"}',
        '{print(1)(2) > "out"}',
        '{if ($1 > 2) print > "out"}',
        '{print "a" "b" > "out"}',
        '{print /a/ > "out"}',
        '{print a / b > "out"}',
        '{print x ? y : z > "out"}',
        '{"date" | getline}',
        '{getline x < "a"}',
        '@load "x"',
        '{f = "system"; @f("x")}',
        'BEGIN{print 1 |& "x"}',
        'BEGIN{sys\\\ntem("x")}',
        '{printf "x" > "out"}',
        "{print $1 > $2}",
        '{print a[1] > "out"}',
        '{print x++ > "out"}',
    ],
)
def test_a_program_that_writes_or_runs_is_objected_to(program: str):
    assert awk_objection(program)


@pytest.mark.parametrize(
    "program", ['{x = (a) / b; y = "/" > 2}', "/[/]/ && $1 > 2", '{print "a\n > b"}', "a > `b`"]
)
def test_a_program_that_awks_read_differently_is_objected_to(program: str):
    assert awk_objection(program)
