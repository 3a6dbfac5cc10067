"""NIST: how much information do the n-grams have that hypothesis and references share?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, exp, log, split
from understudy.contract.metric import Bound, Metric, Parts
from understudy.contract.survey import Counts
from understudy.errors import InputError, choose
from understudy.inputs.texts import Progress, references
from understudy.metrics.nist.about import ABOUT
from understudy.metrics.shared.information import OwnSurvey, TableSurvey, count_ngrams, information, is_counts
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.validation import check_order, name_lowercase, name_normalizer, set_fields
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case

# Coarse and fine multiples in which sums are exact: up to 2^41 bits of information, or words of references, and up to
# 2^28 segments; a number is kept to 2^-39.
COARSE, FINE = 12, 38
# Half the score is left to a hypothesis two thirds as long as its references.
BETA = float(log(0.5) / (log(1.5) * log(1.5)))


@dataclass(frozen=True)
class NIST(Metric):
    """NIST, the metric of the NIST evaluations: matched n-grams, weighted by their information.

    What it measures
        The information, in bits, of the n-grams that the hypothesis shares with some reference.
        0 and up, without a maximum; higher is better. It grows with the corpus that the information is computed from:
        compare only scores with the same signature on the same test set.

    How
        The information of an n-gram is log2(count of its first n - 1 words / count of the n-gram), counted over all
        references of all segments; that of a single word is log2(number of all words / count of the word). For each n,
        the information of all matched n-grams is added up over the corpus and divided by the number of n-grams of the
        hypotheses. Counts are clipped: an n-gram that the hypothesis repeats counts at most as often as in the
        reference that has it most often. NIST is the sum over n, times a length factor: exp(beta * log(min(1,
        hypothesis length / reference length))^2), where beta is such that the factor is 1/2 at two thirds of the
        length, and the reference length is the average over the references. The parts have each n separately
        (individual_n) and the sums up to n (cumulative_n), both with the factor, and the information per n-gram without
        it (information_n). bind(references, information=corpus) takes the information from another corpus, which must
        contain every matched n-gram: texts in the same form as references, or counts that were added up elsewhere. Then
        the signature says references=1+information.

    Settings
        order: the longest n-gram, 5.
        tokenizer: 13a, intl, zh, char, none, ja-mecab or any other, or a function from a string to its tokens.
        lowercase: ascii (A to Z only, as mteval does), no (mteval -c) or yes (Unicode, as mteval does with
        --international-tokenization).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.
        compat: mteval, for its mistake about the word 0: a bigram that begins with 0 gets the weight of a single word.
        With the tokenizer intl it also lowercases all of Unicode, as mteval does.

    Several references
        Pooled: the clip is the largest count in any single reference, all references are counted for the information,
        and the length is their average, segment by segment. Segments may have different numbers of them; with the
        same number everywhere, that is mteval's rule.

    Empty text
        An empty hypothesis scores 0 and its references still count for the length. An empty reference ("") is a real
        reference of length 0; None is a missing one. Where no reference of a segment has a word, the segment scores 0.
        mteval stops at a segment with only empty references, and at a system without a word; ours is 0.

    Known surprises
        Segment scores use the information of the whole corpus, so that the score of the same sentence scored alone
        differs. A copy of a reference doesn't get the best possible score: rarer words carry more information. NIST and
        BLEU can rank two systems in opposite order, because almost all of NIST comes from single words and pairs. An
        n-gram that is certain after its first words carries no information, so that a copy of one long sentence without
        repetition has none beyond single words. NLTK's corpus_nist is equal with one reference but not with several,
        where it takes the best reference for each n.

    Paper
        Doddington 2002. Automatic evaluation of machine translation quality using n-gram co-occurrence statistics.

    Checked against
        mteval-v11b, v12, v13a and v14 (system, individual and cumulative scores of orders 1 to 9, and segments; one
        and two references; to 1e-9), NLTK's corpus_nist with one reference.
    """

    name: ClassVar[str] = "nist"
    title: ClassVar[str] = "NIST"
    about: ClassVar[About] = ABOUT
    maximum: ClassVar[float | None] = None
    decides_others: ClassVar[tuple[str, ...]] = ("compat",)

    order: int = 5
    tokenizer: str | Split = "13a"
    lowercase: Lowercase | bool | None = None
    normalization: str | None = None
    compat: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        if self.compat is not None:
            choose("compat", self.compat, ["mteval"])
        if self.lowercase is None:
            international = self.compat == "mteval" and self.tokenizer == "intl"
            set_fields(self, lowercase="yes" if international else "ascii")
        check_order(self.order)
        _ = self.reading  # raises if a name is unknown

    # Like BLEU's in shape only: names and orders differ, and whoever reads a metric finds its columns in it.
    @cached_property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return (
            *("hyp_length", "ref_length", "ref_length_fine"),
            *(f"{name}_{n}" for name in ("information", "fine_information", "total") for n in orders),
        )

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def copy_is_best(self) -> bool:
        return False  # rarer words carry more information, and there is always a rarer one

    def bind(self, refs: Any, segments: int | None = None, threads: int = 1, information: Any = None) -> Bound:
        bound = super().bind(refs, segments, threads)
        if information is None:
            return bound
        if is_counts(information):
            survey = self.survey_from(information, bound.table)
        else:
            corpus = references(information)
            tokens = bound.table.add(corpus.flat, threads)
            survey = TableSurvey(_core.survey_ngrams(tokens, self.order, threads))
        return replace(bound, survey=survey, counts=f"{bound.counts}+information")

    def survey(self, refs: TokenizedReferences, threads: int = 1) -> TableSurvey:
        if self.compat is None:
            return OwnSurvey(refs.tokens, self.order, threads)
        return TableSurvey(_core.survey_ngrams(refs.tokens, self.order, threads))  # its mistake depends on the words

    def survey_from(self, counts: Counts, table: TokenTable) -> TableSurvey:
        return TableSurvey.of(counts, self.order, table.vocabulary)

    @property
    def survey_in_chunks(self) -> bool:
        # Counts by place know no words, on which mteval's mistake depends, and perhaps the rows of a subclass.
        return self.compat is None and type(self).rows is NIST.rows

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        survey = survey or self.survey(refs, threads)
        settings = self.order, COARSE, FINE, threads, progress
        by_place = survey.at_places(refs.tokens)
        if by_place is not None:
            places, weights = by_place.places, by_place.information
            return _core.weigh_places(hyps, refs.tokens, refs.starts, places, refs.first, weights, *settings)
        weights = survey.information() if self.compat is None else survey.information_unless_after("0")
        rows = _core.weigh_ngrams(hyps, refs.tokens, refs.starts, survey.ngrams, weights, *settings)
        if len(rows) and np.isnan(rows.min()):
            segment = np.flatnonzero(np.isnan(rows).any(axis=-1))[0]
            self.row(hyps.words(segment), refs.words(segment), survey)  # says which n-gram it is
        return rows

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        counts = survey.counts if survey else count_ngrams(refs, self.order)
        sums, totals = [], []
        for n in range(1, self.order + 1):
            in_refs, taken, bits = [ngrams(ref, n) for ref in refs], Counter[tuple[str, ...]](), 0.0
            for ngram in (tuple(hyp[i : i + n]) for i in range(len(hyp) - n + 1)):
                taken[ngram] += 1
                if taken[ngram] <= max(ref[ngram] for ref in in_refs):
                    bits += self.information_of(ngram, counts)
            sums.append(bits)
            totals.append(float(taken.total()))
        average = sum(len(ref) for ref in refs) / len(refs)
        coarse, fine = zip(*(split(bits, COARSE, FINE) for bits in sums), strict=True)
        return [float(each) for each in (len(hyp), *split(average, COARSE, FINE), *coarse, *fine, *totals)]

    def information_of(self, ngram: tuple[str, ...], counts: Counts) -> float:
        """The bits of one n-gram, by the counts of a corpus."""
        if ngram not in counts:
            raise InputError(
                f"the n-gram {' '.join(ngram)!r} matches a reference but is not in the information corpus;"
                " let that corpus hold all references"
            )
        return float(information(counts[self.before(ngram)], counts[ngram]))

    def before(self, ngram: tuple[str, ...]) -> tuple[str, ...]:
        """The words before the last, after which it is more or less of a surprise."""
        # mteval takes a prefix of the single word 0 for none, because it is false in Perl.
        return () if self.compat == "mteval" and ngram[:-1] == ("0",) else ngram[:-1]

    def score(self, totals: Rows) -> Parts:
        hyp_length = self.column(totals, "hyp_length")
        ref_length = self.column(totals, "ref_length") + self.column(totals, "ref_length_fine")
        bits = np.array(self.values(totals, "information")) + np.array(self.values(totals, "fine"))
        total = np.array(self.values(totals, "total"))

        factor = length_factor(hyp_length, ref_length)
        per_ngram = bits / np.maximum(total, 1)
        individual = per_ngram * factor
        cumulative = np.cumsum(individual, axis=0)
        parts = {
            "score": cumulative[-1],
            "length_factor": factor,
            "ratio": divide(hyp_length, ref_length),
            "hyp_length": hyp_length,
            "ref_length": ref_length,
        }
        by_order = {"individual": individual, "cumulative": cumulative, "information": per_ngram, "total": total}
        return parts | {f"{name}_{n}": each for name, values in by_order.items() for n, each in enumerate(values, 1)}

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.nist.explain import blocks

        return blocks(case)


def length_factor(hyp_length: Rows, ref_length: Rows) -> Rows:
    """Give 1 to a text at least as long as its references, 1/2 to one of two thirds of that, 0 to none at all.

    >>> [round(float(length_factor(np.array(words), np.array(6.0))), 3) for words in (6.0, 5.0, 4.0)]
    [1.0, 0.869, 0.5]
    """
    shorter = (hyp_length > 0) & (hyp_length < ref_length)
    ratio = np.where(shorter, divide(hyp_length, ref_length), 1.0)
    return np.where(hyp_length > 0, exp(BETA * log(ratio) ** 2), 0.0)
