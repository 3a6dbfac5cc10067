"""BLEU, GLEU and chrF of tokens, references first, as `nltk.translate` has them.

Its METEOR, NIST, RIBES and LEPOR are other formulas than the ones in print, and are not offered: import them from NLTK.
"""

from __future__ import annotations

from understudy.compat.nltk.translate import bleu_score, chrf_score, gleu_score
from understudy.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from understudy.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from understudy.compat.nltk.translate.gleu_score import sentence_gleu as gleu

__all__ = ["bleu", "bleu_score", "chrf", "chrf_score", "gleu", "gleu_score"]
