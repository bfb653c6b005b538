"""Reads the package's sources as syntax trees, for the walls that no import shows."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gui" / "assent"
SOURCES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """Return a source's path as a test's id: `host/peer.py`."""
    return path.relative_to(PACKAGE).as_posix()


def module_of(path: Path) -> str:
    """Return the dotted name under which a source is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree(path: Path) -> ast.Module:
    """Parse a source."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the module of each import in `node`, however deep."""
    for found in ast.walk(node):
        if isinstance(found, ast.Import):
            yield from ((found.lineno, alias.name) for alias in found.names)
        elif isinstance(found, ast.ImportFrom) and found.module:
            yield found.lineno, found.module


def imports_in_functions(module: ast.Module) -> set[int]:
    """Return the lines of imports that are done when a function is called."""
    functions = (
        node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {line for function in functions for line, _ in imports(function)}
