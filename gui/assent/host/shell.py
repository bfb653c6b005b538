"""Which shell runs a command block, and in which environment."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Shell:
    """A shell of this machine; `language` names its syntax and the text that agents get (resources/tools)."""

    language: Literal["bash", "sh", "powershell"]
    path: str

    def words(self, block: str) -> list[str]:
        """Return the words of the process that runs `block`."""
        match self.language:
            case "bash":
                # -p: no functions, BASH_ENV or SHELLOPTS of the environment may change what was shown.
                # +O promptvars: PS4 and "${x@P}" may not run what stands in a variable. As an option, since
                # a `shopt` before the block would be something that nobody was shown.
                # --: a block may begin with a dash, and is no option.
                options = ["--noprofile", "--norc", "-p", "+O", "promptvars"]
                return [self.path, *options, "-c", "--", block]
            case "sh":
                return [self.path, "-c", "--", block]
            case "powershell":
                return [self.path, "-NoProfile", "-NonInteractive", "-Command", block]


def find_shell() -> Shell:
    """Return bash, else sh; PowerShell on Windows; never zsh: what is judged as bash must run as bash.

    Raises FileNotFoundError when there is none.
    """
    if sys.platform == "win32":
        path = shutil.which("powershell.exe")
        if path is None:
            raise FileNotFoundError("There is no powershell.exe on the PATH.")
        return Shell("powershell", path)
    for path in ("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"):
        if os.access(path, os.X_OK):
            return Shell("bash", path)
    return Shell("sh", "/bin/sh")


# What a frozen program changes for its own libraries.
_OURS = ("LD_LIBRARY_PATH", "LD_PRELOAD", "QT_PLUGIN_PATH")
# There is no terminal and nobody to turn pages, however the console itself was started.
_NO_TERMINAL = {"TERM": "dumb", "PAGER": "cat", "GIT_PAGER": "cat"}
# In a terminal of its own a command may show colours; a pager there would keep an agent waiting for a key.
_TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PAGER": "cat", "GIT_PAGER": "cat"}
# Who would ask on a terminal or in a window fails at once instead. Only as a default, and no more than that:
# askpass programs may answer from a wallet, and hooks, helpers and the person's git configuration change what
# a command means.
_NO_QUESTIONS = {"GIT_TERMINAL_PROMPT": "0", "GCM_INTERACTIVE": "never", "GH_PROMPT_DISABLED": "1"}
# What only looks at a repository takes no lock in it: it writes nothing, runs no hook of the index, and gets
# in the way of no git of the person's. Nothing else of a repository is overridden: what the person trusted
# runs as they know it, and where something would run that nobody trusted no rule holds.
_NO_LOCKS = {"GIT_OPTIONAL_LOCKS": "0"}


def command_environment(
    inherited: Mapping[str, str], shell: Shell, call_id: str, *, has_terminal: bool = False
) -> dict[str, str]:
    """Return a command's environment: this process's own, without what is ours or would ask a question."""
    environment = {name: value for name, value in inherited.items() if not name.startswith("_PYI_")}
    if getattr(sys, "frozen", False):
        for name in _OURS:
            original = environment.pop(f"{name}_ORIG", None)
            environment.pop(name, None)
            if original is not None:
                environment[name] = original
    environment = {**_NO_LOCKS, **environment}
    if has_terminal:
        environment |= _TERMINAL
        # The console's own size, if it was started from a terminal, is not that of this one.
        for name in ("LINES", "COLUMNS"):
            environment.pop(name, None)
    else:
        environment = {**_NO_QUESTIONS, **environment, **_NO_TERMINAL}
    environment["SHELL"] = shell.path
    environment["ASSENT_CALL_ID"] = call_id  # marks the tree, wherever its processes go
    return environment
