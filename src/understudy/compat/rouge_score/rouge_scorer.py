"""ROUGE of a prediction against one target or several."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.compat.rouge_score import tokenizers
from understudy.compat.rouge_score.scoring import BaseScorer, Score, fmeasure
from understudy.errors import InputError, SettingError
from understudy.inputs.tokens import Tokens
from understudy.metrics.rouge.base import numbers_of_stems

__all__ = ["RougeScorer"]

NGRAMS = re.compile(r"rouge([0-9])")
Pair = tuple[_core.Tokens, _core.Tokens]  # of the prediction, and of all targets


class RougeScorer(BaseScorer):
    """Scores by type: `rouge1` to `rouge9`, `rougeL` and `rougeLsum`.

    >>> scorer = RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    >>> scorer.score("The quick brown fox jumps", "The quick brown dogs jump")["rougeL"]
    Score(precision=0.8, recall=0.8, fmeasure=0.8000000000000002)
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Any = None,
    ) -> None:
        if isinstance(rouge_types, str):
            raise SettingError(
                f"rouge_types is one bare string, {rouge_types!r}; give a list, such as [{rouge_types!r}]"
            )
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer or tokenizers.DefaultTokenizer(use_stemmer)
        self._stemmed = bool(use_stemmer)
        self._split_summaries = split_summaries

    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Score a prediction against a target."""
        if not isinstance(target, str):
            raise InputError(
                f"the target is {type(target).__name__}, {target!r:.80}; give a string, or use score_multi for several"
            )
        return {name: scores[0] for name, scores in self._scores([target], prediction)}

    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]:
        """Score a prediction against the target with the best F, for each type by itself."""
        if isinstance(targets, str) or not len(targets):
            raise InputError(f"the targets are {targets!r:.80}; give a list with at least one string")
        every = self._scores(list(targets), prediction)
        return {name: max(scores, key=lambda score: score.fmeasure) for name, scores in every}

    def _scores(self, targets: list[str], prediction: str) -> Iterator[tuple[str, list[Score]]]:
        """The scores of all targets, type by type."""
        starts = _starts(len(targets))
        words: Pair | None = None
        for name in self.rouge_types:
            if name == "rougeLsum":
                pair = self._lines(targets, prediction)
                line_end = int(_core.intern([["\n"]], pair[0].vocabulary).ids[0])
                yield name, _as_scores(_core.match_summaries(*pair, starts, line_end), nothing=0)
                continue
            words = words or self._words(targets, prediction)
            if name == "rougeL":
                yield name, _as_scores(_core.match_subsequences(*words, starts), nothing=0)
            else:
                order = _order(name)
                yield name, _as_scores(_core.match_ngrams(*words, starts, order, order), nothing=0.0)

    def _words(self, targets: list[str], prediction: str) -> Pair:
        if type(self._tokenizer) is not tokenizers.DefaultTokenizer:
            return _interned([[self._tokenizer.tokenize(text)] for text in (prediction, *targets)])
        return self._natively(targets, prediction, lines=False)

    def _lines(self, targets: list[str], prediction: str) -> Pair:
        """The same with line ends, at which sentences end."""
        if type(self._tokenizer) is tokenizers.DefaultTokenizer and not self._split_summaries:
            return self._natively(targets, prediction, lines=True)
        return _interned(
            [
                [self._tokenizer.tokenize(sentence) for sentence in self._sentences(text)]
                for text in (prediction, *targets)
            ]
        )

    def _natively(self, targets: list[str], prediction: str, lines: bool) -> Pair:
        of_targets, of_prediction = _core.Texts(targets, "targets"), _core.Texts([prediction], "predictions")
        hyps, refs = _core.encode_segment(of_prediction, of_targets, "ascii-words", "yes", lines)
        if self._stemmed:
            numbers = numbers_of_stems(hyps.vocabulary.words())
            return _core.renumber(hyps, numbers), _core.renumber(refs, numbers)
        return hyps, refs

    def _sentences(self, text: str) -> list[str]:
        if not self._split_summaries:
            return [line for line in text.split("\n") if line]
        try:
            split = importlib.import_module("nltk").sent_tokenize
        except ImportError:
            raise SettingError(
                "split_summaries asks NLTK for sentences; install nltk, or put line feeds between them"
            ) from None
        return [sentence for sentence in split(text) if sentence]


@cache
def _starts(targets: int) -> npt.NDArray[np.int64]:
    return np.array([0, targets], dtype=np.int64)


@cache
def _order(name: str) -> int:
    match = NGRAMS.fullmatch(str(name))
    if match is None or match[1] == "0":
        raise SettingError(f"unknown rouge type {name!r}; choose rouge1 to rouge9, rougeL or rougeLsum")
    return int(match[1])


def _interned(texts: list[list[Sequence[Any]]]) -> Pair:
    """Read texts whose sentences a tokenizer of the user's has split; its tokens may be anything that can be hashed."""
    numbers: dict[Any, str] = {}
    lists = [
        [
            word
            for sentence in text
            for word in (*(numbers.setdefault(each, str(len(numbers))) for each in sentence), "\n")
        ]
        for text in texts
    ]
    vocabulary = _core.Vocabulary()
    of_texts = Tokens([words[:-1] for words in lists]).texts
    refs = _core.encode_tokens(of_texts.part(1, len(texts)), "no", vocabulary)
    return _core.encode_tokens(of_texts.part(0, 1), "no", vocabulary), refs


def _as_scores(pairs: npt.NDArray[np.float64], nothing: float) -> list[Score]:
    """Precision, recall and F of each target; `nothing` where one of the texts has no words."""
    scores = []
    for in_prediction, in_target, match in pairs.tolist():
        if not in_prediction or not in_target:
            scores.append(Score(nothing, nothing, nothing))
            continue
        precision, recall = match / in_prediction, match / in_target
        scores.append(Score(precision, recall, fmeasure(precision, recall)))
    return scores
