"""Tells data from text by its first bytes, and names the most common kinds of data."""

SAMPLE_BYTES = 4_096
UNKNOWN = "data"
# Share of signs that are no UTF-8 above which nobody can read it, and how many of them it takes at least: a
# few wrong bytes in a short output are shown as what they are.
_UNREADABLE = 0.3
_UNREADABLE_AT_LEAST = 32

# At this offset, these bytes: this kind.
_KINDS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (8, b"WEBP", "WebP image"),
    (0, b"%PDF-", "PDF document"),
    (0, b"PK\x03\x04", "ZIP archive"),
    (0, b"\x1f\x8b", "gzip data"),
    (0, b"BZh", "bzip2 data"),
    (0, b"\xfd7zXZ\0", "XZ data"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (0, b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (257, b"ustar", "tar archive"),
    (0, b"\x7fELF", "ELF program or library"),
    (0, b"MZ", "Windows program or library"),
    (0, b"\xcf\xfa\xed\xfe", "Mach-O program or library"),
    (0, b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (0, b"\0asm", "WebAssembly"),
    (0, b"SQLite format 3\0", "SQLite database"),
    (0, b"!<arch>\n", "ar archive or Debian package"),
    (0, b"OggS", "Ogg media"),
    (0, b"ID3", "MP3 audio"),
    (0, b"fLaC", "FLAC audio"),
    (8, b"WAVE", "WAV audio"),
    (4, b"ftyp", "MP4 media"),
    (0, b"\xff\xfe", "UTF-16 text"),
    (0, b"\xfe\xff", "UTF-16 text"),
)


def kind_of_data(sample: bytes) -> str | None:
    """Return the kind of data that begins with `sample`, or None when it is text.

    It is data when there is a NUL in its first 4,096 bytes, or too much of them is no UTF-8.
    """
    sample = sample[:SAMPLE_BYTES]
    if b"\0" not in sample and not _is_unreadable(sample):
        return None
    for offset, magic, name in _KINDS:
        if sample.startswith(magic, offset):
            return name
    return UNKNOWN


def _is_unreadable(sample: bytes) -> bool:
    text = sample.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return wrong >= _UNREADABLE_AT_LEAST and wrong > _UNREADABLE * len(text)
