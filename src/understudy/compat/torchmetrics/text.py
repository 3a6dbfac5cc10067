"""torchmetrics' classes of text metrics; their states are sums in float64, added over batches and processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torchmetrics.utilities.data import dim_zero_cat

from understudy.compat.torchmetrics import scorers
from understudy.compat.torchmetrics.tensors import Module, Tensor, checked_reduction, sums, tensor, zeros

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "EditDistance",
    "ExtendedEditDistance",
    "MatchErrorRate",
    "ROUGEScore",
    "SacreBLEUScore",
    "TranslationEditRate",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
]


class TextMetric(Module):  # type: ignore[misc]
    """What all of them share: the attributes that torchmetrics looks at, and `plot`."""

    is_differentiable = False
    higher_is_better = False
    full_state_update = False  # a state is a sum: a batch by itself is enough for forward()
    plot_lower_bound = 0.0
    plot_upper_bound: float | None = 1.0

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Draw a value or several, as torchmetrics does."""
        return self._plot(val, ax)


class SummedMetric(TextMetric):
    """A metric of ours whose rows are added up."""

    totals: Tensor
    sentences: Any  # scores of segments, where they are asked for

    def __init__(self, scorer: scorers.Scorer, keep_sentences: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scorer = scorer
        self.keep_sentences = keep_sentences
        self.add_state("totals", default=zeros(scorer.columns), dist_reduce_fx="sum")
        if keep_sentences:
            self.add_state("sentences", default=[], dist_reduce_fx="cat")

    def update(self, preds: Any, target: Any) -> None:
        """Count a batch."""
        rows = self.scorer.rows(preds, target)
        self.totals += sums(rows, self.totals.device)
        if self.keep_sentences:
            self.sentences.append(tensor(self.scorer.fractions(rows), self.totals.device))

    def compute(self) -> Any:
        """The score of all batches so far."""
        score = tensor(self.scorer.fractions(self.totals.cpu().numpy()), self.totals.device)
        return (score, dim_zero_cat(self.sentences)) if self.keep_sentences else score


class WordErrorRate(SummedMetric):
    """WER."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scorers.ErrorRate("wer"), **kwargs)


class CharErrorRate(SummedMetric):
    """CER."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scorers.ErrorRate("cer"), **kwargs)


class MatchErrorRate(SummedMetric):
    """MER, with jiwer's alignment."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scorers.ErrorRate("mer"), **kwargs)


class WordInfoLost(SummedMetric):
    """WIL, with jiwer's alignment."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scorers.ErrorRate("wil"), **kwargs)


class WordInfoPreserved(SummedMetric):
    """WIP, with jiwer's alignment."""

    higher_is_better = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(scorers.ErrorRate("wip"), **kwargs)


class BLEUScore(SummedMetric):
    """BLEU of whitespace tokens."""

    higher_is_better = True

    def __init__(
        self, n_gram: int = 4, smooth: bool = False, weights: Sequence[float] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(scorers.bleu(n_gram, smooth, weights), **kwargs)
        self.n_gram, self.smooth = n_gram, smooth


class SacreBLEUScore(SummedMetric):
    """BLEU with sacrebleu's tokenizers."""

    higher_is_better = True

    def __init__(
        self,
        n_gram: int = 4,
        smooth: bool = False,
        tokenize: str = "13a",
        lowercase: bool = False,
        weights: Sequence[float] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(scorers.bleu(n_gram, smooth, weights, tokenize, lowercase), **kwargs)
        self.n_gram, self.smooth = n_gram, smooth


class CHRFScore(SummedMetric):
    """chrF, or chrF++ with words."""

    higher_is_better = True

    def __init__(
        self,
        n_char_order: int = 6,
        n_word_order: int = 2,
        beta: float = 2.0,
        lowercase: bool = False,
        whitespace: bool = False,
        return_sentence_level_score: bool = False,
        **kwargs: Any,
    ) -> None:
        scorer = scorers.chrf(n_char_order, n_word_order, beta, lowercase, whitespace)
        super().__init__(scorer, return_sentence_level_score, **kwargs)


class TranslationEditRate(SummedMetric):
    """TER as sacrebleu has it."""

    def __init__(
        self,
        normalize: bool = False,
        no_punctuation: bool = False,
        lowercase: bool = True,
        asian_support: bool = False,
        return_sentence_level_score: bool = False,
        **kwargs: Any,
    ) -> None:
        scorer = scorers.ter(normalize, no_punctuation, lowercase, asian_support)
        super().__init__(scorer, return_sentence_level_score, **kwargs)


class ExtendedEditDistance(SummedMetric):
    """EED, the mean over segments."""

    def __init__(
        self,
        language: str = "en",
        return_sentence_level_score: bool = False,
        alpha: float = 2.0,
        rho: float = 0.3,
        deletion: float = 0.2,
        insertion: float = 1.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(scorers.eed(language, alpha, rho, deletion, insertion), return_sentence_level_score, **kwargs)


class ROUGEScore(TextMetric):
    """ROUGE by key, F, precision and recall; rougeLsum asks NLTK for sentences, as torchmetrics does."""

    higher_is_better = True
    totals: Tensor

    def __init__(
        self,
        use_stemmer: bool = False,
        normalizer: Callable[[str], str] | None = None,
        tokenizer: Callable[[str], Sequence[str]] | None = None,
        accumulate: str = "best",
        rouge_keys: str | tuple[str, ...] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.rouge_keys = (rouge_keys,) if isinstance(rouge_keys, str) else tuple(rouge_keys)
        self.scorer = scorers.Rouge(self.rouge_keys, use_stemmer, normalizer, tokenizer, accumulate)
        self.add_state("totals", default=zeros(self.scorer.columns), dist_reduce_fx="sum")

    def update(self, preds: Any, target: Any) -> None:
        """Score a batch."""
        self.totals += sums(self.scorer.rows(preds, target), self.totals.device)

    def compute(self) -> dict[str, Any]:
        """The means over all segments so far, by name."""
        means = self.scorer.fractions(self.totals.cpu().numpy())
        return {name: tensor(mean, self.totals.device) for name, mean in means.items()}


class EditDistance(TextMetric):
    """The edit distance of characters: the mean, the sum, or one for each segment."""

    plot_upper_bound = None
    distance: Tensor
    segments: Tensor
    distances: Any

    def __init__(self, substitution_cost: int = 1, reduction: str | None = "mean", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scorer = scorers.EditDistance(substitution_cost)
        self.reduction = checked_reduction(reduction)
        if self.reduction is None:
            self.add_state("distances", default=[], dist_reduce_fx="cat")
        else:
            self.add_state("distance", default=torch.zeros((), dtype=torch.int64), dist_reduce_fx="sum")
            self.add_state("segments", default=torch.zeros((), dtype=torch.int64), dist_reduce_fx="sum")

    def update(self, preds: Any, target: Any) -> None:
        """Measure a batch."""
        each = torch.from_numpy(self.scorer.distances(preds, target)).to(self.device)
        if self.reduction is None:
            self.distances.append(each)
        else:
            self.distance += each.sum()
            self.segments += each.numel()

    def compute(self) -> Any:
        """The distance of all batches so far."""
        if self.reduction is None:
            return dim_zero_cat(self.distances).int()
        return self.distance / self.segments if self.reduction == "mean" else self.distance
