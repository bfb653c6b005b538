"""What a verdict takes: a usual chain against 500 rules, and blocks of 1 MB, with the loop's longest silence.

python tests/benchmarks/verdict.py [rounds]
"""

import asyncio
import sys
import time
from collections.abc import Callable

from measuring import row

from assent.console.rules_look import Looking
from assent.model.judgement import Judgement
from assent.model.rules import Rule
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules

CHAIN = (
    "cd src && git status --short --branch && git log --oneline -5 | head -20 && "
    "grep -rn 'def main' --include='*.py' . | sort | uniq -c | sort -rn | head -40 && "
    "wc -l app.py README.md > /dev/null"
)
USED = ("cd", "git status", "git log", "head", "grep", "sort", "uniq", "wc")
DENIED = ("rm", "git push --force", "curl", "npm publish", "sudo", "kubectl delete")
MEGABYTE = 1_000_000
LONG = {
    "commands": "echo rm {};\n",
    "words": "x ",
    "wrapped": "foo a rm ",
    "substitutions": "$(",
    "subshells": "(",
    "backticks": "`",
    "braces": "{a,b}",
    "pipes": "a|",
    "variables": "x=a;$x ",
    "heredocs": "<<a\n",
    "one line of base64": "cm0gLXJmIC4veA",
    "piped to a shell": "echo 'rm' x | sh\n",
}


def rules() -> list[Rule]:
    """Return 500 rules: those that are used, some that deny, and many of other programs."""
    others = (f"program{number} sub" for number in range(500 - len(USED) - len(DENIED)))
    allowing = [Rule(command=command, decision="allow") for command in (*others, *USED)]
    return [*allowing, *(Rule(command=command, decision="deny") for command in DENIED)]


def timed(judge: Callable[[str], Judgement], block: str) -> tuple[float, float]:
    """Return the seconds that a verdict takes, and those of them that this thread had a processor."""
    begun, had = time.perf_counter(), time.thread_time()
    judge(block)
    return time.perf_counter() - begun, time.thread_time() - had


async def silence(work: Callable[[], object]) -> float:
    """Return the longest time between two turns of the loop while `work` is done in a thread, in seconds."""
    longest, last = 0.0, time.perf_counter()
    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    return longest


def main(rounds: int) -> None:
    """Print a line for each."""
    looking = Looking()
    judge = Judge(GivenRules(rules(), "500 rules"), profiles=looking.profiles)

    def judged(block: str) -> Judgement:
        return looking.by(judge, block, "")

    assert judged(CHAIN).decision == "allow", judged(CHAIN).reason
    wall, own = zip(*(timed(judged, CHAIN) for _ in range(rounds)), strict=True)
    print(row(f"a chain of {len(CHAIN)} characters, 500 rules", wall))
    print(row("  the same, on the processor", own))
    for name, piece in LONG.items():
        block = "".join(piece.replace("{}", str(number)) for number in range(MEGABYTE // len(piece)))
        seconds, own_s = timed(judged, block)
        waited = asyncio.run(silence(lambda block=block: judged(block)))
        print(f"1 MB of {name:<20} {seconds:6.2f} s ({own_s:5.2f} s on the processor)", end="   ")
        print(f"loop silent for at most {waited * 1e3:4.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
