"""BLEU: how many n-grams of the hypothesis the references have, and whether it is long enough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, where
from understudy.contract.metric import Metric, Parts
from understudy.errors import SettingError, choose
from understudy.inputs.texts import Progress
from understudy.metrics.bleu.about import ABOUT
from understudy.metrics.bleu.smoothing import DEFAULT_VALUES, VALUE_RANGES, smooth
from understudy.metrics.shared.brevity import brevity_penalty
from understudy.metrics.shared.means import weighted_geometric_mean
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.sacrebleu import written
from understudy.metrics.shared.validation import (
    ADDING_TO_ONE,
    check_order,
    checked_number,
    checked_weights,
    name_lowercase,
    name_normalizer,
    set_fields,
)
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

# What the original programs do where sacrebleu's defaults differ.
COMPAT: dict[str | None, dict[str, str]] = {
    None: {"tokenizer": "13a", "lowercase": "no", "smoothing": "exp", "effective_order": "segments"},
    "mteval": {"tokenizer": "13a", "lowercase": "ascii", "smoothing": "exp", "effective_order": "never"},
    "multi-bleu": {"tokenizer": "ascii", "lowercase": "no", "smoothing": "none", "effective_order": "never"},
}


@dataclass(frozen=True)
class BLEU(Metric):
    """BLEU, the bilingual evaluation understudy: clipped n-gram precision with a penalty for brevity.

    What it measures
        How many of the n-grams of the hypothesis, from one to four words long, also occur in a reference.
        0 to 100, higher is better; comparable only between scores with the same signature on the same test set.

    How
        For each n, the matches are counted over the whole corpus and divided by all n-grams of the hypotheses: that is
        the precision p_n. Counts are clipped: an n-gram that the hypothesis repeats counts at most as often as in the
        reference that has it most often. BLEU = BP * exp(sum of w_n * log p_n), where BP = 1 if the hypotheses are at
        least as long as the references, else exp(1 - reference length / hypothesis length).

    Settings
        order: the longest n-gram, 4.
        weights: one w_n per order, adding up to 1; uniform if not given.
        tokenizer: 13a, intl, zh, char, none, ja-mecab or any other, or a function from a string to its tokens.
        lowercase: no, yes (Unicode) or ascii (A to Z only, as mteval does).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.
        smoothing: how to treat an order without a match. none: BLEU is 0; exp: halve the precision with each such
        order; floor: count smoothing_value (0.1) matches; add-k: add smoothing_value (1) to matches and totals beyond
        the first order; chen-cherry-4 and chen-cherry-5: the fourth and fifth method of Chen and Cherry 2014 (its first
        three are floor, add-k and exp), for segment scores only, as in the paper.
        smoothing_value: the number that floor (0.1), add-k (1) or chen-cherry-4 (5) takes.
        effective_order: skip orders that the hypothesis is too short for and rescale the other weights to add up to 1
        (0 if no order with a weight is left). segments: in segment scores only; never; always.
        reference_length: the reference length of the brevity penalty. closest (the shorter of two equally close ones),
        shortest or average.
        compat: mteval (as mteval-v13a prints it: ASCII lowercasing, or Unicode with intl; absent orders count as
        precision 1; smoothing also without any match) or multi-bleu (as multi-bleu.perl does: ASCII whitespace, no
        smoothing).

    Several references
        Pooled: the clip is the largest count in any single reference. Segments may have different numbers of them.

    Empty text
        An empty hypothesis scores 0 and its references still count for brevity. An empty reference ("") is a real
        reference of length 0; None is a missing one. If nothing matches at all, BLEU is 0 whatever the smoothing
        (not so with compat=mteval).

    Known surprises
        Segment scores use effective_order, corpus scores do not, as in sacrebleu. The mean of segment scores is
        not the corpus score. The tokenizer alone can move BLEU by several points. Two misprints are common in slides
        and tutorials: exp(mean of p_n), without the logarithm, and exp(1 - hypothesis length / reference length), with
        the fraction inverted; both exceed 1.

    Paper
        Papineni, Roukos, Ward and Zhu 2002. Bleu: a method for automatic evaluation of machine translation.
        Smoothing: Chen and Cherry 2014. A systematic comparison of smoothing techniques for sentence-level BLEU.

    Checked against
        sacrebleu 2.6.0 (all tokenizers, smoothings and orders; counts exactly, scores to 1e-9), mteval-v11b to v14,
        multi-bleu.perl and multi-bleu-detok.perl, NLTK's smoothing methods 1 to 3.
    """

    name: ClassVar[str] = "bleu"
    title: ClassVar[str] = "BLEU"
    about: ClassVar[About] = ABOUT
    decides_others: ClassVar[tuple[str, ...]] = ("compat", "smoothing")

    order: int = 4
    weights: tuple[float, ...] | None = None
    tokenizer: str | Split | None = None
    lowercase: Lowercase | bool | None = None
    normalization: str | None = None
    smoothing: str | None = None
    smoothing_value: float | None = None
    effective_order: str | None = None
    reference_length: Literal["closest", "shortest", "average"] = "closest"
    compat: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        if self.compat is not None:
            choose("compat", self.compat, [name for name in COMPAT if name])
        if self.compat == "mteval" and self.tokenizer == "intl" and self.lowercase is None:
            set_fields(self, lowercase="yes")  # its international tokenizer lowercases all of Unicode
        for name, default in COMPAT[self.compat].items():
            if getattr(self, name) is None:
                set_fields(self, **{name: default})
        choose("smoothing", self.smoothing, DEFAULT_VALUES)
        choose("effective_order", self.effective_order, ("segments", "never", "always"))
        choose("reference_length", self.reference_length, ("closest", "shortest", "average"))
        self._check_numbers()
        _ = self.reading  # raises if a name is unknown

    def _check_numbers(self) -> None:
        check_order(self.order)
        if self.weights is not None:
            set_fields(self, weights=checked_weights("weights", self.weights, self.order, 1, ADDING_TO_ONE))
        default = DEFAULT_VALUES[str(self.smoothing)]
        if self.smoothing_value is None:
            set_fields(self, smoothing_value=default)
        elif default is None:
            raise SettingError(f"smoothing {self.smoothing!r} takes no smoothing_value, got {self.smoothing_value!r}")
        else:
            span = VALUE_RANGES[str(self.smoothing)]
            name = f"smoothing_value for {self.smoothing}"
            set_fields(self, smoothing_value=checked_number(name, self.smoothing_value, **span))

    @cached_property
    def _counted(self) -> int:
        """Orders to count: method 5 of Chen and Cherry looks one order further."""
        return self.order + (self.smoothing == "chen-cherry-5")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self._counted + 1)
        return (
            *("hyp_length", "ref_length"),
            *(f"{name}_{n}" for name in ("match", "total", "plain") for n in orders),
        )

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def copy_is_best(self) -> bool:
        # A copy of the shorter reference is shorter than the average one.
        if self.reference_length == "average":
            return False
        # These two give precision 1 to an order that the copy is too short for.
        if self._adds or (self.compat == "mteval" and self.smoothing != "none"):
            return True
        weights = self.weights or (1.0,) * self.order
        all_count = self.effective_order == "never" or self.compat == "mteval"
        return not any(weights[1:]) if all_count else weights[0] > 0

    @property
    def twice_is_same(self) -> bool:
        return self.smoothing == "none"  # what smoothing adds doesn't grow with the corpus

    @property
    def segments_only(self) -> bool:
        return str(self.smoothing).startswith("chen-cherry")

    @cached_property
    def sentence(self) -> BLEU:
        return replace(self, effective_order="always") if self.effective_order == "segments" else self

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        return _core.count_ngrams(
            hyps, refs.tokens, refs.starts, self._counted, self.reference_length, threads, progress
        )

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        match, total, plain = [], [], []
        for n in range(1, self._counted + 1):
            counts, in_refs = ngrams(hyp, n), [ngrams(ref, n) for ref in refs]
            clips = {gram: max(ref[gram] for ref in in_refs) for gram in counts}
            match.append(sum(min(count, clips[gram]) for gram, count in counts.items()))
            total.append(counts.total())
            plain.append(sum(count for gram, count in counts.items() if clips[gram] > 0))
        return [float(len(hyp)), self._reference_length(len(hyp), [len(ref) for ref in refs])] + [
            float(count) for count in match + total + plain
        ]

    def _reference_length(self, hyp: int, refs: list[int]) -> float:
        if self.reference_length == "average":
            # Kept to 2^-20 of a word, so that sums over segments are exact in any order.
            return round(sum(refs) / len(refs) * 2**20) / 2**20
        if self.reference_length == "shortest":
            return float(min(refs))
        return float(min(refs, key=lambda ref: (abs(ref - hyp), ref)))

    def expected_rows(
        self, segments: _core.Texts, groups: npt.NDArray[np.int64], shares: npt.NDArray[np.float64], threads: int
    ) -> Rows:
        """Count every text against the average of its group, which is as long as its texts on average."""
        from understudy.metrics.shared.expected import Expected

        tokens = TokenTable(self.reading).add(segments, threads)
        found = Expected.of(tokens, groups, shares, self._counted, threads)
        lengths = np.stack([found.own[:, 0], found.average[:, 0]], axis=1)
        return np.concatenate([lengths, found.match, found.own, found.own], axis=1)

    def score_alone(self, totals: Rows) -> Rows:
        return self._factors(totals)[0]

    def _factors(self, totals: Rows) -> tuple[Rows, Rows, list[Rows]]:
        """The score, the brevity penalty and the precisions."""
        (hyp_length,), (ref_length,), match, total = self.families(totals, "hyp", "ref", "match", "total")
        precision = smooth(str(self.smoothing), self.smoothing_value or 0.0, match, total, hyp_length)[: self.order]
        matched: Any = match[0] > 0  # where no word matches, nothing longer does
        if self.compat == "mteval":
            # Its smoothing gives an order without n-grams the precision 1, and smooths also if nothing matches.
            kept = [(each > 0) | (self.smoothing == "none") for each in total[: self.order]]
            precision = [where(keep, each, 1.0) for keep, each in zip(kept, precision, strict=True)]
            matched = (hyp_length > 0) & (matched | (ref_length > 0))  # it dies on empty text; ours is 0
        if matched is not True:  # it is of most single rows
            precision = [where(matched, each, 0.0) for each in precision]

        brevity = brevity_penalty(hyp_length, ref_length)
        mean = weighted_geometric_mean(self.order_weights, precision, self.orders_counted(total))
        return 100 * brevity * mean, brevity, precision

    def score(self, totals: Rows) -> Parts:
        score, brevity, precision = self._factors(totals)
        (hyp_length,), (ref_length,), *counts = self.families(totals, "hyp", "ref", "match", "total", "plain")
        match, total, plain = (each[: self.order] for each in counts)
        parts = {
            "score": score,
            "brevity": brevity,
            "ratio": divide(hyp_length, ref_length),
            "hyp_length": hyp_length,
            "ref_length": ref_length,
        }
        by_order = {
            "precision": [100 * each for each in precision],
            "plain_precision": [100 * divide(p, t) for p, t in zip(plain, total, strict=True)],
            "match": match,
            "plain": plain,
            "total": total,
        }
        return parts | dict(zip(self._names_by_order, chain(*by_order.values()), strict=True))

    @cached_property
    def _names_by_order(self) -> list[str]:
        names = ("precision", "plain_precision", "match", "plain", "total")
        return [f"{name}_{n}" for name in names for n in range(1, self.order + 1)]

    def orders_counted(self, total: list[Rows]) -> list[Any]:
        """Whether each order counts; one that the hypothesis is too short for may not, depending on the settings."""
        return [(each > 0) | self._all_orders_count for each in total[: self.order]]

    @cached_property
    def _all_orders_count(self) -> bool:
        return self.effective_order != "always" or self._adds or self.compat == "mteval"

    @property
    def _adds(self) -> bool:
        """Whether every order gets a count, however short the hypothesis is."""
        return self.smoothing == "add-k" and bool(self.smoothing_value)

    @cached_property
    def order_weights(self) -> tuple[float, ...]:
        """The weight of each order."""
        return self.weights or (1 / self.order,) * self.order

    def signature_as(self, tool: str, references: str) -> str:
        from understudy.metrics.bleu import sacrebleu

        choose("signature", tool, ["sacrebleu"])
        return written(sacrebleu.settings(self), references)

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.bleu.explain import blocks

        return blocks(case)
