"""What sacrebleu's three metrics have in common: shapes are checked, our metric counts, sacrebleu's formula scores."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from understudy.compat.sacrebleu.metrics.score import Score
from understudy.compat.sacrebleu.metrics.signature import Signature
from understudy.compat.sacrebleu.sums import sum_of_lists

if TYPE_CHECKING:  # numpy and the native core are loaded with the first score, so that importing stays quick
    from understudy.contract.arithmetic import Rows
    from understudy.contract.metric import Metric as OurMetric
    from understudy.inputs.texts import References

__all__ = ["Metric", "Score", "Signature"]

sacrelogger = logging.getLogger("sacrebleu")


class Metric(ABC):
    """A metric of sacrebleu: settings, and references if they were given with them."""

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = Signature

    num_refs: int

    def __init__(self) -> None:
        self._ref_cache: References | None = None
        self._force = True
        self.n_bootstrap: int | None = None
        self.seed: str | None = None

    @property
    @abstractmethod
    def ours(self) -> OurMetric:
        """Our metric that counts the same, by the settings of the moment."""

    @abstractmethod
    def _columns(self, rows: Rows) -> Rows:
        """Sacrebleu's statistics, in its order, of the rows of our metric."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """A text as the metric reads it."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> Any:
        """The score of sums of statistics, in sacrebleu's order."""

    def _score_of_all(self, stats: Rows) -> Any:
        """The score of all segments."""
        from understudy.compat.sacrebleu.metrics.counting import sums

        return self._compute_score_from_stats(self._listed(sums(stats))[0])

    def _score_of_sums(self, sums: Any) -> float:
        """The number alone."""
        return self._compute_score_from_stats(sums).score  # type: ignore[no-any-return]

    def _listed(self, stats: Rows) -> list[list[Any]]:
        """Statistics as Python numbers: they are whole."""
        return stats.astype("int64").tolist()  # type: ignore[no-any-return]

    def _aggregate_and_compute(self, stats: Sequence[Sequence[Any]]) -> Any:
        """The score of statistics of segments."""
        return self._compute_score_from_stats(sum_of_lists(stats))

    def _cache_references(self, references: Sequence[Sequence[str | None]]) -> References:
        """Take references as streams, each with one reference, or None, per segment."""
        from understudy.compat.sacrebleu.metrics.shapes import reference_streams

        taken = reference_streams(type(self).__name__, references)
        self.num_refs = int(taken.counts) if taken.counts.isdigit() else -1
        return taken

    def _statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None) -> Rows:
        """Count the statistics of each segment, one row each, in sacrebleu's order."""
        from understudy.compat.sacrebleu.metrics.counting import corpus_rows
        from understudy.compat.sacrebleu.metrics.shapes import hypothesis_texts

        taken = self._cache_references(references) if references else self._ref_cache
        if taken is None:
            raise RuntimeError("No references provided and the cache is empty.")
        texts = hypothesis_texts(type(self).__name__, hypotheses, len(taken), references)
        self._warn_of_tokenized(hypotheses)
        return self._columns(corpus_rows(self.ours, texts, taken))

    def _warn_of_tokenized(self, hypotheses: Sequence[str]) -> None:
        if self._force or len(hypotheses) < 100 or sum(each.endswith(" .") for each in hypotheses) < 100:
            return
        sacrelogger.warning("That's 100 lines that end in a tokenized period ('.')")
        sacrelogger.warning("It looks like you forgot to detokenize your test data, which may hurt your score.")
        sacrelogger.warning(
            "If you insist your data is detokenized, or don't care,"
            " you can suppress this message with the `force` parameter."
        )

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> list[list[Any]]:
        """The statistics of each segment as lists."""
        return self._listed(self._statistics(hypotheses, references))

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Score one segment against one or several references."""
        from understudy.compat.sacrebleu.metrics.counting import segment_rows
        from understudy.compat.sacrebleu.metrics.shapes import segment_references

        refs = segment_references(type(self).__name__, hypothesis, references)
        self.num_refs = len(refs)
        rows = segment_rows(self.ours, hypothesis, refs)
        return self._compute_score_from_stats(self._listed(self._columns(rows))[0])

    def corpus_score(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None, n_bootstrap: int = 1
    ) -> Any:
        """Score a corpus against streams of references, or those of the constructor; with an interval if asked for."""
        stats = self._statistics(hypotheses, references)
        score = self._score_of_all(stats)
        if n_bootstrap > 1:
            from understudy.compat.sacrebleu.significance import _bootstrap_resample

            self.n_bootstrap = n_bootstrap
            self.seed, resampled = _bootstrap_resample(stats, self, n_bootstrap)
            score.estimate_ci(resampled)
        return score

    def get_signature(self) -> Signature:
        """The signature of the last score; its number of references is known only then."""
        return self._SIGNATURE_TYPE(self.__dict__)
