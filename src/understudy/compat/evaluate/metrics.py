"""What evaluate's metric scripts compute, by the peers that they call, on our modules of their names."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.errors import InputError, SettingError, choose

Several = Sequence[Any]  # of strings, or of lists of strings
Split = Callable[[str], Sequence[str]]

MISSING = {
    "bertscore": "it is a neural model",
    "charcut_mt": "it is CharCut; character, chrf and ter are related",
    "comet": "it is a neural model",
    "bleurt": "it is a neural model",
}


@dataclass(frozen=True)
class Metric:
    """A metric script: its name, its function, and whether it takes several references."""

    name: str
    compute: Callable[..., Any]
    several: bool = True


def sacrebleu(
    predictions: Sequence[str],
    references: Several,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = None,
    use_effective_order: bool = False,
) -> dict[str, Any]:
    """BLEU of sacrebleu, from 0 to 100."""
    from understudy.compat.sacrebleu import corpus_bleu

    options = {"tokenize": tokenize} if tokenize else {}
    score = corpus_bleu(
        predictions,
        _streams(references),
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        force=force,
        lowercase=lowercase,
        use_effective_order=use_effective_order,
        **options,
    )
    names = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
    return {name: getattr(score, name) for name in names}


def chrf(
    predictions: Sequence[str],
    references: Several,
    char_order: int = 6,
    word_order: int = 0,
    beta: int = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> dict[str, Any]:
    """chrF of sacrebleu, from 0 to 100."""
    from understudy.compat.sacrebleu import CHRF

    metric = CHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
    score = metric.corpus_score(predictions, _streams(references))
    return {name: getattr(score, name) for name in ("score", "char_order", "word_order", "beta")}


def ter(
    predictions: Sequence[str],
    references: Several,
    normalized: bool = False,
    ignore_punct: bool = False,
    support_zh_ja_chars: bool = False,
    case_sensitive: bool = False,
) -> dict[str, Any]:
    """TER of sacrebleu, from 0 to 100 and above."""
    from understudy.compat.sacrebleu import TER

    score = TER(normalized, ignore_punct, support_zh_ja_chars, case_sensitive).corpus_score(
        predictions, _streams(references)
    )
    return {name: getattr(score, name) for name in ("score", "num_edits", "ref_length")}


def bleu(
    predictions: Sequence[str],
    references: Several,
    tokenizer: Split | None = None,
    max_order: int = 4,
    smooth: bool = False,
) -> dict[str, Any]:
    """BLEU of tensorflow/nmt, from 0 to 1, with the length of the shortest reference."""
    from understudy.metrics.bleu.metric import BLEU

    metric = BLEU(order=max_order, tokenizer="13a", lowercase="no", smoothing="none", reference_length="shortest")
    totals = metric.stats(*_tokenized(predictions, references, tokenizer)).totals()
    one = 1 if smooth else 0  # added to matches and totals of all orders, single words too
    match, total = totals.metric.families(totals.values, "match", "total")
    precisions = [
        float((hits + one) / (all_ + one)) if all_ + one else 0.0 for hits, all_ in zip(match, total, strict=True)
    ]
    hyp_length, ref_length = map(int, totals.metric.each(totals.values, ("hyp_length", "ref_length")))
    if not hyp_length or not ref_length:
        what = "predictions" if ref_length else "references"
        raise InputError(f"the {what} have no words, for which evaluate's bleu has no score (it divides by zero)")
    ratio = hyp_length / ref_length
    brevity = 1.0 if ratio > 1 else math.exp(1 - 1 / ratio)
    mean = math.exp(sum(1 / max_order * math.log(each) for each in precisions)) if min(precisions) > 0 else 0
    return {
        "bleu": mean * brevity,
        "precisions": precisions,
        "brevity_penalty": brevity,
        "length_ratio": ratio,
        "translation_length": hyp_length,
        "reference_length": ref_length,
    }


def wer(predictions: Sequence[str], references: Sequence[str], concatenate_texts: bool = False) -> float:
    """WER of jiwer, a fraction; texts are never aligned across segments, whether concatenated or not."""
    from understudy.compat import jiwer

    return jiwer.wer(list(references), list(predictions))


def cer(predictions: Sequence[str], references: Sequence[str], concatenate_texts: bool = False) -> float:
    """CER of jiwer, a fraction; texts are never aligned across segments, whether concatenated or not."""
    from understudy.compat import jiwer

    return jiwer.cer(list(references), list(predictions))


def character(
    predictions: Sequence[str], references: Sequence[str], aggregate: str = "mean", return_all_scores: bool = False
) -> dict[str, Any]:
    """CharacTER of the package cer, a fraction: the mean, sum or median over segments, and all of them if asked for."""
    from understudy.metrics.character.metric import CharacTER

    aggregates: dict[str, Callable[[Sequence[float]], float]] = {
        "mean": statistics.mean,
        "sum": sum,
        "median": statistics.median,
    }
    choose("aggregate", aggregate, aggregates)
    stats = CharacTER().stats(list(predictions), list(references))
    scores: list[float] = (stats.metric.score(stats.rows)["score"] / 100).tolist()
    result: dict[str, Any] = {"cer_score": aggregates[aggregate](scores)}
    return {**result, "cer_scores": scores} if return_all_scores else result


def rouge(
    predictions: Sequence[str],
    references: Several,
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Split | None = None,
) -> dict[str, Any]:
    """F of rouge_score, from 0 to 1: the mean, or a list of all segments' without the aggregator."""
    from understudy.compat.rouge_score.rouge_scorer import RougeScorer

    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"] if rouge_types is None else list(rouge_types)
    scorer = RougeScorer(types, use_stemmer, tokenizer=Tokenizer(tokenizer) if tokenizer else None)
    scores = [
        scorer.score(ref, hyp) if isinstance(ref, str) else scorer.score_multi(ref, hyp)
        for hyp, ref in zip(predictions, references, strict=True)
    ]
    listed = {name: [float(score[name].fmeasure) for score in scores] for name in types}
    return {name: math.fsum(each) / len(each) for name, each in listed.items()} if use_aggregator else listed


@dataclass(frozen=True)
class Tokenizer:
    """A function in the form that rouge_score takes."""

    split: Split

    def tokenize(self, text: str) -> Sequence[str]:
        """Split a text."""
        return self.split(text)


def meteor(
    predictions: Sequence[str],
    references: Several,
    alpha: float = 0.9,
    beta: float = 3,
    gamma: float = 0.5,
    tokenizer: Split | None = None,
) -> dict[str, float]:
    """The mean of NLTK's METEOR, from 0 to 1; words are those of NLTK's word_tokenize unless a tokenizer is given."""
    from understudy.compat.nltk.translate.meteor_score import meteor_score

    split = tokenizer or _word_tokenize
    scores = [
        meteor_score([split(ref) for ref in refs], split(hyp), alpha=alpha, beta=beta, gamma=gamma)
        for hyp, refs in zip(predictions, _nested(references), strict=True)
    ]
    return {"meteor": math.fsum(scores) / len(scores)}


def google_bleu(
    predictions: Sequence[str],
    references: Several,
    tokenizer: Split | None = None,
    min_len: int = 1,
    max_len: int = 4,
) -> dict[str, float]:
    """GLEU of Google's translation system as NLTK has it, from 0 to 1."""
    from understudy.metrics.gleu.metric import GLEU

    metric = GLEU(order=max_len, shortest=min_len, tokenizer="13a", lowercase="no")
    totals = metric.stats(*_tokenized(predictions, references, tokenizer)).totals()
    match, total = totals.metric.each(totals.values, ("match", "total"))
    return {"google_bleu": float(match / total) if total else 0.0}


def nist_mt(
    predictions: Sequence[str],
    references: Several,
    n: int = 5,
    lowercase: bool = False,
    western_lang: bool = True,
) -> dict[str, float]:
    """NIST as NLTK has it; words are mteval's in Western languages, else what spaces separate."""
    from understudy.compat.nltk.translate.nist_score import corpus_nist
    from understudy.tokens.reading import tokenize

    def split(text: str) -> list[str]:
        words = tokenize(text, "13a" if western_lang else "none")
        return [word.lower() for word in words] if lowercase and western_lang else words

    refs = [[split(ref) for ref in each] for each in _nested(references)]
    return {"nist_mt": corpus_nist(refs, [split(hyp) for hyp in predictions], n)}


def _nested(references: Several) -> list[list[str]]:
    return [[each] if isinstance(each, str) else list(each) for each in references]


def _streams(references: Several) -> list[list[str]]:
    """One list for each reference, as sacrebleu takes them."""
    nested = _nested(references)
    lengths = {len(each) for each in nested}
    if len(lengths) > 1:
        raise InputError(
            f"the predictions have {min(lengths)} to {max(lengths)} references, and sacrebleu requires the same number"
            " of references for each prediction; repeat one where they are fewer, or use understudy's own functions"
        )
    return [list(stream) for stream in zip(*nested, strict=True)]


def _tokenized(predictions: Sequence[str], references: Several, tokenizer: Split | None) -> tuple[Any, Any]:
    """Texts as they are, for our own tokenizer, or the tokens of the user's."""
    from understudy.inputs.tokens import Tokens

    nested = _nested(references)
    if tokenizer is None:
        return list(predictions), nested
    return Tokens(list(tokenizer(hyp)) for hyp in predictions), Tokens(
        [list(tokenizer(ref)) for ref in refs] for refs in nested
    )


def _word_tokenize(text: str) -> list[str]:
    remedy = "give tokenizer=, for example tokenizer=str.split, or install NLTK and its model 'punkt_tab'"
    try:
        from nltk import word_tokenize
    except ImportError:
        raise SettingError(f"evaluate's meteor splits text with NLTK, which is not installed; {remedy}") from None
    try:
        words: list[str] = word_tokenize(text)
    except LookupError:
        raise SettingError(f"evaluate's meteor splits text with a model of NLTK that is not there; {remedy}") from None
    return words


METRICS = {
    metric.name: metric
    for metric in (
        Metric("bleu", bleu),
        Metric("cer", cer, several=False),
        Metric("character", character, several=False),
        Metric("chrf", chrf),
        Metric("google_bleu", google_bleu),
        Metric("meteor", meteor),
        Metric("nist_mt", nist_mt),
        Metric("rouge", rouge),
        Metric("sacrebleu", sacrebleu),
        Metric("ter", ter),
        Metric("wer", wer, several=False),
    )
}
