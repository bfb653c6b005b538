"""What an argument can be: the kinds that a profile may give to a value or an operand."""

from typing import Literal

# These do no harm by themselves: what they say of files is told to the person, and nothing more.
#   text        any word
#   number      digits, with a sign before and a unit behind
#   assignment  NAME=value
#   read        a path that is read
#   local       a path that is read, and neither on another machine (`host:path`) nor one of options (`@path`)
#   write       a path that is written: what the program is for, as it is for `mkdir`
#   inside      a path below the folder where it runs, which is read
#   plain       any word that does not begin with `@`, which would name a file
#   target      a name of what is to be made, and no setting of a variable
#   changed     a name of something that is made, changed or removed, and is no path
#   host        another machine, or an address there
Open = Literal[
    "text", "number", "assignment", "read", "local", "write", "inside", "plain", "target", "changed", "host"
]
# Where git fetches from and sends to: harmless as a plain name or address, which starts nothing.
#   remote    a repository, by the name that git has for it or by its address
#   upstream  one by its name alone: what leaves the machine goes where the person set it up to go
#   repository  `owner/name` on the host that the person set it up with
#   refspec   what goes there, and neither overwrites nor removes
Git = Literal["remote", "upstream", "repository", "refspec"]
# A text in a small language that is read through: it may be harmless or not.
#   date    what `date` prints, and not what it sets the clock to
#   web     an address of one page
#   report  what curl tells of it
Language = Literal["sed", "awk", "jq", "date", "web", "report"]
# These are never known, unless the person's rule spelled them out.
#   output   a path that is written, by a program that else writes nothing
#   list     a file of options, names or settings, which say what happens
#   program  a program that is started
#   shell    a text that a shell runs
#   code     instructions in the program's own language, or what it loads
#   script   a file whose content runs
#   sent     what leaves the machine
#   command  all that follows is a command line, which it starts
#   exec     all up to `;` or `{} +` is a command line
Closed = Literal["output", "list", "program", "shell", "code", "script", "sent", "command", "exec"]
Kind = Literal[Open, Git, Language, Closed]

# Said of the argument: "`-o` …".
CLOSED: dict[str, str] = {
    "output": "writes to a file",
    "list": "reads a file that says what is done",
    "program": "names a program that is started",
    "shell": "is a text that a shell runs",
    "code": "is code that runs",
    "script": "is a file whose content runs",
    "sent": "sends something away",
    "command": "is another command, which is started",
    "exec": "starts another command",
}
