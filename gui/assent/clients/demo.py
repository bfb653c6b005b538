"""The sample agent of `assent demo`: a few harmless calls that show what the console does."""

import sys
import tempfile
from dataclasses import dataclass

from assent.clients.line import ConsoleAbsent, Line, Message, at, initialize


@dataclass(frozen=True)
class Wish:
    """One call of the sample agent."""

    description: str
    command: str
    timeout: int = 60
    interactive: bool = False


_COLOURS = r"""for step in 1 2 3 4 5 6 7 8 9 10 11 12; do
  printf '\033[36m%s\033[0m  \033[1mstep %2d\033[0m  ' "$(date +%H:%M:%S)" "$step"
  for ((block = 0; block < step; block++)); do
    printf '\033[48;2;%d;%d;110m  \033[0m' $((15 + block * 18)) $((118 + block * 4))
  done
  echo
  sleep 0.4
done
printf '\033[32mall steps passed\033[0m\n'
echo 'one line on standard error' >&2"""

WISHES = (
    Wish(
        "Have a look around before I start. Approve this one: it only lists files.", "ls -la --color=always /"
    ),
    Wish("Live output in colour, for about five seconds.", _COLOURS),
    Wish(
        "A question in a terminal: type any word into the line below it. It is not shown, and kept nowhere.",
        "read -rsp 'A secret word: ' word; echo; echo \"It has ${#word} letters.\"",
        interactive=True,
    ),
    Wish(
        "This takes a minute and may take 4 seconds: watch the deadline end it with all that it started.",
        "echo 'working'\nsleep 60 &\nsleep 60",
        timeout=4,
    ),
    Wish(
        "Please refuse this one, with a word to the agent. (If you approve it: the folder is empty.)",
        "rm -rf -- ./a-folder-that-matters",
    ),
)


def main() -> int:
    """Make the calls one after the other and print what an agent is told of each."""
    try:
        line = Line()
        with tempfile.TemporaryDirectory(prefix="assent-demo-") as folder:
            line.send(initialize("sample agent", request_id=0, session="A tour of Assent", cwd=folder))
            for number, wish in enumerate(WISHES, start=1):
                _show(wish, _ask(line, number, wish))
    except (ConsoleAbsent, KeyboardInterrupt):
        return 1
    return 0


def _ask(line: Line, number: int, wish: Wish) -> Message:
    arguments = {
        "command": wish.command,
        "description": wish.description,
        "timeout": wish.timeout,
        "interactive": wish.interactive,
    }
    line.send({"id": number, "method": "tools/call", "params": {"name": "Shell", "arguments": arguments}})
    return next(message for message in line.messages() if message.get("id") == number)


def _show(wish: Wish, answer: Message) -> None:
    told = at(answer, "result", "result", "message") or at(answer, "error", "message")
    print(f"agent: {wish.description}\nagent was told: {told}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
