"""Every hypothesis against every reference: for minimum-Bayes-risk decoding, reranking and measures of diversity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.errors import InputError
from understudy.inputs.arguments import strict
from understudy.inputs.texts import check_threads, listed, texts
from understudy.metrics import make_metric
from understudy.tokens import TokenizedReferences, TokenTable

BLOCK = 1 << 16  # pairs that are held as tokens at a time

Groups = Sequence[Sequence[str]]


@dataclass(frozen=True, eq=False)
class Choice:
    """The candidate that minimum-Bayes-risk decoding picks, and what each candidate can expect."""

    index: int
    text: str
    scores: Rows  # of each candidate: its mean score against all candidates, by weight
    signature: str


@overload
def pairwise(metric: str | Metric, hyps: Sequence[str], refs: Sequence[str], **others: Any) -> Rows: ...
@overload
def pairwise(metric: str | Metric, hyps: Groups, refs: Groups, **others: Any) -> list[Rows]: ...
@strict
def pairwise(
    metric: str | Metric, hyps: Any, refs: Any, lang: str | None = None, threads: int = 1, **settings: Any
) -> Rows | list[Rows]:
    """Score every hypothesis (a row of the result) against every reference (a column), as single segments.

    Lists of lists are groups: each has its own hypotheses and references, and gets an array of its own. All groups are
    scored in one go. A metric that needs to know all references beforehand learns from those of all groups.

    >>> import understudy as us
    >>> us.pairwise("wer", ["a b c d", "a b c"], ["a b c d", "a b x d"]).tolist()
    [[0.0, 25.0], [25.0, 50.0]]
    >>> [each.shape for each in us.pairwise("wer", [["a b"], ["a", "b"]], [["a", "b"], ["b"]])]
    [(1, 2), (2, 1)]
    """
    made = make_metric(metric, lang, **settings)
    (grouped, hyp_groups), (refs_grouped, ref_groups) = _groups(hyps, "hypotheses"), _groups(refs, "references")
    if grouped != refs_grouped:
        raise InputError("only one of hypotheses and references is in groups; give lists of lists for both")
    if len(hyp_groups) != len(ref_groups):
        raise InputError(
            f"there are {len(hyp_groups)} groups of hypotheses but {len(ref_groups)} of references;"
            " give the same number of both"
        )
    scores = _scores(made, hyp_groups, ref_groups, threads)
    return scores if grouped else scores[0]


@overload
def mbr(candidates: Sequence[str], metric: str | Metric = ..., weights: Any = ..., **others: Any) -> Choice: ...
@overload
def mbr(candidates: Groups, metric: str | Metric = ..., weights: Any = ..., **others: Any) -> list[Choice]: ...
@strict
def mbr(
    candidates: Any,
    metric: str | Metric = "chrf",
    weights: Any = None,
    lang: str | None = None,
    threads: int = 1,
    **settings: Any,
) -> Choice | list[Choice]:
    """Pick the candidate with the best mean score against all candidates: minimum-Bayes-risk decoding.

    `weights` says how much each candidate counts as a reference, all alike if not given; only their ratios matter.
    The first of equals is picked. Lists of lists are groups, each with a choice of its own.

    >>> import understudy as us
    >>> choice = us.mbr(["a cat sat", "the cat sat", "the cat sat down", "dogs"], "hlepor")
    >>> choice.index, choice.text, choice.scores.round(1).tolist()
    (2, 'the cat sat down', [57.7, 62.6, 64.4, 25.0])
    """
    made = make_metric(metric, lang, **settings)
    grouped, groups = _groups(candidates, "candidates")
    shares = _shares(groups, weights if grouped or weights is None else [weights])
    matrices = _scores(made, groups, groups, threads)
    expected = [(matrix * share).sum(axis=1) for matrix, share in zip(matrices, shares, strict=True)]
    choices = _best(made, groups, expected, made.sentence.signature)
    return choices if grouped else choices[0]


# The arguments are those of `mbr`, written out so that help and editors know them; what follows differs in all but
# its first lines.
@overload
def mbr_aggregated(
    candidates: Sequence[str], metric: str | Metric = ..., weights: Any = ..., **others: Any
) -> Choice: ...
@overload
def mbr_aggregated(
    candidates: Groups, metric: str | Metric = ..., weights: Any = ..., **others: Any
) -> list[Choice]: ...
@strict
def mbr_aggregated(
    candidates: Any,
    metric: str | Metric = "chrf",
    weights: Any = None,
    lang: str | None = None,
    threads: int = 1,
    **settings: Any,
) -> Choice | list[Choice]:
    """Pick the candidate with the best score against the average candidate: like `mbr`, but linear.

    The average has the mean count of every n-gram, by weight, and the mean length. That is one comparison for each
    candidate instead of one for each pair, and usually, not always, the same choice. For BLEU and chrF.

    >>> import understudy as us
    >>> us.mbr_aggregated(["a cat sat", "the cat sat", "the cat sat down", "dogs"], "bleu").text
    'the cat sat'
    """
    made = make_metric(metric, lang, **settings)
    grouped, groups = _groups(candidates, "candidates")
    starts = np.concatenate([[0], np.cumsum(_counts(groups))])
    shares = np.concatenate(_shares(groups, weights if grouped or weights is None else [weights]))
    check_threads(threads)
    rows = made.expected_rows(texts(list(chain.from_iterable(groups)), "candidates"), starts, shares, threads)
    scores = np.split(Stats(made, rows).segment_scores(), starts[1:-1])
    choices = _best(made, groups, scores, f"aggregated({made.sentence.signature})")
    return choices if grouped else choices[0]


def _best(metric: Metric, groups: list[list[str]], scores: list[Rows], signature: str) -> list[Choice]:
    best = [int(np.argmax(each) if metric.higher_is_better else np.argmin(each)) for each in scores]
    return [
        Choice(index, group[index], each, signature) for index, group, each in zip(best, groups, scores, strict=True)
    ]


def _groups(source: Any, what: str) -> tuple[bool, list[list[str]]]:
    """Whether the texts are in groups, and the groups; one of all of them if they aren't."""
    entries = listed(source, what)
    grouped = bool(entries) and isinstance(entries[0], (Sequence, np.ndarray)) and not isinstance(entries[0], str)
    if not grouped:
        entries = [entries]
    groups = []
    for number, each in enumerate(entries, 1):
        if isinstance(each, str):
            raise InputError(f"group {number} of the {what} is str, {each!r:.80}; give a list")
        groups.append(listed(each, f"{what} of group {number}"))
        if not groups[-1]:
            raise InputError(f"group {number} of the {what} is empty; give at least one text")
        texts(groups[-1], f"{what} of group {number}" if grouped else what)  # refuses all but strings
    return grouped, groups


def _shares(groups: list[list[str]], weights: Any) -> list[npt.NDArray[np.float64]]:
    """The weights of each group, made to add up to 1."""
    if weights is None:
        return [np.full(len(group), 1 / max(len(group), 1)) for group in groups]
    if isinstance(weights, (str, bytes)) or not isinstance(weights, Iterable):
        raise InputError(f"the weights are {type(weights).__name__}, {weights!r:.80}; give a list of them per group")
    try:
        shares = [np.asarray(each, dtype=float) for each in weights]
    except (TypeError, ValueError):
        raise InputError(f"the weights are not all numbers: {weights!r:.80}; give one per candidate") from None
    if [each.shape for each in shares] != [(len(group),) for group in groups]:
        raise InputError(
            f"there are weights of shape {', '.join(str(each.shape) for each in shares)} but groups of"
            f" {[len(group) for group in groups]}; give one weight per candidate"
        )
    for each in shares:
        if not np.all(np.isfinite(each)) or np.any(each < 0) or (each.size and each.sum() == 0):
            raise InputError(f"weights must be finite, not negative and not all 0; got {each.tolist()!r:.80}")
    return [each / each.sum() for each in shares]


def _scores(metric: Metric, hyps: list[list[str]], refs: list[list[str]], threads: int) -> list[Rows]:
    check_threads(threads)
    hyp_counts, ref_counts = _counts(hyps), _counts(refs)
    table = TokenTable(metric.reading)
    ref_tokens = table.add(texts(list(chain.from_iterable(refs)), "references"), threads)
    hyp_tokens = table.add(texts(list(chain.from_iterable(hyps)), "hypotheses"), threads)
    survey = metric.survey(TokenizedReferences(ref_tokens, np.arange(len(ref_tokens) + 1)), threads)
    scores = np.empty(int((hyp_counts * ref_counts).sum()))
    for begin, of_hyp, of_ref in _blocks(hyp_counts, ref_counts):
        pairs = TokenizedReferences(_core.take(ref_tokens, of_ref), np.arange(len(of_ref) + 1))
        rows = metric.rows(_core.take(hyp_tokens, of_hyp), pairs, survey, threads)
        scores[begin : begin + len(of_hyp)] = Stats(metric, rows).segment_scores()
    ends = np.cumsum(hyp_counts * ref_counts)[:-1]
    shapes = zip(hyp_counts.tolist(), ref_counts.tolist(), strict=True)
    return [part.reshape(shape) for part, shape in zip(np.split(scores, ends), shapes, strict=True)]


def _counts(groups: list[list[str]]) -> npt.NDArray[np.int64]:
    return np.array([len(group) for group in groups], dtype=np.int64)


def _blocks(
    hyp_counts: npt.NDArray[np.int64], ref_counts: npt.NDArray[np.int64]
) -> Iterator[tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Number all pairs, group by group and row by row, and say block by block which two texts each of them is."""
    sizes = hyp_counts * ref_counts
    ends = np.cumsum(sizes)
    for begin in range(0, int(sizes.sum()), BLOCK):
        pairs = np.arange(begin, min(begin + BLOCK, int(ends[-1])))
        group = np.searchsorted(ends, pairs, side="right")
        row, column = np.divmod(pairs - (ends - sizes)[group], ref_counts[group])
        yield (
            begin,
            (np.cumsum(hyp_counts) - hyp_counts)[group] + row,
            (np.cumsum(ref_counts) - ref_counts)[group] + column,
        )
