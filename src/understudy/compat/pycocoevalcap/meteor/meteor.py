"""METEOR 1.5 of captions, with its paraphrases, without Java."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from understudy.compat.pycocoevalcap.captions import Captions, pairs
from understudy.errors import SettingError
from understudy.metrics.meteor.metric import METEOR

__all__ = ["Meteor"]


class Meteor:
    """METEOR, from 0 to 1, and that of every image.

    METEOR in pycocoevalcap has paraphrases. Their table of 59 MB comes with pycocoevalcap; once read it is kept, or
    give its path: `Meteor(paraphrase="paraphrase-en.gz")`.
    """

    def __init__(self, paraphrase: str = "auto") -> None:
        self._paraphrase = paraphrase

    @cached_property
    def _metric(self) -> Any:
        try:
            return METEOR(paraphrase=self._paraphrase)
        except SettingError as error:
            raise SettingError(
                f"METEOR of captions needs METEOR's paraphrases: {error};"
                " give Meteor(paraphrase='.../paraphrase-en.gz'), or use us.meteor for METEOR without paraphrases"
            ) from None

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[float]]:
        """Score results against references."""
        hyps, refs = pairs(gts, res)
        hyps = [hyp.replace("|||", "").replace("  ", " ") for hyp in hyps]
        stats = self._metric.stats(hyps, refs)
        scores = self._metric.score(stats.rows)["score"] / 100
        return float(self._metric.score(stats.rows.sum(axis=0))["score"]) / 100, scores.tolist()

    def method(self) -> str:
        """The name of the score."""
        return "METEOR"
