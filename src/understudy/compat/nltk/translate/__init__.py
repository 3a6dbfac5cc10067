"""The metrics of `nltk.translate` with its numbers, references first: BLEU, GLEU, NIST, chrF, RIBES, METEOR, LEPOR."""

from __future__ import annotations

from understudy.compat.nltk.translate import (
    bleu_score,
    chrf_score,
    gleu_score,
    meteor_score,
    nist_score,
    ribes_score,
)
from understudy.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from understudy.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from understudy.compat.nltk.translate.gleu_score import sentence_gleu as gleu
from understudy.compat.nltk.translate.lepor import corpus_lepor
from understudy.compat.nltk.translate.lepor import sentence_lepor as lepor
from understudy.compat.nltk.translate.meteor_score import meteor_score as meteor
from understudy.compat.nltk.translate.nist_score import sentence_nist as nist
from understudy.compat.nltk.translate.ribes_score import sentence_ribes as ribes

__all__ = [
    "bleu",
    "bleu_score",
    "chrf",
    "chrf_score",
    "corpus_lepor",
    "gleu",
    "gleu_score",
    "lepor",
    "meteor",
    "meteor_score",
    "nist",
    "nist_score",
    "ribes",
    "ribes_score",
]

MODULES = ("bleu_score", "chrf_score", "gleu_score", "lepor", "meteor_score", "nist_score", "ribes_score")
REPLACES = {
    f"nltk.translate.{name}": f"nltk.translate.{name}" for name in MODULES
}  # by `compat.install`; the rest of NLTK stays
