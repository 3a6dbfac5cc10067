"""The laws that every metric keeps, as a check that any metric can run, also one of yours.

Each law is one small function that is given a metric, hypotheses and a list of references per segment, and raises
`LawBroken` with the case that went wrong. `LAWS` has them by name, in the order of this file.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import inspect
import itertools
import math
import operator
import pickle
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Bound, Metric, Parts
from understudy.contract.sample_texts import HYPOTHESES, REFERENCES
from understudy.contract.stats import Totals
from understudy.errors import InputError, SettingError
from understudy.inputs.arguments import strict
from understudy.inputs.texts import check_segments, references, texts
from understudy.inputs.tokens import Tokens
from understudy.metrics import CONTENTS, make_metric
from understudy.scoring.segment import segment_stats

__all__ = ["LAWS", "LawBroken", "check_metric"]

Law = Callable[[Metric, list[str], list[list[str]]], None]
LAWS: dict[str, Law] = {}


class LawBroken(AssertionError):
    """A metric doesn't keep a promise of the contract; the message names the metric, the law and the case."""


@strict
def check_metric(metric: Metric, hyps: Any = None, refs: Any = None) -> None:
    """Check that a metric keeps every law, on texts in many scripts or on yours, and raise `LawBroken` if it doesn't.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> check_metric(BLEU(order=2))
    """
    if not isinstance(metric, Metric):
        raise SettingError(f"check_metric takes a metric that is made, us.make_metric('bleu'), got {metric!r:.80}")
    if (hyps is None) != (refs is None):
        raise InputError("check_metric got hypotheses or references but not both; give both, or neither")
    given = texts(HYPOTHESES if hyps is None else hyps, "hypotheses")
    check_segments(len(given))
    aligned = references(REFERENCES if refs is None else refs, len(given))
    ranges = [range(start, end) for start, end in itertools.pairwise(aligned.starts.tolist())]
    for law in LAWS.values():
        law(metric, [given[i] for i in range(len(given))], [[aligned.flat[i] for i in each] for each in ranges])


def _law(declined_by: str | None = None) -> Callable[[Law], Law]:
    """Enter a law into LAWS; a metric whose attribute `declined_by` is False need not keep it."""

    def enter(check: Law) -> Law:
        @functools.wraps(check)
        def law(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
            if declined_by and not getattr(metric, declined_by):
                return
            try:
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # one law is about warnings, the others are not
                    check(metric, list(hyps), [list(each) for each in refs])
            except Exception as error:
                words = check.__name__.replace("_", " ")
                case = str(error) if isinstance(error, LawBroken) else f"{type(error).__name__}: {error}"
                raise LawBroken(f"{metric.signature} breaks the law '{words}': {case}") from error

        LAWS[check.__name__] = law
        return law

    return enter


@_law()
def inputs_are_untouched(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Neither the caller's texts nor the rows that are scored are changed."""
    before = copy.deepcopy((hyps, refs))
    stats = metric.stats(hyps, refs)
    _expect("the caller's hypotheses after counting", before[0], hyps)
    _expect("the caller's references after counting", before[1], refs)
    for what, given in {"rows": stats.rows.copy(), "totals": stats.rows.sum(axis=0)}.items():
        for each in (metric, metric.sentence):
            same = given.copy()
            each.score(given)
            _expect_same(f"{what} after scoring", same, given, metric.columns)


@_law()
def rows_add_up_over_any_split(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """The totals of the parts of a corpus, each counted by itself, add up to the totals of the whole."""
    rng = np.random.default_rng(1)
    whole, bound = metric.stats(hyps, refs).totals(), metric.bind(refs, len(hyps))
    for groups in rng.integers(1 + min(4, len(hyps)), size=(4, len(hyps))):
        for split, of in {"contiguous": np.sort(groups), "scattered": groups}.items():
            parts = [_part(bound, hyps, refs, np.flatnonzero(of == group)) for group in np.unique(of)]
            added = functools.reduce(operator.add, parts)
            _expect_same(f"totals of {len(parts)} {split} parts, added", whole.values, added.values, metric.columns)
            _expect(f"segments of {len(parts)} {split} parts, added", whole.segments, added.segments)


def _part(bound: Bound, hyps: list[str], refs: list[list[str]], chosen: npt.NDArray[np.intp]) -> Totals:
    hyps, refs = [hyps[i] for i in chosen], [refs[i] for i in chosen]
    if bound.survey is None:
        return bound.metric.stats(hyps, refs).totals()
    # A survey knows words by their number in the table, so that the parts must be read into the same one.
    part = Bound.to(bound.metric, references(refs, len(hyps)), bound.table)
    return dataclasses.replace(part, survey=bound.survey).stats(hyps).totals()


@_law()
def order_does_not_matter(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Shuffled segments have the same totals and parts, and the same segment scores, shuffled."""
    rng = np.random.default_rng(2)
    stats = metric.stats(hyps, refs)
    for order in [np.arange(len(hyps))[::-1], *(rng.permutation(len(hyps)) for _ in range(3))]:
        shuffled = metric.stats([hyps[i] for i in order], [refs[i] for i in order])
        _expect_same("totals of shuffled segments", stats.totals().values, shuffled.totals().values, metric.columns)
        _expect_same_parts("of shuffled segments", stats.totals(), shuffled.totals())
        _expect_same("segment scores, shuffled", stats.segment_scores()[order], shuffled.segment_scores())


@_law(declined_by="twice_is_same")
def the_corpus_twice_over_scores_the_same(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """A score is about the quality of the text, not about how much of it there is."""
    once, twice = (metric.stats(hyps * n, refs * n).totals().parts()["score"] for n in (1, 2))
    if not math.isclose(once, twice, rel_tol=1e-12):
        raise LawBroken(f"score of the corpus twice over: expected {once!r}, got {twice!r}")


@_law()
def vectorised_equals_one_by_one(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Scoring a matrix or a stack of rows at once gives, bit for bit, what scoring each row by itself gives."""
    stats = metric.stats(hyps, refs)
    rows = np.vstack([stats.rows, stats.totals().values])
    for each in dict.fromkeys([metric, metric.sentence]):
        alone = [_scored(each, row) for row in rows]
        parts = {name: np.array([one[name] for one in alone]) for name in alone[0]}
        backwards = {name: values[::-1] for name, values in parts.items()}
        stacked = {name: np.stack([values, backwards[name]]) for name, values in parts.items()}
        for what, given, expected in (
            ("a matrix of rows", rows, parts),
            ("a matrix of one row", rows[-1:], {name: values[-1:] for name, values in parts.items()}),
            ("a stack of two matrices of rows", np.stack([rows, rows[::-1]]), stacked),
        ):
            got = _scored(each, given)
            _expect(f"names of the parts of {what}", sorted(expected), sorted(got))
            for name, values in expected.items():
                _expect_same(f"part {name!r} of {what}, by {each.signature}", values, got[name])


@_law()
def the_score_alone_is_the_score(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """`score_alone` gives, bit for bit, the score among the parts."""
    stats = metric.stats(hyps, refs)
    rows = np.vstack([stats.rows, stats.totals().values])
    for each in dict.fromkeys([metric, metric.sentence]):
        for what, given in {"a row": rows[-1], "a matrix": rows, "a stack": np.stack([rows, rows])}.items():
            alone = np.asarray(each.score_alone(given.copy()))
            _expect_same(f"score alone of {what}, by {each.signature}", _scored(each, given)["score"], alone)


@_law()
def a_single_segment_is_a_corpus_of_one(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """A segment that is read by itself has the row that it has as a corpus of one, and the same score."""
    for i, (hyp, each) in enumerate(zip(hyps, refs, strict=True)):
        for given, listed in ((each, each), (each[0], each[:1])):
            alone, corpus = segment_stats(metric, hyp, given), metric.stats([hyp], [listed])
            _expect_same(f"row of segment {i + 1}, {hyp!r:.60}, by itself", corpus.rows, alone.rows, metric.columns)
            _expect(f"references of segment {i + 1} by itself", corpus.counts, alone.counts)
            _expect_same_parts(f"of segment {i + 1} by itself", corpus.totals(), alone.totals())


@_law()
def fast_equals_readable(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """`rows` counts what `row` counts, bit for bit, in tokens that `reading` gives too."""
    bound = metric.bind(refs, len(hyps))
    tokens = bound.table.add(texts(hyps, "hypotheses"))
    rows = bound.count(tokens).rows
    _expect("type of the rows", np.dtype(np.float64), rows.dtype)
    _expect("shape of the rows", (len(hyps), len(metric.columns)), rows.shape)
    for i, (hyp, each) in enumerate(zip(hyps, refs, strict=True)):
        words, of_refs = tokens.words(i), bound.refs.words(i)
        _expect(f"tokens of hypothesis {i + 1}, {hyp!r:.60}", metric.reading(hyp), words)
        _expect(f"tokens of the references of segment {i + 1}", [metric.reading(ref) for ref in each], of_refs)
        readable = np.array(metric.row(words, of_refs, bound.survey), dtype=np.float64)
        _expect_same(f"row of segment {i + 1}, {hyp!r:.60}", readable, rows[i], metric.columns)


@_law()
def tokens_count_as_their_text(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Text that is given as tokens has, bit for bit, the rows of that text: as the metric reads it, or joined."""
    try:
        pretokenized = metric.for_tokens.reading.pretokenized
    except SettingError:
        return  # it takes no tokens, and says why
    if pretokenized:
        tokens, of_refs = (
            [metric.reading(hyp) for hyp in hyps],
            [[metric.reading(ref) for ref in each] for each in refs],
        )
    else:
        tokens, of_refs = [hyp.split(" ") for hyp in hyps], [[ref.split(" ") for ref in each] for each in refs]
    expected, got = metric.bind(refs).stats(hyps), metric.bind(Tokens(of_refs)).stats(Tokens(tokens), threads=2)
    _expect("metric of rows of tokens", metric.for_tokens, got.metric)
    _expect_same("rows of tokens", expected.rows, got.rows, metric.columns)
    with _refusal("hypotheses as tokens, references as text"):
        metric.bind(refs).stats(Tokens(tokens))


@_law()
def empty_text_is_finite(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Every part of every score is a finite number, also where there is no text, and nothing warns on the way."""
    some = ["a cat sat here"]
    cases = [([""], [[""]]), ([" "], [["\t"]]), ([""], [some]), (some, [[""]]), (some, [["", *some]])]
    cases += [([""] * 3, [["", ""]] * 3), (["", *some], [some, [""]]), (hyps, refs)]
    for h, r in cases:
        with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
            warnings.simplefilter("error")
            try:
                stats = metric.stats(h, r)
                scored = [metric.score(stats.totals().values), metric.sentence.score(stats.rows)]
            except (ArithmeticError, Warning) as error:
                raise LawBroken(f"hypotheses {h!r:.80} with references {r!r:.80}: {error!r}") from error
        for name, values in [item for parts in scored for item in parts.items()]:
            if np.asarray(values).dtype.kind != "f" or not np.isfinite(values).all():
                raise LawBroken(f"part {name!r} of hypotheses {h!r:.80} with references {r!r:.80}: got {values!r:.300}")


@_law()
def pickling_survives(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """A metric that went through pickle is the same: equal, with the same hash, signature and score."""
    again = pickle.loads(pickle.dumps(metric))
    _expect("metric after pickling", metric, again)
    _expect("hash after pickling", hash(metric), hash(again))
    _expect("signature after pickling", metric.signature, again.signature)
    _expect_same_parts("after pickling", metric.stats(hyps, refs).totals(), again.stats(hyps, refs).totals())


@_law()
def wrong_lengths_are_refused(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Texts that don't belong together, and texts that are none, are an InputError."""
    three: list[Any] = ["a cat", "sat", "on it"]
    wrong: dict[str, tuple[Any, Any]] = {
        "one hypothesis too many": ([*hyps, "a"], refs),
        "one hypothesis too few": (hyps[:-1], refs),
        "one list of references too many": (hyps, [*refs, ["a"]]),
        "one list of references too few": (hyps, refs[:-1]),
        "a bare string of hypotheses": ("abc", three),
        "a bare string of references": (three, "abc"),
        "None as a hypothesis": (["a cat", None, "on it"], three),
        "a segment with an empty list of references": (three, [["a cat"], [], ["on it"]]),
        "a segment whose only reference is missing": (three, [["a cat"], [None], ["on it"]]),
        "transposed references": (three, [three, three]),
        "no segments": ([], []),
    }
    for what, (h, r) in wrong.items():
        with _refusal(what):
            metric.stats(h, r)
    with _refusal("one hypothesis too many for bound references"):
        metric.bind(refs).stats([*hyps, "a"])


@contextlib.contextmanager
def _refusal(what: str) -> Iterator[None]:
    try:
        yield
    except InputError:
        return
    raise LawBroken(f"{what}: expected an InputError, got rows")


@_law()
def signatures_tell_settings(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Metrics with equal signatures are equal, others are not, and a signature can be read back."""
    twin, sentence = dataclasses.replace(metric), metric.sentence
    _expect("metric with the same settings", metric, twin)
    _expect("signature of the same settings", metric.signature, twin.signature)
    same = metric.signature == sentence.signature
    _expect(f"whether `sentence`, {sentence.signature}, has the same signature", metric == sentence, same)
    if metric.name in CONTENTS and not any(callable(getattr(metric, each.name)) for each in dataclasses.fields(metric)):
        for each in (metric, sentence):
            _expect(f"metric read back from {each.signature}", each, make_metric(each.signature))


@_law()
def threads_do_not_matter(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """Any number of threads counts the same rows."""
    times = 2000 // len(hyps) + 1
    alone, *others = (metric.stats(hyps * times, refs * times, threads).rows for threads in (1, 2, 3, 8))
    for threads, rows in zip((2, 3, 8), others, strict=True):
        _expect_same(f"rows counted by {threads} threads", alone, rows, metric.columns)


@_law()
def scores_stay_in_bounds(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """No score is below 0 or, where higher is better, above the maximum."""
    if metric.maximum is None:
        return
    stats = metric.stats(hyps, refs)
    highest = metric.maximum if metric.higher_is_better else math.inf
    scores = {f"segment {i + 1}, {hyps[i]!r:.60}": score for i, score in enumerate(stats.segment_scores())}
    for what, score in {"the corpus": stats.totals().parts()["score"], **scores}.items():
        if not 0 <= score <= highest:
            raise LawBroken(f"score of {what}: expected 0 to {highest}, got {score!r}")


@_law(declined_by="copy_is_best")
def a_copy_is_best(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """A hypothesis that is one of the references, and has a word, gets exactly the best score there is."""
    best = metric.maximum if metric.higher_is_better else 0.0
    copies = [(ref, each) for each in refs for ref in each if metric.reading(ref)]
    if best is None or not copies:
        return
    scores = metric.stats([ref for ref, _ in copies], [each for _, each in copies]).segment_scores()
    for (ref, each), score in zip(copies, scores, strict=True):
        _expect(f"score of {ref!r:.60}, a copy, against {len(each)} reference(s)", float(best), float(score))


def _is_cached(cls: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(cls, name, None), functools.cached_property)


@_law()
def settings_can_not_be_changed(metric: Metric, hyps: list[str], refs: list[list[str]]) -> None:
    """A metric is frozen, and scoring leaves nothing on it but what follows from its settings."""
    fresh = dict(vars(dataclasses.replace(metric)))
    metric.stats(hyps, refs).totals().parts()
    left = [name for name in vars(metric) if not _is_cached(type(metric), name)]
    _expect("attributes of the metric after scoring", [name for name in fresh if name in left], left)
    for name in (*fresh, "result"):
        try:
            setattr(metric, name, fresh.get(name))
        except dataclasses.FrozenInstanceError:
            continue
        vars(metric).pop("result", None)
        raise LawBroken(f"setting the attribute {name!r}: expected a FrozenInstanceError, but it was set")


def _scored(metric: Metric, rows: Rows) -> Parts:
    return {name: np.asarray(values) for name, values in metric.score(rows.copy()).items()}


def _expect(what: str, expected: object, got: object) -> None:
    if expected != got:
        raise LawBroken(f"{what}: expected {expected!r:.300}, got {got!r:.300}")


def _expect_same_parts(what: str, expected: Totals, got: Totals) -> None:
    parts, others = expected.parts(), got.parts()
    _expect(f"names of the parts {what}", list(parts), list(others))
    _expect_same(f"parts {what}", np.array(list(parts.values())), np.array(list(others.values())), list(parts))


def _expect_same(what: str, expected: Rows, got: Rows, columns: Sequence[str] = ()) -> None:
    """Compare arrays bit for bit and tell the first place where they differ."""
    _expect(f"shape of {what}", np.shape(expected), np.shape(got))
    # Two zeros of different sign, or two NaN of the same bits: only the bits tell.
    differs = np.asarray(expected, dtype=np.float64).view(np.int64) != np.asarray(got, dtype=np.float64).view(np.int64)
    for at in np.argwhere(differs)[:1]:
        place = ", ".join([str(i) for i in at[:-1]] + [columns[at[-1]] if columns else str(at[-1])])
        values = expected[tuple(at)], got[tuple(at)]
        raise LawBroken(f"{what}, at [{place}]: expected {float(values[0])!r}, got {float(values[1])!r}")
