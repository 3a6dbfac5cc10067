"""What torchmetrics' settings mean: a scorer turns predictions and targets into rows that add up, and sums into scores.

Nothing here knows PyTorch. Scorers are values that can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.compat.rouge_score.rouge_scorer import RougeScorer
from understudy.compat.torchmetrics.shapes import characters, several, single
from understudy.contract.metric import Metric
from understudy.errors import SettingError, choose
from understudy.inputs.tokens import Tokens
from understudy.lexicon.porter import porter_stem
from understudy.metrics.bleu.metric import BLEU
from understudy.metrics.chrf.metric import CHRF
from understudy.metrics.eed.metric import EED
from understudy.metrics.error_rates.metric import MER, WER, WIL, WIP
from understudy.metrics.ter.metric import TER
from understudy.tokens import PRETOKENIZED, Reading, TokenTable

Array = npt.NDArray[np.float64]

ERROR_RATES = {each.name: each for each in (WER, MER, WIL, WIP)}
TOKENIZERS = ("none", "13a", "zh", "intl", "char", "ja-mecab", "ko-mecab", "flores101", "flores200")
ROUGE_KEYS = (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum")
PARTS = ("fmeasure", "precision", "recall")


class Scorer:
    """A metric with torchmetrics' way to take texts."""

    metric: Metric

    def rows(self, preds: Any, target: Any) -> Array:
        """Count the segments, one row each."""
        raise NotImplementedError

    def fractions(self, sums: Array) -> Array:
        """Make scores, from 0 to 1, of rows or of their sum."""
        return self.metric.score(sums)["score"] / 100

    @property
    def columns(self) -> int:
        """How many numbers a row has."""
        return len(self.metric.columns)

    def _counted(self, hyps: Any, refs: Any) -> Array:
        return self.metric.stats(hyps, refs).rows if len(hyps) else np.zeros((0, self.columns))


@dataclass(frozen=True)
class ErrorRate(Scorer):
    """WER, CER, MER, WIL or WIP with jiwer's counts; words are what `str.split` gives.

    >>> rate = ErrorRate("wer")
    >>> round(float(rate.fractions(rate.rows(["a cat sat"], ["a cat ran"])[0])), 4)
    0.3333
    """

    name: str

    @cached_property
    def metric(self) -> Metric:  # type: ignore[override]
        """Ours."""
        if self.name == "cer":
            return WER(ties="jiwer").for_tokens  # of characters
        return ERROR_RATES[self.name](ties="jiwer")

    def rows(self, preds: Any, target: Any) -> Array:
        """Count edits, one row a segment."""
        hyps, refs = single(preds, target)
        return self._counted(characters(hyps), characters(refs)) if self.name == "cer" else self._counted(hyps, refs)


@dataclass(frozen=True)
class Several(Scorer):
    """A metric of ours with several targets for each prediction."""

    metric: Metric
    together: bool = False  # whether strings are the targets of one prediction

    def rows(self, preds: Any, target: Any) -> Array:
        """Count the segments, one row each."""
        return self._counted(*several(preds, target, self.together))

    def fractions(self, sums: Array) -> Array:
        """Make scores, from 0 to 1; nothing at all is 0, also for chrF, whose orders never are."""
        return np.where(sums.any(axis=-1), super().fractions(sums), 0.0)


def bleu(
    n_gram: int, smooth: bool, weights: Sequence[float] | None, tokenize: str = "none", lowercase: bool = False
) -> Scorer:
    """BLEU; with `smooth`, 1 is added to matches and totals of all orders but the first.

    >>> bleu(4, False, None).metric.signature
    'bleu:order=4,...tokenizer=none,lowercase=no,smoothing=none...'
    """
    if weights is not None and len(weights) != n_gram:
        raise SettingError(f"there are {len(weights)} weights for an n_gram of {n_gram}; give one for each order")
    choose("tokenize", tokenize, TOKENIZERS)
    return Several(
        BLEU(
            order=n_gram,
            weights=None if weights is None else tuple(weights),
            tokenizer=tokenize,
            lowercase="yes" if lowercase else "no",
            smoothing="add-k" if smooth else "none",
            smoothing_value=1 if smooth else None,
        )
    )


def chrf(n_char_order: int, n_word_order: int, beta: float, lowercase: bool, whitespace: bool) -> Scorer:
    """chrF of chrF++.py: an order without n-grams counts, with next to nothing.

    >>> chrf(6, 2, 2.0, False, False).metric.signature
    'chrf:char_order=6,word_order=2,...eps_smoothing=yes...'
    """
    if not isinstance(n_char_order, int) or n_char_order < 1:
        raise SettingError(f"n_char_order is {n_char_order!r}; give an integer greater than or equal to 1")
    if not isinstance(n_word_order, int) or n_word_order < 0:
        raise SettingError(f"n_word_order is {n_word_order!r}; give an integer greater than or equal to 0")
    if beta < 0:
        raise SettingError(f"beta is {beta!r}; give a number greater than or equal to 0")
    metric = CHRF(n_char_order, n_word_order, beta, whitespace, "yes" if lowercase else "no", eps_smoothing=True)
    return Several(metric, together=True)


def ter(normalize: bool, no_punctuation: bool, lowercase: bool, asian_support: bool) -> Scorer:
    """TER as sacrebleu has it.

    >>> ter(False, False, True, False).metric.signature
    'ter:...compat=sacrebleu...'
    """
    flags = {"normalize": normalize, "no_punctuation": no_punctuation, "lowercase": lowercase}
    for name, value in {**flags, "asian_support": asian_support}.items():
        if not isinstance(value, bool):
            raise SettingError(f"{name} is {value!r}; give True or False")
    metric = TER(
        lowercase="yes" if lowercase else "no",
        normalized=normalize,
        no_punct=no_punctuation,
        asian_support=asian_support and (normalize or no_punctuation),  # alone it does nothing
        compat="sacrebleu",
    )
    return Several(metric, together=True)


def eed(language: str, alpha: float, rho: float, deletion: float, insertion: float) -> Scorer:
    """EED; the language chooses how a text is prepared.

    >>> eed("en", 2.0, 0.3, 0.2, 1.0).metric.signature
    'eed:alpha=2,...rules=en...'
    """
    choose("language", language, ("en", "ja"))
    return Several(EED(alpha, rho, deletion, insertion, rules=language), together=True)  # type: ignore[arg-type]


@dataclass(frozen=True)
class EditDistance:
    """The distance of characters of each segment.

    >>> EditDistance(1).distances(["rain"], ["shine"]).tolist(), EditDistance(2).distances(["rain"], ["shine"]).tolist()
    ([3], [5])
    """

    substitution_cost: int

    def __post_init__(self) -> None:
        cost = self.substitution_cost
        if cost != int(cost) or cost < 0:
            raise SettingError(f"substitution_cost is {cost!r}; give a whole number, 0 or more")

    def distances(self, preds: Any, target: Any) -> npt.NDArray[np.int64]:
        """Give one for each segment."""
        hyps, refs = single(preds, target)
        in_hyp, in_ref = (np.array([len(text) for text in texts], dtype=np.int64) for texts in (hyps, refs))
        distances: Any
        if not hyps or self.substitution_cost == 0:
            distances = np.abs(in_hyp - in_ref)  # any character stands for any other
        elif self.substitution_cost == 1:
            stats = WER().stats(characters(hyps), characters(refs))
            distances = sum(stats.metric.each(stats.rows, ("substitutions", "deletions", "insertions")))
        else:
            # A deletion and an insertion cost no more: what is left in place is a longest common subsequence.
            distances = in_hyp + in_ref - 2 * _common(characters(hyps), characters(refs))
        return np.asarray(distances, dtype=np.int64)


def _common(hyps: Tokens, refs: Tokens) -> Array:
    """The lengths of longest common subsequences."""
    table = TokenTable(Reading(PRETOKENIZED))
    of_refs, of_hyps = table.add(refs.texts), table.add(hyps.texts)
    return _core.match_subsequences(of_hyps, of_refs, np.arange(len(of_refs) + 1, dtype=np.int64))[:, 2]


@dataclass(frozen=True)
class Rouge:
    """ROUGE of each segment: F, precision and recall of each key, and the number of segments, which add up.

    >>> rouge = Rouge(("rouge1",))
    >>> rouge.fractions(rouge.rows("My name is John", "Is your name John").sum(axis=0))["rouge1_recall"]
    0.75
    """

    keys: tuple[str, ...]
    use_stemmer: bool = False
    normalizer: Callable[[str], str] | None = None
    tokenizer: Callable[[str], Sequence[str]] | None = None
    accumulate: str = "best"

    def __post_init__(self) -> None:
        for key in self.keys:
            choose("rouge key", key, ROUGE_KEYS)
        choose("accumulate", self.accumulate, ("avg", "best"))

    @property
    def names(self) -> list[str]:
        """The names of the scores."""
        return [f"{key}_{part}" for key in self.keys for part in PARTS]

    @property
    def columns(self) -> int:
        """How many numbers a row has."""
        return len(self.names) + 1

    def rows(self, preds: Any, target: Any) -> Array:
        """Score the segments, one row each."""
        if isinstance(preds, str) and not isinstance(target, str) and all(isinstance(each, str) for each in target):
            target = [target]
        hyps, refs = several(preds, target)
        words = _Words(self) if self.normalizer or self.tokenizer else None
        scorer = RougeScorer(self.keys, self.use_stemmer, split_summaries=True, tokenizer=words)
        rows = [[*self._of_segment(scorer, hyp, each), 1.0] for hyp, each in zip(hyps, refs, strict=True)]
        return np.array(rows, dtype=float).reshape(len(rows), self.columns)

    def _of_segment(self, scorer: RougeScorer, hyp: str, refs: list[str]) -> list[float]:
        if self.accumulate == "best":
            best = scorer.score_multi(refs, hyp)
            return [getattr(best[key], part) for key in self.keys for part in PARTS]
        every = [scorer.score(ref, hyp) for ref in refs]
        return [sum(getattr(score[key], part) for score in every) / len(every) for key in self.keys for part in PARTS]

    def fractions(self, sums: Array) -> Mapping[str, float]:
        """The means, by name."""
        segments = max(sums[-1], 1.0)
        return dict(zip(self.names, (sums[:-1] / segments).tolist(), strict=True))


@dataclass(frozen=True)
class _Words:
    """Tokens by functions of the user's, as torchmetrics makes them."""

    rouge: Rouge

    def tokenize(self, text: str) -> list[str]:
        """Normalize, split, stem; what is no word is dropped."""
        import re

        normalizer, tokenizer = self.rouge.normalizer, self.rouge.tokenizer
        text = normalizer(text) if normalizer else re.sub(r"[^a-z0-9]+", " ", text.lower())
        words = tokenizer(text) if tokenizer else re.split(r"\s+", text)
        words = [word for word in words if isinstance(word, str) and word]
        if not self.rouge.use_stemmer:
            return words
        return [porter_stem(word.lower()) if len(word) > 3 else word for word in words]
