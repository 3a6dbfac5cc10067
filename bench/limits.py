"""What no metric on words can go below: the time to read every byte, and to split and hash every word.

`make limits` builds the library that does it; the package doesn't ship it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

LIBRARY = Path(__file__).parent.parent / "build" / "bench" / "limits.so"


class _WordHashes(ctypes.Structure):
    _fields_ = (("words", ctypes.c_uint64), ("sum", ctypes.c_uint64))


def _library() -> ctypes.PyDLL:
    if not LIBRARY.exists():
        raise SystemExit(f"{LIBRARY} is not built; run 'make limits' first")
    library = ctypes.PyDLL(str(LIBRARY))
    library.read_every_byte.argtypes = [ctypes.py_object]
    library.read_every_byte.restype = ctypes.c_uint64
    library.split_and_hash.argtypes = [ctypes.py_object, ctypes.c_size_t, ctypes.POINTER(_WordHashes)]
    library.split_and_hash.restype = None
    return library


def read_every_byte(texts: Sequence[str]) -> int:
    """The sum of all bytes of all texts."""
    return int(_library().read_every_byte(list(texts)))


def split_and_hash(texts: Sequence[str], threads: int = 1) -> tuple[int, int]:
    """The number of words between whitespace and the sum of their hashes, modulo 2^64."""
    hashes = _WordHashes()
    _library().split_and_hash(list(texts), threads, ctypes.byref(hashes))
    return hashes.words, hashes.sum
