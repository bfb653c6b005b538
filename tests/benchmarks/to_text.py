"""The end of a call whose output is awkward: how long the loop stands still while bytes become text.

python tests/benchmarks/to_text.py
"""

import statistics
import time

from measuring import row

from assent.execution.capture import Capture
from assent.model.events import Channel

ROUNDS = 15
BYTES = 600_000  # of each output: more than what is kept of it
TARGET_S = 0.030
CHANNELS: tuple[Channel, Channel] = ("stdout", "stderr")
# By one channel.
FLOODS = {
    "lines of 80": b"x" * 79 + b"\n",
    "empty lines": b"\n",
    "lines of one sign": b"x\n",
    "lines of one sign, CRLF": b"x\r\n",
    "returns": b"\r",
    "progress": b"x\ry\n",
    "progress, erased": b"x\r\x1b[K",
    "colours": b"\x1b[31mred\x1b[0m\n",
    "broken signs": b"\xff\xfeok and some text\n",
}
# By both in turns, a byte each.
ALTERNATING = {"x": b"x", "empty lines": b"\n", "é": "é".encode(), "colours": b"\x1b[31mred\x1b[0m\n"}


def _flood(unit: bytes) -> Capture:
    capture, data = Capture(), unit * (BYTES // len(unit))
    for start in range(0, len(data), 1 << 16):
        capture.take("stdout", data[start : start + (1 << 16)])
    return capture


def _alternating(unit: bytes) -> Capture:
    capture = Capture()
    for number in range(BYTES):
        at = number // 2 % len(unit)
        capture.take(CHANNELS[number % 2], unit[at : at + 1])
    return capture


def _took(capture: Capture) -> float:
    start = time.perf_counter()
    builder = capture.builder()
    builder.tail()
    builder.ok("Done.")
    return time.perf_counter() - start


def main() -> None:
    """Measure each on its own; the medians count."""
    captures = {name: _flood(unit) for name, unit in FLOODS.items()}
    captures |= {f"alternating: {name}": _alternating(unit) for name, unit in ALTERNATING.items()}
    for name, capture in captures.items():
        took = [_took(capture) for _ in range(ROUNDS)]
        late = statistics.median(took) > TARGET_S
        print(row(name, took), "  over the target of 30 ms" if late else "")


if __name__ == "__main__":
    main()
