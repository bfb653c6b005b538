"""`seq 1 1000000` again and again: in how many results the last line is, by a pipe and by a terminal.

python tests/benchmarks/last_line.py [runs]
"""

import sys
import time

from measuring import connect, headless_console, row

LAST = 1_000_000
RULES = f'[[rule]]\ncommand = "=seq 1 {LAST}"\ndecision = "allow"\n'


def main() -> None:
    """Count, and say how long each took."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with headless_console(RULES) as address:
        line = connect(address)
        messages = line.messages()
        for interactive in (False, True):
            found, took = 0, []
            for number in range(1, runs + 1):
                start, request = time.perf_counter(), f"{interactive} {number}"
                arguments = {"command": f"seq 1 {LAST}", "interactive": interactive}
                params = {"name": "Shell", "arguments": arguments}
                line.send({"id": request, "method": "tools/call", "params": params})
                answer = next(message for message in messages if message.get("id") == request)
                took.append(time.perf_counter() - start)
                found += answer["result"]["result"]["output"].endswith(f"\n{LAST - 1}\n{LAST}\n")
            name = "terminal" if interactive else "pipe"
            print(row(f"{name}: last line in {found} of {runs} results", took))


if __name__ == "__main__":
    main()
