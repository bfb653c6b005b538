"""Data is told from text by its first bytes."""

import random

import pytest

from assent.execution.binary import SAMPLE_BYTES, UNKNOWN, kind_of_data


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"text\n",
        "Grüße, 你好, 🙂".encode(),
        b"\xff\xfe\n",
        b"a\xff" * 15,
        "äöü".encode("latin-1") * 5,
        ("viel Text mit ein paar Umlauten: äöü\n" * 100).encode("latin-1"),
        b"x" * SAMPLE_BYTES + b"\0",
        "é".encode() * SAMPLE_BYTES,  # the sample ends in a sign
        b"\x1b[31mred\x1b[0m",
        b"%PDF-1.7 is how such files begin",
        b"PK\x03\x04",
    ],
)
def test_text_is_text(text: bytes):
    assert kind_of_data(text) is None


def test_a_nul_makes_it_data():
    assert kind_of_data(b"a\0b") == UNKNOWN
    assert kind_of_data(b"x" * (SAMPLE_BYTES - 1) + b"\0") == UNKNOWN


def test_what_nobody_can_read_is_data():
    assert kind_of_data(random.Random(7).randbytes(5_000).replace(b"\0", b"\1")) == UNKNOWN
    assert kind_of_data("Ничего не понять. ".encode("koi8-r") * 20) == UNKNOWN


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG image"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "WebP image"),
        (b"PK\x03\x04\x14\0\0\0", "ZIP archive"),
        (b"\x1f\x8b\x08\0\0\0", "gzip data"),
        (b"name" + b"\0" * 253 + b"ustar", "tar archive"),
        (b"\x7fELF\x02\x01\x01\0", "ELF program or library"),
        (b"SQLite format 3\0", "SQLite database"),
        (b"\0\0\0\x20ftypisom", "MP4 media"),
        (b"\xff\xfeh\0i\0", "UTF-16 text"),
    ],
)
def test_common_kinds_have_names(beginning: bytes, kind: str):
    assert kind_of_data(beginning) == kind
