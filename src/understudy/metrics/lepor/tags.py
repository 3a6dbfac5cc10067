"""hLEPOR on words and on part-of-speech tags together: the hybrid that its paper describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from understudy.contract.arithmetic import Rows
from understudy.contract.result import Result
from understudy.contract.signature import changed, check_names
from understudy.errors import InputError
from understudy.inputs.texts import references, texts
from understudy.metrics.lepor.base import checked_weights
from understudy.metrics.lepor.metric import HLEPOR


@dataclass(frozen=True, eq=False)
class HybridResult:
    """The weighted mean of hLEPOR on words and hLEPOR on tags."""

    words: Result
    tags: Result
    word_weight: float
    tag_weight: float

    @property
    def score(self) -> float:
        """The score of all segments together, 0 to 100."""
        return float(self._mean(np.array(self.words.score), np.array(self.tags.score)))

    @property
    def fraction(self) -> float:
        """The score from 0 to 1."""
        return self.score / 100

    @property
    def segments(self) -> Rows:
        """The score of each segment."""
        return self._mean(self.words.segments, self.tags.segments)

    @property
    def signature(self) -> str:
        """What to print beside the score: the weights, and the signatures of both hLEPOR scores."""
        weights = f"word_weight={self.word_weight:g},tag_weight={self.tag_weight:g}"
        return f"hlepor_with_tags:{weights}; words {self.words.signature}; tags {self.tags.signature}"

    def _mean(self, words: Rows, tags: Rows) -> Rows:
        return (self.word_weight * words + self.tag_weight * tags) / (self.word_weight + self.tag_weight)

    def __float__(self) -> float:
        return self.score

    def __repr__(self) -> str:
        return f"hLEPOR with tags {self.score:.2f} ({self.signature})"


def hlepor_with_tags(
    hyps: Any,
    refs: Any,
    hyp_tags: Any,
    ref_tags: Any,
    *,
    word_weight: float,
    tag_weight: float,
    threads: int = 1,
    **settings: Any,
) -> HybridResult:
    """Score words and tags by hLEPOR and mix both; tags are given like the texts, parted by blanks.

    The best reference is chosen for words and for tags each.

    >>> tags = ["DT NN VB"]
    >>> hybrid = hlepor_with_tags(["a cat sat"], ["the cat sat"], tags, tags, word_weight=3, tag_weight=1)
    >>> round(hybrid.words.score, 2), hybrid.tags.score, round(hybrid.score, 2)
    (74.07, 100.0, 80.56)
    """
    word_weight, tag_weight = checked_weights("word_weight and tag_weight", (word_weight, tag_weight), 2)
    check_names(HLEPOR, settings)
    # What can be gone through only once is read twice below.
    hyps, refs, hyp_tags, ref_tags = (
        list(each) if isinstance(each, Iterator) else each for each in (hyps, refs, hyp_tags, ref_tags)
    )
    of_words = HLEPOR(**settings)
    of_tags = changed(of_words, None, {"tokenizer": "none", "lowercase": "no", "normalization": None})
    segments = len(texts(hyps, "hypotheses"))
    if len(texts(hyp_tags, "tags of the hypotheses")) != segments:
        raise InputError(
            f"there are {segments} hypotheses but {len(texts(hyp_tags, 'tags'))} strings of tags for them;"
            " give one string of tags per hypothesis"
        )
    if references(refs, segments).starts.tolist() != references(ref_tags, segments).starts.tolist():
        raise InputError("the references and their tags differ in number; give one string of tags per reference")
    words, tags = of_words.stats(hyps, refs, threads), of_tags.stats(hyp_tags, ref_tags, threads)
    return HybridResult(Result(words), Result(tags), word_weight, tag_weight)
