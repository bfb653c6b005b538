"""The walls that no import shows: what a source may say, and where."""

import ast
import re
from pathlib import Path

import pytest

from architecture.reading import PACKAGE, SOURCES, imports, imports_in_functions, name_of, tree

sources = pytest.mark.parametrize("path", SOURCES, ids=name_of)
SENTENCE = re.compile(r"[A-Z`\"'].*[.?!]$|a[a-z]+ .*[.?!]$")  # `asyncio on Qt's event loop, …` begins small


@sources
def test_it_opens_with_one_sentence(path: Path):
    said = ast.get_docstring(tree(path))
    assert said, "there is no docstring"
    first = said.split("\n\n")[0]
    assert "\n" not in first
    assert SENTENCE.fullmatch(first), first


@sources
def test_systems_differ_in_the_host_only(path: Path):
    if path.is_relative_to(PACKAGE / "host"):
        return
    asked = {
        (node.lineno, f"{node.value.id}.{node.attr}")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not {one for one in asked if one[1] in ("sys.platform", "os.name")}
    assert "platform" not in {module for _, module in imports(tree(path))}


@sources
def test_nothing_is_imported_for_the_type_checker_alone(path: Path):
    assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8")


@sources
def test_a_function_imports_only_where_a_comment_says_why(path: Path):
    if path == PACKAGE / "__main__.py":
        return  # it picks a face: see the comment there
    lines = path.read_text(encoding="utf-8").splitlines()
    unexplained = [
        line
        for number in sorted(imports_in_functions(tree(path)))
        if not re.search(r"#(?! noqa\b)|# noqa: \w+  # \w", line := lines[number - 1])
    ]
    assert unexplained == []


@sources
def test_nothing_runs_because_it_was_imported_as_a_star(path: Path):
    stars = [
        node.lineno
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    assert stars == []


def test_one_file_knows_qasync():
    knowing = [
        name_of(path) for path in SOURCES if any("qasync" in module for _, module in imports(tree(path)))
    ]
    assert knowing == ["desktop/loop.py"]


def test_no_file_is_named_for_what_it_is_instead_of_what_it_does():
    empty = {"utils", "helpers", "misc", "common", "manager", "base", "core", "lib", "shared"}
    assert [name_of(path) for path in SOURCES if path.stem in empty or path.parent.name in empty] == []
