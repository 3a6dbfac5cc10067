"""ROUGE-L of captions: the largest precision and the largest recall of all references."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.compat.pycocoevalcap.captions import Captions, pairs
from understudy.inputs.tokens import Tokens

__all__ = ["Rouge"]


class Rouge:
    """ROUGE-L with beta 1.2, from 0 to 1, and that of every image. A second blank between words is a word.

    >>> Rouge().compute_score({1: ["a dog runs"]}, {1: ["a dog sits"]})[1].round(4).tolist()
    [0.6667]
    """

    def __init__(self) -> None:
        self.beta = 1.2

    def calc_score(self, candidate: Sequence[str], refs: Sequence[str]) -> float:
        """Score one caption, in a list, against its references."""
        return float(self.compute_score({0: refs}, {0: candidate})[0])

    def compute_score(self, gts: Captions, res: Captions) -> tuple[np.float64, npt.NDArray[np.float64]]:
        """Score results against references."""
        hyps, refs = pairs(gts, res)
        starts = np.cumsum([0, *map(len, refs)], dtype=np.int64)
        vocabulary = _core.Vocabulary()
        of_refs = _encoded([ref for each in refs for ref in each], vocabulary)
        found = _core.match_subsequences(_encoded(hyps, vocabulary), of_refs, starts)
        hyp_length, ref_length, match = found.T
        precision = np.maximum.reduceat(match / hyp_length, starts[:-1])
        recall = np.maximum.reduceat(match / ref_length, starts[:-1])
        weight = self.beta**2
        with np.errstate(invalid="ignore"):
            scores = ((1 + weight) * precision * recall) / (recall + weight * precision)
        scores = np.where((precision != 0) & (recall != 0), scores, 0.0)
        return np.float64(np.mean(scores)), scores

    def method(self) -> str:
        """The name of the score."""
        return "Rouge"


def _encoded(captions: list[str], vocabulary: _core.Vocabulary) -> _core.Tokens:
    """Split at each blank; what stands between two blanks is an empty word, written as a blank."""
    lists = [[word or " " for word in caption.split(" ")] for caption in captions]
    return _core.encode_tokens(Tokens(lists).texts, "no", vocabulary)
