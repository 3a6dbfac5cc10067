"""pycocoevalcap 1.2 on our metrics: scores of image captions without Java. SPICE is not offered.

>>> from understudy.compat.pycocoevalcap.rouge.rouge import Rouge
>>> score, scores = Rouge().compute_score({1: ["a dog runs", "the dog is running"]}, {1: ["a dog is running"]})
>>> round(float(score), 4)
0.75
"""

from __future__ import annotations

__all__ = ["__version__"]
__version__ = "1.2"  # of the pycocoevalcap whose interface and numbers these are
