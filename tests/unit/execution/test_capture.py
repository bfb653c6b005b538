"""Of any output its beginning and its end are kept, whatever its pieces, and the rest is accounted for."""

import os
import random
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from assent.execution.capture import HEAD_BYTES, TAIL_BYTES, Capture, Excerpt, excerpt_of
from assent.execution.result_builder import NOTICE
from assent.execution.spool import Spools
from assent.model.events import Channel
from assent.model.result import ToolReturnValue

LINE = b"x" * 79 + b"\n"


def captured(*pieces: bytes | tuple[Channel, bytes], spools: Spools | None = None) -> ToolReturnValue:
    capture = Capture(None if spools is None else lambda: spools.open("a1"))
    for piece in pieces:
        channel, data = ("stdout", piece) if isinstance(piece, bytes) else piece
        capture.take(channel, data)
    capture.close()
    return capture.builder().ok("Done.")


def test_a_small_output_is_whole_and_touches_no_disk(tmp_path: Path):
    value = captured(b"out\n", ("stderr", b"err\n"), spools=Spools(tmp_path / "output"))
    assert (value.output, value.message) == ("out\nerr\n", "Done.")
    assert value.extras == {"output_bytes": 8}
    assert not (tmp_path / "output").exists()


def test_no_output_is_no_output():
    assert (captured().output, captured().extras) == ("", {"output_bytes": 0})


@pytest.mark.parametrize("lines", [700, 3_000, 5_000, 40_000])
def test_of_a_long_output_both_ends_are_there_and_the_whole_is_on_disk(tmp_path: Path, lines: int):
    whole = b"".join(b"%079d\n" % number for number in range(lines))
    pieces = [whole[start : start + 65_536] for start in range(0, len(whole), 65_536)]
    value = captured(*pieces, spools=Spools(tmp_path))
    head, _, rest = value.output.partition("[...truncated: ")
    missing, _, tail = rest.partition(" bytes left out]\n")
    assert whole.decode().startswith(head)
    assert whole.decode().endswith(tail)
    assert len(head) > 24_000
    assert len(tail) > 24_000
    assert int(missing.replace(",", "")) == len(whole) - len(head) - len(tail)
    assert (tmp_path / "a1.out").read_bytes() == whole
    assert value.extras == {"output_bytes": len(whole), "output_path": f"{tmp_path}/a1.out"}
    assert value.message == (
        f"Done. {NOTICE} {missing} of {len(whole):,} bytes are left out. "
        f"The whole output is in {tmp_path}/a1.out."
    )


def test_exactly_what_fits_is_whole():
    assert captured(LINE * 625).message == "Done."
    assert captured(LINE * 625, b"\n").message.startswith(f"Done. {NOTICE}")


def made(seed: int) -> list[tuple[Channel, bytes]]:
    """Return an output of some 600 kB in writes of both channels: signs, colours, progress, long lines."""
    chance = random.Random(seed)
    words = [
        b"word ",
        "é".encode(),
        "🙂".encode(),
        b"\x1b[31mred\x1b[0m",
        b"\r50%",
        b"\n",
        b"\r\n",
        b"\x1b]0;t\x07",
    ]
    weights = [20, 5, 5, 3, chance.choice([0, 1]), chance.choice([0, 1, 4]), 1, 1]
    channels: tuple[Channel, Channel] = ("stdout", "stderr")
    return [
        (
            chance.choices(channels, [9, 1])[0],
            b"".join(chance.choices(words, weights, k=chance.randint(1, 400))),
        )
        for _ in range(600)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_kept_does_not_depend_on_the_pieces(seed: int):
    chance, writes = random.Random(seed), made(seed)
    cut: list[tuple[Channel, bytes]] = []
    for channel, data in writes:
        edges = [0, *sorted(chance.choices(range(len(data) + 1), k=chance.choice([0, 1, 40]))), len(data)]
        cut += [(channel, data[start:end]) for start, end in pairwise(edges)]
    joined: list[tuple[Channel, bytes]] = []
    for channel, data in writes:
        if joined and joined[-1][0] == channel:
            joined[-1] = (channel, joined[-1][1] + data)
        else:
            joined.append((channel, data))
    value = captured(*writes)
    assert value == captured(*cut) == captured(*joined)
    assert len(value.output) <= 50_000
    assert "\ufffd" not in value.output
    assert "\x1b" not in value.output


def test_signs_and_escape_codes_are_whole_although_the_other_channel_comes_between():
    euro = "€".encode()
    value = captured(
        *(euro[:1], ("stderr", b"[\x1b[3"), euro[1:2], ("stderr", b"1mred"), euro[2:]),
        *(b"\x1b]0;ti", ("stderr", b"]"), b"tle\x1b", ("stderr", b"!"), b"\\."),
    )
    assert value.output == "[red€]!."


def test_half_a_sign_at_the_end_is_marked_and_half_an_escape_code_is_not():
    assert captured(b"a\xe2\x82").output == "a\ufffd"
    assert captured(b"a\x1b[3").output == "a"
    assert captured(b"\xff\xfe\n").output == "\ufffd\ufffd\n"


def test_colours_and_progress_are_not_the_agents():
    assert captured(b"\x1b[32mok\x1b[0m\r\n10%\r20%\rdone\n").output == "ok\ndone\n"


def test_a_line_without_end_is_cut_and_what_follows_is_there():
    value = captured(b"x" * 1_000_000, b"\nend\n")
    assert value.output == "x" * 1_985 + "[...truncated]\nend\n"
    assert value.message == f"Done. {NOTICE} 998,015 of 1,000,005 bytes are left out."
    assert captured(b"x" * 1_000_000).output == "x" * 1_986 + "[...truncated]"


def test_long_lines_of_which_only_pieces_are_kept_are_no_lines_of_their_own():
    value = captured(b"first\n", b"y" * 300_000, b"\nmiddle\n", b"z" * 300_000, b"\nlast\n")
    assert value.output.startswith("first\nyyy")
    assert value.output.endswith(" bytes left out]\nlast\n")
    assert "z" not in value.output


def test_progress_without_end_comes_to_its_last_state():
    updates = b"".join(b"\r\x1b[K%d of 200000" % number for number in range(200_001))
    value = captured(b"start\n", updates, b"\ndone\n")
    lines = value.output.splitlines()
    assert (lines[0], lines[2:]) == ("start", ["200000 of 200000", "done"])
    assert lines[1].endswith(" bytes left out]")


def test_wide_signs_are_kept_to_the_full_budget():
    value = captured("🙂".encode() * 40 + b"\n", *["🙂".encode() * 40 + b"\n"] * 9_999)
    assert len(value.output) > 49_800
    assert "\ufffd" not in value.output


def test_data_is_shown_as_size_and_kind_and_is_on_disk(tmp_path: Path):
    image = b"\x89PNG\r\n\x1a\n" + bytes(5_000)
    value = captured(image[:3], image[3:], ("stderr", b"1 image\n"), spools=Spools(tmp_path))
    assert value.output == "[stdout is binary: 5,008 bytes, PNG image]\n1 image\n"
    assert value.message == (
        f"Done. The stdout is binary: 5,008 bytes, PNG image. The whole output is in {tmp_path}/a1.out."
    )
    assert value.extras is not None
    assert value.extras["stdout_type"] == "PNG image"
    assert (tmp_path / "a1.out").read_bytes() == image + b"1 image\n"


def test_a_flood_of_data_beside_text(tmp_path: Path):
    pieces = [bytes(1 << 20) for _ in range(3)]
    value = captured(*pieces, ("stderr", b"3 MiB\n"), spools=Spools(tmp_path))
    assert value.output == "[stdout is binary: 3,145,728 bytes, data]\n3 MiB\n"
    assert NOTICE not in value.message
    assert (tmp_path / "a1.out").stat().st_size == 3_145_734


def test_what_the_disk_did_not_take_is_said(tmp_path: Path):
    value = captured(LINE * 10_000, spools=Spools(tmp_path, most_bytes=400_000))
    assert value.message.endswith(f" The first 400,000 bytes of it are in {tmp_path}/a1.out.")
    (tmp_path / "file").touch()
    value = captured(LINE * 10_000, spools=Spools(tmp_path / "file" / "x"))
    assert " The whole output could not be kept: " in value.message
    assert value.extras == {"output_bytes": 800_000}


def test_without_a_place_for_the_whole_none_is_named():
    assert captured(LINE * 10_000).message.endswith("bytes are left out.")


@pytest.mark.parametrize("piece", [LINE * 3_200, LINE * 60, LINE, b"x"])
def test_memory_stays_bounded(piece: bytes):
    tracemalloc.start()
    capture = Capture()
    channels: tuple[Channel, Channel] = ("stdout", "stderr")
    for number in range(min(3_000_000 // len(piece), 400_000)):
        capture.take(channels[number % 2], bytes(piece))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 4 * (HEAD_BYTES + TAIL_BYTES)


def capture_of(*pieces: bytes | tuple[Channel, bytes], spools: Spools | None = None) -> Capture:
    capture = Capture(None if spools is None else lambda: spools.open("a1"))
    for piece in pieces:
        channel, data = ("stdout", piece) if isinstance(piece, bytes) else piece
        capture.take(channel, data)
    return capture


def test_the_last_of_it_can_be_looked_at_while_it_grows(tmp_path: Path):
    capture = capture_of(b"one\n", ("stderr", b"two\n"), spools=Spools(tmp_path))
    assert capture.recent(100) == Excerpt("one\ntwo\n", 8, 8)
    assert capture.recent(5) == Excerpt("\ntwo\n", 5, 8)
    capture.keep_whole()
    capture.take("stdout", b"three\n")
    assert capture.recent(6) == Excerpt("three\n", 6, 14, tmp_path / "a1.out", 14)
    assert (tmp_path / "a1.out").read_bytes() == b"one\ntwo\nthree\n"
    capture.keep_whole()
    capture.take("stdout", b"four\n")
    assert capture.builder().ok("Done.").output == "one\ntwo\nthree\nfour\n"
    capture.close()
    assert (tmp_path / "a1.out").read_bytes() == b"one\ntwo\nthree\nfour\n"


@pytest.mark.parametrize("lines", [1_000, 3_000, 5_000, 40_000])
def test_the_last_of_a_long_one_is_cut_to_the_byte(lines: int):
    whole = b"".join(b"%079d\n" % number for number in range(lines))
    capture = capture_of(*(whole[start : start + 10_000] for start in range(0, len(whole), 10_000)))
    assert capture.recent(32_768) == Excerpt(whole[-32_768:].decode(), 32_768, len(whole))


def test_the_last_of_it_shows_no_half_signs_no_colours_and_no_data():
    assert capture_of("äöü".encode()).recent(3).text == "ü"
    assert capture_of(b"\x1b[31mred\x1b[0m\r20%").recent(100).text == "20%"
    found = capture_of(b"\x7fELF\0\0\0\0", ("stderr", b"text\n")).recent(100)
    assert found.text.startswith("[stdout is binary: 8 bytes")
    assert found.text.endswith("]\ntext\n")


def test_where_the_whole_could_not_be_kept_none_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    capture = capture_of(b"one\n", spools=Spools(tmp_path / "file" / "output"))
    capture.keep_whole()
    assert capture.recent(100) == Excerpt("one\n", 4, 4)


def test_an_answer_before_the_end_does_not_end_the_file(tmp_path: Path):
    capture = capture_of(*[LINE] * 4_000, spools=Spools(tmp_path))
    assert "whole output is in" in capture.builder().ok("Done.").message
    capture.take("stdout", b"later\n")
    capture.close()
    assert (tmp_path / "a1.out").read_bytes() == LINE * 4_000 + b"later\n"


def test_how_much_is_in_an_excerpt_is_told_and_not_what():
    assert repr(capture_of(b"secret").recent(3)) == "Excerpt(3 of 6 bytes)"


def test_the_last_of_what_an_earlier_console_kept_is_read_from_its_file(tmp_path: Path):
    path = tmp_path / "a1.out"
    assert excerpt_of(path, 100) == Excerpt()
    path.write_bytes("ä\x1b[31mlast\n".encode())
    assert excerpt_of(path, 100) == Excerpt("älast\n", 12, 12, path, 12)
    assert excerpt_of(path, 11) == Excerpt("last\n", 11, 12, path, 12)


@pytest.mark.parametrize("size", [10, HEAD_BYTES + 10, HEAD_BYTES + TAIL_BYTES + 10])
def test_it_goes_on_where_another_writer_left_off(tmp_path: Path, size: int):
    data = b"".join(b"%09d\n" % number for number in range(size // 10))
    before = Capture(lambda: Spools(tmp_path).open("a1"))
    before.keep_whole()
    before.take("stdout", data)
    file, _ = before.lent()
    before.close()
    os.write(file, b"between\n")
    os.close(file)
    capture = Capture.going_on(Spools(tmp_path).go_on("a1", 1 << 30), len(data) + 8)
    assert capture.n_bytes == len(data) + 8
    assert capture.last(8) == b"between\n"
    capture.take("stdout", b"after\n")
    text = capture.recent(40).text
    assert text.endswith("between\nafter\n")
    capture.close()
    assert capture.builder().ok("").output.startswith("000000000\n")
    assert (tmp_path / "a1.out").read_bytes() == data + b"between\nafter\n"


def test_what_is_kept_nowhere_is_lent_to_nobody():
    with pytest.raises(OSError, match="nowhere"):
        Capture().lent()
