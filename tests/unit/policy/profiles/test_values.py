"""Each kind of argument notes what it does and is objected to for what it is."""

import pytest

from assent.policy.profiles.findings import Findings
from assent.policy.profiles.kind import Kind
from assent.policy.profiles.use import Use
from assent.policy.profiles.values import note


def noted(kind: Kind, text: str) -> Use:
    found = Findings(("x", text), 1)
    note(found, kind, text, 1, "-o")
    return found.use()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("text", "-anything"),
        ("number", "-5"),
        ("number", "1.5M"),
        ("assignment", "a=b"),
        ("read", "/etc/hosts"),
        ("local", "a.tar"),
        ("write", "out"),
        ("inside", "src/x..y"),
        ("plain", "Accept: x"),
        ("report", "%{http_code}"),
        ("host", "example.com"),
        ("date", "+%s"),
        ("web", "https://example.com:80/a?b=c#d"),
        ("web", "localhost:8000/x"),
    ],
)
def test_known(kind: Kind, text: str):
    assert noted(kind, text).is_known


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("number", "x[1]"),
        ("number", ""),
        ("assignment", "1=b"),
        ("local", "host:a.tar"),
        ("inside", "/etc"),
        ("inside", "../a"),
        ("inside", "a/../../b"),
        ("inside", "~/a"),
        ("plain", "@file"),
        ("local", "@file"),
        ("host", "-"),
        ("report", "@file"),
        ("report", "%output{x}"),
        ("date", "0101"),
        ("web", "file:///etc/passwd"),
        ("web", "https://a:b@example.com"),
        ("web", "https://example.com/{a,b}"),
        ("web", "-o"),
        ("sed", "e"),
        ("awk", "@x"),
        ("jq", "env"),
        ("output", "a"),
        ("list", "a"),
        ("code", "a"),
        ("sent", "a"),
    ],
)
def test_not_known(kind: Kind, text: str):
    assert not noted(kind, text).is_known


def test_paths_are_told_and_stdin_is_none():
    assert noted("read", "a").reads == ("a",)
    assert noted("read", "-").reads == ()
    assert noted("write", "a").writes == ("a",)
    assert noted("write", "-").writes == ()
    assert noted("output", "a").writes == ("a",)
    assert noted("sed", "r a").reads == ("a",)


def test_what_runs_is_told():
    assert noted("program", "gzip -9").runs == (("gzip", "-9"),)
    assert noted("program", "").runs == (("",),)
    assert noted("shell", "rm x").texts == ("rm x",)
    assert noted("script", "x.sh").scripts == ("x.sh",)
    assert noted("sed", "e rm x").texts == ("rm x",)


def test_effects_are_told():
    assert [noted(kind, "a").effect for kind in ("text", "read", "write", "host", "program")] == [
        "nothing",
        "reads",
        "writes",
        "network",
        "executes",
    ]
