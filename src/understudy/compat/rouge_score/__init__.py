"""The interface of rouge_score 0.1.2 on our ROUGE: `from understudy.compat.rouge_score import rouge_scorer, scoring`.

>>> from understudy.compat.rouge_score import rouge_scorer
>>> rouge_scorer.RougeScorer(["rouge1"]).score("the cat sat", "a cat sat")["rouge1"].precision
0.6666666666666666
"""

from __future__ import annotations

from understudy.compat.rouge_score import io, rouge_scorer, scoring, tokenize, tokenizers

__all__ = ["__version__", "io", "rouge_scorer", "scoring", "tokenize", "tokenizers"]
__version__ = "0.1.2"  # of the rouge_score whose interface and numbers these are
