"""Which word became which: alignments, confusions, and sclite's files of them."""

from __future__ import annotations

from understudy.alignment.edits import align, alignments, confusions
from understudy.alignment.sclite import pra, read_pra, read_sgml, write_pra, write_sgml
from understudy.formats.transcripts import read_trn, read_trn_parallel, write_trn
from understudy.tables.alignments import Alignments, Confusions
from understudy.tables.edits import Alignment, Step

__all__ = [
    "Alignment",
    "Alignments",
    "Confusions",
    "Step",
    "align",
    "alignments",
    "confusions",
    "pra",
    "read_pra",
    "read_sgml",
    "read_trn",
    "read_trn_parallel",
    "write_pra",
    "write_sgml",
    "write_trn",
]
