"""Tells whether a jq program only looks at its input."""

import re

# `env` and `$ENV` are the environment, which may hold secrets; the others load code from files.
_TELLING = re.compile(r"""(?<![.\w"$])(\$ENV|\$__prog|env|import|include|modulemeta|get_search_list)\b""")


def jq_objection(program: str) -> str:
    """Return why the program may show or load something else, or an empty text."""
    telling = _TELLING.search(program)
    return f"`{telling[0]}` in the jq program shows or loads something else" if telling else ""
