"""CIDEr-D of captions, which pycocoevalcap calls CIDEr."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.compat.pycocoevalcap.captions import Captions, pairs
from understudy.errors import SettingError
from understudy.metrics.cider.metric import CIDErD

__all__ = ["Cider"]


class Cider:
    """CIDEr-D, from 0 to 10, and that of every image; n-grams are weighted by the references that are given.

    >>> gts = {1: ["a dog runs", "the dog runs"], 2: ["two cats sleep"]}
    >>> score, scores = Cider().compute_score(gts, {1: ["a dog runs"], 2: ["cats sleep"]})
    >>> round(float(score), 3), scores.round(3).tolist()
    (4.482, [5.208, 3.756])
    """

    def __init__(self, test: Any = None, refs: Any = None, n: int = 4, sigma: float = 6.0) -> None:
        if test is not None or refs is not None:
            raise SettingError("test and refs were never read by pycocoevalcap; give captions to compute_score")
        self._metric = CIDErD(order=n, sigma=sigma, tokenizer="none", lowercase="no")

    def compute_score(self, gts: Captions, res: Captions) -> tuple[np.float64, npt.NDArray[np.float64]]:
        """Score results against references."""
        stats = self._metric.stats(*pairs(gts, res))
        scores = self._metric.score(stats.rows)["score"]
        return np.float64(np.mean(scores)), scores

    def method(self) -> str:
        """The name of the score."""
        return "CIDEr"
