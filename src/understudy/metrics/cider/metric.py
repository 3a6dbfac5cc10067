"""CIDEr and CIDEr-D: n-grams in common with the references, weighted by TF-IDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide, exp, log
from understudy.contract.metric import Bound, Parts, SegmentMean
from understudy.contract.survey import Counts
from understudy.inputs.texts import Progress, references
from understudy.metrics.cider.about import ABOUT
from understudy.metrics.shared.docstrings import documented
from understudy.metrics.shared.information import TableSurvey
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.validation import (
    check_order,
    checked_number,
    name_lowercase,
    name_normalizer,
    set_fields,
)
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences, TokenTable

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case


# What the two pages have in common.
SETTINGS = """\
order: the longest n-gram, 4.
tokenizer: words (words of any script in Unicode, without punctuation and symbols; one token per Chinese or
Japanese character), ascii-words, 13a, intl, zh, char, none, ascii, or a function from a string to its tokens.
lowercase: yes (Unicode), no, or ascii (A to Z only).
normalization: NFC, NFD, NFKC or NFKD; none if not given.
normalizer: rules for speech by name, such as whisper-en; none if not given."""
SHARED = {
    "What it measures": """\
Whether the hypothesis has the words and phrases that the references agree on and that are rare elsewhere.
0 to 10, higher is better; comparable only between scores with the same signature on the same test set.""",
    "How": """\
A text is a TF-IDF vector for each n, with a number for every n-gram: its count in the text, times
ln(segments / segments whose references have it). {similarity} A segment's score is 10 times the mean of the
similarities over all references and all n; the corpus score is the mean over segments. The parts score_1, score_2, ...
are the same for one n each. bind(references, documents=corpus) counts the segments of another corpus
instead: texts in the same form as references, or counts that were added up elsewhere. Then the
signature says references=1+documents.""",
    "Settings": SETTINGS,
    "Several references": """\
The mean of the similarities to all of them. An n-gram counts once for a segment, however many of its references have
it. Segments may have different numbers of references.""",
    "Empty text": "An empty hypothesis scores 0; an empty reference counts as one with similarity 0.",
    "Known surprises": """\
{programs} A score depends on all references of the test set, so that a segment scored alone, or a corpus of one
segment, scores 0: every weight is ln(1/1). Repeating the corpus changes the score if a hypothesis has n-grams
that no reference has. A copy of the only reference gets less than 10 if it is shorter than the longest n-gram.
{more}""",
    "Paper": "Vedantam, Zitnick and Parikh 2015. CIDEr: consensus-based image description evaluation.",
}


@documented(
    SHARED,
    similarity="For each n, the similarity of hypothesis and reference is the cosine of their vectors.",
    programs="What pycocoevalcap and the leaderboard of MS COCO call CIDEr is CIDEr-D: use ciderD for it.",
    more="The paper also stems words, which is not done here.",
)
@dataclass(frozen=True)
class CIDEr(SegmentMean):
    """CIDEr, consensus-based image description evaluation: TF-IDF-weighted n-grams in common with the references.

    Checked against
        The formula in plain Python, and CIDEr-D, with which it shares all but the clipping and the length penalty; no
        package computes this score.
    """

    name: ClassVar[str] = "cider"
    title: ClassVar[str] = "CIDEr"
    about: ClassVar[About] = ABOUT
    maximum: ClassVar[float | None] = 10.0
    covers_tokenizers: ClassVar[tuple[str, ...]] = ("zh",)  # `words` tokenizes Chinese too

    order: int = 4
    tokenizer: str | Split = "words"
    lowercase: Lowercase | bool = "yes"
    normalization: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        check_order(self.order)
        _ = self.reading  # raises if a name is unknown

    @property
    def factors(self) -> tuple[str, ...]:
        return ("score", *(f"score_{n}" for n in range(1, self.order + 1)))

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def copy_is_best(self) -> bool:
        return False  # it may be too short for the longest n-gram, and alone it has no weight

    @property
    def twice_is_same(self) -> bool:
        return False  # n-grams that no reference has get more weight in a longer corpus

    @property
    def _clipped(self) -> bool:
        return False

    def bind(self, refs: Any, segments: int | None = None, threads: int = 1, documents: Any = None) -> Bound:
        bound = super().bind(refs, segments, threads)
        if documents is None:
            return bound
        if isinstance(documents, Counter):
            survey = self.survey_from(documents, bound.table)
        else:
            corpus = references(documents)
            survey = self.survey(TokenizedReferences(bound.table.add(corpus.flat, threads), corpus.starts), threads)
        return replace(bound, survey=survey, counts=f"{bound.counts}+documents")

    def survey(self, refs: TokenizedReferences, threads: int = 1) -> TableSurvey:
        return TableSurvey(_core.survey_documents(refs.tokens, refs.starts, self.order, threads))

    def survey_from(self, counts: Counts, table: TokenTable) -> TableSurvey:
        return TableSurvey.of(counts, self.order, table.vocabulary)

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        surveyed = (survey or self.survey(refs, threads)).ngrams
        documents = surveyed.counts[:1]
        weights = np.concatenate([rarity(documents, np.zeros(1)), rarity(documents, surveyed.counts[1:])])
        pairs = _core.compare_vectors(
            hyps, refs.tokens, refs.starts, surveyed, weights, self.order, self._clipped, threads, progress
        )
        return self._rows_of(pairs, refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        counts = survey.counts if survey else document_counts([refs], self.order)
        pairs = np.array([self.pair(hyp, ref, counts) for ref in refs])
        return self._rows_of(pairs, np.array([0, len(refs)]))[0].tolist()  # type: ignore[no-any-return]

    def pair(self, hyp: list[str], ref: list[str], counts: Counts) -> list[float]:
        """Both lengths, and by order the product of the vectors of both texts and the squares of either."""
        products, hyp_squares, ref_squares = [], [], []
        for n in range(1, self.order + 1):
            of_hyp, of_ref = vector(hyp, n, counts), vector(ref, n, counts)
            common = ((value, of_ref.get(ngram, 0.0)) for ngram, value in of_hyp.items())
            products.append(added((min(h, r) if self._clipped else h) * r for h, r in common))
            hyp_squares.append(added(value * value for value in of_hyp.values()))
            ref_squares.append(added(value * value for value in of_ref.values()))
        return [float(len(hyp)), float(len(ref)), *products, *hyp_squares, *ref_squares]

    def _rows_of(self, pairs: Rows, starts: Any) -> Rows:
        """Make the similarity of every pair of texts, by order, and its mean over the references of each segment."""
        cosine, penalty = self.similarity(pairs)
        similar = cosine * penalty
        scores = 10 * np.add.reduceat(similar, starts[:-1], axis=0) / np.diff(starts)[:, None]
        mean = np.array(added(scores[:, n] for n in range(self.order))) / self.order
        return self.as_rows(np.concatenate([mean[:, None], scores], axis=-1))

    def similarity(self, pairs: Rows) -> tuple[Rows, Rows]:
        """The cosine of every pair of texts, by order, and the factor for their lengths."""
        lengths, products, hyp_squares, ref_squares = np.split(pairs, 2 + self.order * np.arange(3), axis=-1)
        # A cosine that rounding has made larger than 1 is 1.
        cosine = np.minimum(divide(products, np.sqrt(hyp_squares) * np.sqrt(ref_squares)), 1.0)
        return cosine, self._length_penalty(lengths)[:, None]

    def _length_penalty(self, lengths: Rows) -> Rows:
        return np.ones(len(lengths))

    def score(self, totals: Rows) -> Parts:
        return self.means(totals)

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.cider.explain import blocks

        return blocks(case)


@documented(
    SHARED | {"Settings": f"{SETTINGS}\nsigma: the width, in words, of the penalty for a difference in length, 6."},
    similarity="For each n, hypothesis h and reference r have the similarity sum of min(h, r) * r / (|h| * |r|),\n"
    "    times exp(-d^2 / (2 * sigma^2)), where d is the difference of their lengths.",
    programs="pycocoevalcap prints this score as CIDEr.",
    more="Many papers print 100 times the number, such as 117 for 1.17. pycocoevalcap first runs the Java tokenizer\n"
    "    of the Penn Treebank and drops punctuation; words is close to that but not equal: for equal numbers tokenize\n"
    "    with it and choose tokenizer=none. It measures length in bigrams, which only changes the penalty of empty\n"
    "    text, where nothing is in common anyway.",
)
@dataclass(frozen=True)
class CIDErD(CIDEr):
    """CIDEr-D: CIDEr that can't be gamed by repetition or length. What most programs and papers call CIDEr.

    Checked against
        pycocoevalcap 1.2 with one and two references (TED talks, corpus and segments to 1e-9), and live on any text.
    """

    name: ClassVar[str] = "ciderD"
    title: ClassVar[str] = "CIDEr-D"

    sigma: float = 6.0

    def __post_init__(self) -> None:
        set_fields(self, sigma=checked_number("sigma", self.sigma, 0.001, 1e9))
        super().__post_init__()

    @property
    def _clipped(self) -> bool:
        return True

    def _length_penalty(self, lengths: Rows) -> Rows:
        apart = np.ascontiguousarray(lengths[:, 0] - lengths[:, 1])
        return exp(-(apart**2) / (2 * self.sigma**2))


def rarity(documents: npt.ArrayLike, having: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Weight n-grams by how few documents have them (IDF); one that none has is treated as if one had it.

    >>> rarity(8, [8, 1, 0]).round(4).tolist()
    [0.0, 2.0794, 2.0794]
    """
    every, some = np.asarray(documents, dtype=float), np.asarray(having, dtype=float)
    return log(every) - log(np.maximum(some, 1.0))


def vector(words: list[str], n: int, counts: Counts) -> dict[tuple[str, ...], float]:
    """Make the vector of one text: the weight of each of its n-grams, times its count.

    >>> vector("a b a".split(), 1, Counter({(): 2, ("a",): 1, ("b",): 2}))
    {('a',): 1.3862943611198906, ('b',): 0.0}
    """
    return {ngram: count * float(rarity(counts[()], counts[ngram])) for ngram, count in ngrams(words, n).items()}


def document_counts(documents: Iterable[Sequence[Sequence[str]]], order: int) -> Counts:
    """Count in how many documents each n-gram occurs: the readable twin of `CIDEr.survey`.

    >>> document_counts([[["a", "b"], ["a"]], [["a"]]], 1)[("a",)]
    2
    """
    counts = Counts()
    for texts in documents:
        of_texts = (ngrams(list(text), n) for text in texts for n in range(1, order + 1))
        counts.update({(), *chain.from_iterable(of_texts)})
    return counts


def added(values: Iterable[Any]) -> Any:
    """Add numbers from left to right, rounding each time: newer versions of `sum` don't.

    >>> added([0.1, 0.2, 0.3])
    0.6000000000000001
    """
    total: Any = 0.0
    for value in values:
        total = total + value
    return total
