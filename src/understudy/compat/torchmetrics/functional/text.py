"""torchmetrics' functions of text: scores of one call, as tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from understudy.compat.torchmetrics import scorers
from understudy.compat.torchmetrics.tensors import distances_as, scores, tensor

__all__ = [
    "bleu_score",
    "char_error_rate",
    "chrf_score",
    "edit_distance",
    "extended_edit_distance",
    "match_error_rate",
    "rouge_score",
    "sacre_bleu_score",
    "translation_edit_rate",
    "word_error_rate",
    "word_information_lost",
    "word_information_preserved",
]

Texts = str | Sequence[str]
Targets = Sequence[str | Sequence[str]]
KEYS = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def word_error_rate(preds: Texts, target: Texts) -> Any:
    """WER."""
    return scores(scorers.ErrorRate("wer"), preds, target)


def char_error_rate(preds: Texts, target: Texts) -> Any:
    """CER."""
    return scores(scorers.ErrorRate("cer"), preds, target)


def match_error_rate(preds: Texts, target: Texts) -> Any:
    """MER, with jiwer's alignment."""
    return scores(scorers.ErrorRate("mer"), preds, target)


def word_information_lost(preds: Texts, target: Texts) -> Any:
    """WIL, with jiwer's alignment."""
    return scores(scorers.ErrorRate("wil"), preds, target)


def word_information_preserved(preds: Texts, target: Texts) -> Any:
    """WIP, with jiwer's alignment."""
    return scores(scorers.ErrorRate("wip"), preds, target)


def bleu_score(
    preds: Texts, target: Targets, n_gram: int = 4, smooth: bool = False, weights: Sequence[float] | None = None
) -> Any:
    """BLEU of whitespace tokens."""
    return scores(scorers.bleu(n_gram, smooth, weights), preds, target)


def sacre_bleu_score(
    preds: Sequence[str],
    target: Sequence[Sequence[str]],
    n_gram: int = 4,
    smooth: bool = False,
    tokenize: str = "13a",
    lowercase: bool = False,
    weights: Sequence[float] | None = None,
) -> Any:
    """BLEU with sacrebleu's tokenizers."""
    return scores(scorers.bleu(n_gram, smooth, weights, tokenize, lowercase), preds, target)


def chrf_score(
    preds: Texts,
    target: Targets,
    n_char_order: int = 6,
    n_word_order: int = 2,
    beta: float = 2.0,
    lowercase: bool = False,
    whitespace: bool = False,
    return_sentence_level_score: bool = False,
) -> Any:
    """chrF, or chrF++ with words; with the scores of segments if asked for."""
    scorer = scorers.chrf(n_char_order, n_word_order, beta, lowercase, whitespace)
    return scores(scorer, preds, target, sentences=return_sentence_level_score)


def translation_edit_rate(
    preds: Texts,
    target: Targets,
    normalize: bool = False,
    no_punctuation: bool = False,
    lowercase: bool = True,
    asian_support: bool = False,
    return_sentence_level_score: bool = False,
) -> Any:
    """TER as sacrebleu has it; with the scores of segments, as a list, if asked for."""
    scorer = scorers.ter(normalize, no_punctuation, lowercase, asian_support)
    if not return_sentence_level_score:
        return scores(scorer, preds, target)
    corpus, sentences = scores(scorer, preds, target, sentences=True)
    return corpus, list(sentences.split(1))


def extended_edit_distance(
    preds: Texts,
    target: Targets,
    language: str = "en",
    return_sentence_level_score: bool = False,
    alpha: float = 2.0,
    rho: float = 0.3,
    deletion: float = 0.2,
    insertion: float = 1.0,
) -> Any:
    """EED, the mean over segments; with the scores of segments if asked for."""
    scorer = scorers.eed(language, alpha, rho, deletion, insertion)
    return scores(scorer, preds, target, sentences=return_sentence_level_score)


def rouge_score(
    preds: Texts,
    target: Texts | Sequence[Sequence[str]],
    accumulate: str = "best",
    use_stemmer: bool = False,
    normalizer: Callable[[str], str] | None = None,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    rouge_keys: str | tuple[str, ...] = KEYS,
) -> dict[str, Any]:
    """ROUGE by key, F, precision and recall; rougeLsum asks NLTK for sentences, as torchmetrics does."""
    keys = (rouge_keys,) if isinstance(rouge_keys, str) else tuple(rouge_keys)
    scorer = scorers.Rouge(keys, use_stemmer, normalizer, tokenizer, accumulate)
    means = scorer.fractions(scorer.rows(preds, target).sum(axis=0))
    return {name: tensor(mean) for name, mean in means.items()}


def edit_distance(preds: Texts, target: Texts, substitution_cost: int = 1, reduction: str | None = "mean") -> Any:
    """The edit distance of characters: the mean, the sum, or one for each segment."""
    return distances_as(scorers.EditDistance(substitution_cost).distances(preds, target), reduction)
