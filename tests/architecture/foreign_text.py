"""Finds where a source could let Qt take a foreign text for markup, a link or a placeholder."""

import ast
from collections.abc import Iterator

# Whatever guesses at markup, shows it, or reads back from a widget what it may have changed.
FORBIDDEN = frozenset(
    {
        "QMessageBox",
        "QErrorMessage",
        "QInputDialog",
        "QTextBrowser",
        "QWhatsThis",
        "QStaticText",
        "setHtml",
        "insertHtml",
        "appendHtml",
        "setMarkdown",
        "insertMarkdown",
        "toHtml",
        "toMarkdown",
        "toPlainText",
        "setInformativeText",
        "setDetailedText",
        "setWhatsThis",
        "AutoText",
        "RichText",
        "MarkdownText",
        "TextBrowserInteraction",
        "LinksAccessibleByMouse",
    }
)
# These guess at markup (a tool tip), have a placeholder (a title), or go to another program (a message).
GUESSING = frozenset({"setToolTip", "setWindowTitle", "showMessage", "setStatusTip", "showText"})
# Only these make labels; both set the plain format.
LABEL_MAKERS = frozenset({"desktop/appearance/labels.py", "desktop/appearance/passage.py"})


def breaches(name: str, tree: ast.Module) -> Iterator[str]:
    """Yield what is wrong in the source `name`, as its line and what stands there."""
    for node in ast.walk(tree):
        said = _breach(name, node)
        if said:
            yield f"{name}:{getattr(node, 'lineno', 0)}: {said}"


def _breach(name: str, node: ast.AST) -> str:
    match node:
        case ast.Name(id=used) | ast.Attribute(attr=used) if used in FORBIDDEN:
            return used
        case ast.ClassDef(bases=bases) if name not in LABEL_MAKERS and "QLabel" in map(ast.unparse, bases):
            return "a kind of QLabel"
        case ast.Call(func=ast.Name(id="QLabel" | "QTextEdit" as made)) if name not in LABEL_MAKERS:
            return f"a {made} of its own"
        case ast.Call(func=ast.Attribute(attr="setOpenExternalLinks"), args=[opens]):
            return "" if ast.unparse(opens) == "False" else "links that open"
        case ast.Call(func=ast.Attribute(attr=attribute), args=args) if attribute in GUESSING:
            return "" if all(map(is_ours, args)) else ast.unparse(node)
    return ""


def is_ours(text: ast.expr) -> bool:
    """Tell whether a text is written in the source, or escaped within `<qt>`."""
    match text:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=other):
            return is_ours(body) and is_ours(other)
        case ast.Name(id=name):
            return name.isupper()  # a constant, which stands in a source as well
        case ast.Call(func=ast.Name(id="mark")):
            return True  # our own picture
        case ast.JoinedStr(values=[ast.Constant(value=str(first)), *rest]) if first.startswith("<qt>"):
            return all(isinstance(each, ast.Constant) or _is_escaped(each) for each in rest)
        case _:
            return False


def _is_escaped(value: ast.expr) -> bool:
    return isinstance(value, ast.FormattedValue) and ast.unparse(value.value).startswith("html.escape(")
