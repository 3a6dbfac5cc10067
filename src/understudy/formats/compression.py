"""Compressed files, told by their first bytes: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import importlib
import re
import sys
from typing import Any

from understudy.errors import FormatError

# First bytes: name, module. None can begin a text by chance: three hold bytes that are not UTF-8, and bzip2 begins with
# ten bytes of a kind that no language has.
MAGIC = {
    rb"\x1f\x8b": ("gzip", "gzip"),
    rb"BZh[1-9](1AY&SY|\x17rE8P\x90)": ("bzip2", "bz2"),
    rb"\xfd7zXZ\x00": ("xz", "lzma"),
    rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18": (
        "Zstandard",
        "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd",
    ),
}


def decompress(data: bytes, name: str) -> bytes:
    """Decompress data that is compressed, and give back other data as it is.

    >>> import gzip
    >>> decompress(gzip.compress(b"a cat"), "cat.gz"), decompress(b"a cat", "cat.txt")
    (b'a cat', b'a cat')
    """
    for magic, (kind, module) in MAGIC.items():
        if re.match(magic, data):
            codec: Any = importlib.import_module(module)
            try:
                return _all_streams(codec, kind, data)
            except Exception as error:  # each codec has errors of its own for broken data
                raise FormatError(f"{name} is {kind}-compressed but broken: {error}; make the file again") from None
    return data


def _all_streams(codec: Any, kind: str, data: bytes) -> bytes:
    """Decompress one stream after the other; bz2 and lzma would leave out what they can't read after the first."""
    makers = {"bzip2": "BZ2Decompressor", "xz": "LZMADecompressor"}
    if kind not in makers:
        whole: bytes = codec.decompress(data)
        return whole
    plain = []
    while data:
        stream = getattr(codec, makers[kind])()
        plain.append(stream.decompress(data))
        if not stream.eof:
            raise EOFError("it ends too soon")
        data = stream.unused_data.lstrip(b"\0") if kind == "xz" else stream.unused_data  # xz may be padded
    return b"".join(plain)
