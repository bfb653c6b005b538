"""A `tools/call` of `true` that a rule allows, against a bare asyncio spawn of `bash -c true`.

python tests/benchmarks/round_trip.py [calls [namespace|bubblewrap|warden|session …]]
"""

import asyncio
import contextlib
import statistics
import sys
import time
from typing import get_args

from measuring import connect, headless_console, row

from assent.model.guarantee import Kind

RULES = '[[rule]]\ncommand = "=true"\ndecision = "allow"\n'
ROUNDS = 10


async def _spawn(times: int) -> list[float]:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            "/bin/bash", "-c", "true", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        await process.communicate()
        took.append(time.perf_counter() - start)
    return took


def _calls(address: str, times: int) -> list[float]:
    line = connect(address)
    messages = line.messages()
    took = []
    for number in range(1, times + 1):
        start = time.perf_counter()
        params = {"name": "Shell", "arguments": {"command": "true"}}
        line.send({"id": number, "method": "tools/call", "params": params})
        answer = next(message for message in messages if message.get("id") == number)
        took.append(time.perf_counter() - start)
        assert answer["result"]["outcome"] == {"kind": "exited", "code": 0}, answer
    return took


def main() -> None:
    """Measure all in turns, so that a noisy minute hits them alike."""
    each = int(sys.argv[1] if len(sys.argv) > 1 else 500) // ROUNDS
    kinds = [kind for kind in get_args(Kind) if kind in sys.argv[2:] or not sys.argv[2:]]
    bare: list[float] = []
    ours: dict[str, list[float]] = {kind: [] for kind in kinds}
    with contextlib.ExitStack() as consoles:
        addresses = {kind: consoles.enter_context(headless_console(RULES, kind)) for kind in kinds}
        for address in addresses.values():
            _calls(address, 20)
        for _ in range(ROUNDS):
            bare += asyncio.run(_spawn(each))
            for kind, address in addresses.items():
                ours[kind] += _calls(address, each)
    print(row("bare asyncio spawn of bash -c true", bare))
    for kind, took in ours.items():
        print(row(f"Shell true, allowed by a rule, {kind}", took), end="   ")
        print(f"ratio of p50: {statistics.median(took) / statistics.median(bare):.2f} (target: at most 2.0)")


if __name__ == "__main__":
    main()
