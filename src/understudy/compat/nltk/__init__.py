"""What our metrics can do of NLTK: `from understudy.compat.nltk.translate.bleu_score import corpus_bleu`."""

from __future__ import annotations

from understudy.compat.nltk import translate

__all__ = ["__version__", "translate"]
REPLACES = translate.REPLACES
__version__ = "3.10.4"  # of the NLTK whose interface and numbers these are
