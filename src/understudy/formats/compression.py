"""Compressed files, told by their first bytes: gzip, bzip2, xz and Zstandard."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from understudy.errors import FormatError

# First bytes: name, module. A text can't begin so: each has a byte that UTF-8 doesn't allow there, or a checksum.
MAGIC = {
    b"\x1f\x8b": ("gzip", "gzip"),
    b"BZh91AY&SY": ("bzip2", "bz2"),
    b"\xfd7zXZ\x00": ("xz", "lzma"),
    b"\x28\xb5\x2f\xfd": ("Zstandard", "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"),
}


def decompress(data: bytes, name: str) -> bytes:
    """Decompress data that is compressed, and give back other data as it is.

    >>> import gzip
    >>> decompress(gzip.compress(b"a cat"), "cat.gz"), decompress(b"a cat", "cat.txt")
    (b'a cat', b'a cat')
    """
    for magic, (kind, module) in MAGIC.items():
        if data.startswith(magic):
            codec: Any = importlib.import_module(module)
            try:
                plain: bytes = codec.decompress(data)
            except Exception as error:  # each codec has errors of its own for broken data
                raise FormatError(f"{name} is {kind}-compressed but broken: {error}; make the file again") from None
            return plain
    return data
