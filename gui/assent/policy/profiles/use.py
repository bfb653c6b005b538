"""What one command line makes its program do, as the program's profile tells."""

from dataclasses import dataclass
from typing import Literal

# The worst that it does when every argument is known: print what it was given or what the system is; read
# files; write files; reach other machines; run programs or code that stand in files of the folder.
Effect = Literal["nothing", "reads", "writes", "network", "executes"]
EFFECTS: tuple[Effect, ...] = ("nothing", "reads", "writes", "network", "executes")
# What it takes for what it reads from stdin: it reads nothing; lines to work on; instructions.
Taken = Literal["nothing", "data", "code"]


@dataclass(frozen=True)
class Use:
    """`is_known`: each argument is one that the profile lists; else `why` names the one that is not.

    `verb` is how many of the first words name the program and its subcommand, `name` those of them that are
    no options between: of `git --no-pager log -1` three, and `git log`. `reads` and `writes` are paths as
    they stand in the arguments; one that ends in `/` is a folder with all that is in it. `scripts` are the
    files whose content will run. `runs` are the command lines that it starts by its arguments (of a wrapper,
    the operand), `texts` what it hands to a shell. `stdin` says what it takes what it reads there for.
    """

    is_known: bool
    why: str
    verb: int
    effect: Effect
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    runs: tuple[tuple[str, ...], ...] = ()
    stdin: Taken = "nothing"
    danger: str = ""
    name: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
