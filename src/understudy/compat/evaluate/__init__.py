"""Hugging Face evaluate's interface on our metrics, offline: `load("sacrebleu").compute(...)`.

Nothing is downloaded, no file is written, and results have the keys of evaluate's own metric scripts.

>>> from understudy.compat.evaluate import load
>>> load("wer").compute(predictions=["a cat sat"], references=["a cat ran"])
0.3333333333333333
"""

from __future__ import annotations

from understudy.compat.evaluate.module import (
    CombinedEvaluations,
    EvaluationModule,
    combine,
    list_evaluation_modules,
    load,
)

__all__ = ["CombinedEvaluations", "EvaluationModule", "__version__", "combine", "list_evaluation_modules", "load"]
__version__ = "0.4.6"  # of the evaluate whose interface this is
