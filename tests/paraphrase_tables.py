"""A small table of paraphrases, and ways to make and use others."""

import hashlib
from pathlib import Path

from understudy import _core

TABLE = """\
0.5
of course
certainly
0.25
of course
of
0.125
of
of course
1.0E-2
of
certainly
0.1
certainly
of course
"""


def compile_text(text: str | bytes, path: Path, size: int = 1 << 20) -> _core.Paraphrases:
    data = text.encode() if isinstance(text, str) else text
    compiler = _core.ParaphraseCompiler()
    for at in range(0, len(data), size):
        compiler.feed(data[at : at + size])
    compiler.finish(path, hashlib.sha256(data).digest())
    return _core.Paraphrases(path)


def native_candidates(table: _core.Paraphrases, hypothesis, reference) -> list[tuple[int, ...]]:
    found = table.candidates(table.ids(list(hypothesis)), table.ids(list(reference)))
    return [tuple(row) for row in found.tolist()]


def written(pairs) -> str:
    return "".join(f"0.5\n{' '.join(left)}\n{' '.join(right)}\n" for left, right in pairs)
