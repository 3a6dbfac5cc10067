"""GLEU, Google's BLEU for single sentences: the smaller of n-gram precision and recall."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from understudy import _core
from understudy.contract.about import About
from understudy.contract.arithmetic import Rows, divide
from understudy.contract.metric import Metric, Parts
from understudy.inputs.texts import Progress
from understudy.metrics.gleu.about import ABOUT
from understudy.metrics.shared.best_reference import best_of
from understudy.metrics.shared.ngrams import ngrams
from understudy.metrics.shared.validation import check_order, check_whole, name_lowercase, name_normalizer
from understudy.tokens import Lowercase, Reading, Split, TokenizedReferences

if TYPE_CHECKING:
    from understudy.explanation.case import Blocks, Case


@dataclass(frozen=True)
class GLEU(Metric):
    """GLEU, Google's BLEU: the smaller of the precision and the recall of all n-grams together.

    What it measures
        How many n-grams of the hypothesis the reference has, and how many of the reference the hypothesis has, from one
        to four words long; the smaller share is the score. 0 to 100, higher is better; comparable only between scores
        with the same signature on the same test set.

    How
        All n-grams from the shortest to the longest order are counted together; each matches at most as often as both
        texts have it. A segment has match = the matches, and total = the larger of the numbers of n-grams of hypothesis
        and reference: match / total is the smaller of precision and recall. The corpus score is the sum of match,
        divided by the sum of total. The parts precision and recall are those of the whole corpus.

    Settings
        order: the longest n-gram, 4.
        shortest: the shortest n-gram, 1.
        tokenizer: 13a, intl, zh, char, none, ja-mecab or any other, or a function from a string to its tokens.
        lowercase: no, yes (Unicode) or ascii (A to Z only).
        normalization: NFC, NFD, NFKC or NFKD; none if not given.
        normalizer: rules for speech by name, such as whisper-en; none if not given.

    Several references
        The one with the best segment score counts, the first of equals.

    Empty text
        An empty hypothesis scores 0, and the n-grams of its first reference that has any count for the corpus. A
        hypothesis whose references are empty scores 0. A segment without any n-gram doesn't change the corpus score.

    Known surprises
        Another metric of the same name, for grammatical error correction, also uses the source text. The corpus score
        is not the mean of segment scores: longer segments count more. NLTK takes lists of tokens; given a string, it
        scores its characters.

    Paper
        Wu and 30 others 2016. Google's neural machine translation system: bridging the gap between human and machine
        translation.

    Checked against
        NLTK 3.10.4 (corpus_gleu with one and two references, sentence_gleu; TED talks, to 1e-9), and live on any text.
    """

    name: ClassVar[str] = "gleu"
    title: ClassVar[str] = "GLEU"
    about: ClassVar[About] = ABOUT

    order: int = 4
    shortest: int = 1
    # Settings are spelled out in each metric, defaults and all: they are its signature, its page and its stub.
    tokenizer: str | Split = "13a"
    lowercase: Lowercase | bool = "no"
    normalization: str | None = None
    normalizer: str | None = None

    def __post_init__(self) -> None:
        name_lowercase(self)
        name_normalizer(self)
        check_order(self.order)
        check_whole("shortest", self.shortest, 1, self.order)
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return ("match", "total", "hyp_total", "ref_total")

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.tokenizer, self.lowercase, self.normalization, normalizer=self.normalizer)  # type: ignore[arg-type]

    @property
    def copy_is_best(self) -> bool:
        return self.shortest == 1  # a copy may be too short for longer ones

    @property
    def orders(self) -> range:
        """The lengths of n-grams that count."""
        return range(self.shortest, self.order + 1)

    def rows(
        self,
        hyps: _core.Tokens,
        refs: TokenizedReferences,
        survey: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Rows:
        counts = _core.match_ngrams(hyps, refs.tokens, refs.starts, self.shortest, self.order, threads, progress)
        return self._rows_of(counts, refs.starts)

    def row(self, hyp: list[str], refs: list[list[str]], survey: Any = None) -> list[float]:
        of_hyp, of_refs = self.ngrams_of(hyp), [self.ngrams_of(ref) for ref in refs]
        counts = [(of_hyp.total(), of_ref.total(), (of_hyp & of_ref).total()) for of_ref in of_refs]
        rows = self._rows_of(np.array(counts, dtype=float), np.array([0, len(refs)]))
        return rows[0].tolist()  # type: ignore[no-any-return]

    def ngrams_of(self, words: list[str]) -> Counter[tuple[str, ...]]:
        """Count the n-grams of all orders."""
        return sum((ngrams(words, n) for n in self.orders), Counter())

    def _rows_of(self, counts: Rows, starts: Any) -> Rows:
        """Keep the counts against the best reference; one without any n-gram only if no reference has any."""
        if len(counts) == 1:
            (hyp_total, ref_total, match) = counts[0].tolist()
            return np.array([[match, max(hyp_total, ref_total), hyp_total, ref_total]])
        hyp_total, ref_total, match = counts.T
        total = np.maximum(hyp_total, ref_total)
        best = best_of(np.where(total > 0, divide(match, total), -1.0), starts)
        return np.stack([match, total, hyp_total, ref_total], axis=-1)[best]

    def score_alone(self, totals: Rows) -> Rows:
        return 100 * divide(*self.each(totals, ("match", "total")))

    def score(self, totals: Rows) -> Parts:
        match, total, hyp_total, ref_total = self.each(totals, self.columns)
        parts = {"score": 100 * divide(match, total), "precision": 100 * divide(match, hyp_total)}
        parts["recall"] = 100 * divide(match, ref_total)
        return parts | {"match": match, "total": total, "hyp_total": hyp_total, "ref_total": ref_total}

    def explain(self, case: Case) -> Blocks:
        from understudy.metrics.gleu.explain import blocks

        return blocks(case)
