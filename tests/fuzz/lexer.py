"""Holds the lexer against bash itself: whatever it accepts must run as it said, and nothing else.

    python tests/fuzz/lexer.py [--seconds 60 | --texts 5000000] [--seed N] [--jobs 2]

Exits with 1, and the smallest text that it finds, where bash ran anything but what was read. A text that is
accepted and that bash refuses is counted; it runs nothing that was not read.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    # Its own folder may not hide other modules of these names.
    sys.path[0:1] = [str(TESTS.parent / "gui"), str(TESTS)]

from assent.policy.block import Certain  # noqa: E402  found by the line above
from assent.policy.lexer import read  # noqa: E402
from fuzz.comparing import Difference, differences  # noqa: E402
from fuzz.texts import Writer  # noqa: E402

BATCH = 2_000


@dataclass(frozen=True)
class Count:
    """What one job, or all of them, came to; `refused`: accepted, but no syntax of bash."""

    texts: int = 0
    accepted: int = 0
    refused: tuple[str, ...] = ()
    wrong: tuple[Difference, ...] = field(default=())

    def plus(self, other: "Count") -> "Count":
        """Return the sum."""
        return Count(
            self.texts + other.texts,
            self.accepted + other.accepted,
            (*self.refused, *other.refused),
            (*self.wrong, *other.wrong),
        )


def seen_commands() -> list[str]:
    """Return the commands of the corpus."""
    lines = (TESTS / "data" / "policy.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["command"] for line in lines]


def counts(seed: int, *, texts: int | None, seconds: float | None) -> Iterator[Count]:
    """Yield the count of each batch, up to `texts` texts or for `seconds`; no text is accepted twice."""
    writer, until = Writer(seed, seen_commands()), time.monotonic() + (seconds or 0)
    known: set[int] = set()
    made = 0
    locale = ("C", "C.UTF-8")[seed % 2]
    while (texts is not None and made < texts) or (seconds is not None and time.monotonic() < until):
        accepted: dict[str, Certain] = {}
        before = made
        while len(accepted) < BATCH and (texts is None or made < texts) and made - before < 40 * BATCH:
            text = writer.text()
            made += 1
            if hash(text) not in known and isinstance(reading := read(text), Certain):
                known.add(hash(text))
                accepted[text] = reading
        refused, wrong = differences(accepted, locale)
        yield Count(made - before, len(accepted), tuple(refused), tuple(wrong))


def smaller(difference: Difference) -> Difference:
    """Return a difference of the same sort in the smallest text that can be made by leaving out signs."""
    size = max(1, len(difference.text) // 2)
    while size:
        text = difference.text
        tries = {text[:at] + text[at + size :] for at in range(0, len(text), max(1, size // 2))}
        accepted = {each: reading for each in tries if isinstance(reading := read(each), Certain)}
        _, found = differences(accepted, "C")
        if found:
            difference = min(found, key=lambda each: len(each.text))
            size = min(size, max(1, len(difference.text) // 2))
        else:
            size //= 2
    return difference


def _job(share: tuple[int, int | None, float | None]) -> Count:
    seed, texts, seconds = share
    total = Count()
    started = said = time.monotonic()
    for count in counts(seed, texts=texts, seconds=seconds):
        total = total.plus(count)
        for difference in count.wrong:
            print(difference.told(), flush=True)
        if time.monotonic() - said > 60:
            said = time.monotonic()
            print(f"  seed {seed}: {_told(total)} after {said - started:.0f} s", flush=True)
        if len(total.wrong) > 50:
            break
    return replace(total, wrong=total.wrong[:50])


def _told(count: Count) -> str:
    return (
        f"{count.texts:,} texts, {count.accepted:,} accepted, {len(count.wrong)} wrong,"
        f" {len(count.refused)} accepted that bash refuses"
    )


def main(arguments: Sequence[str]) -> int:
    """Run the jobs, sum up, and make what is wrong small."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=float)
    limits.add_argument("--texts", type=int)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args(arguments)
    seconds = 60.0 if asked.texts is None and asked.seconds is None else asked.seconds
    each = None if asked.texts is None else -(-asked.texts // asked.jobs)
    shares = [(asked.seed * 1_000 + number, each, seconds) for number in range(asked.jobs)]
    started = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        total = Count()
        for count in pool.imap_unordered(_job, shares):
            total = total.plus(count)
    print(f"{_told(total)}, {time.monotonic() - started:.0f} s, seed {asked.seed}, {asked.jobs} jobs")
    for difference in sorted(total.wrong, key=lambda each: len(each.text))[:5]:
        print(smaller(difference).told())
    for text in sorted(total.refused, key=len)[:5]:
        print(f"Bash refuses {text!r}")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
