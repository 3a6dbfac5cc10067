"""sacrebleu's TER: our edits with its search, its signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from understudy.compat.sacrebleu.metrics.base import Metric, Score, Signature
from understudy.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

if TYPE_CHECKING:
    from understudy.contract.arithmetic import Rows
    from understudy.metrics.ter.metric import TER as OurTER


@lru_cache(maxsize=256)
def _counting(normalized: bool, no_punct: bool, asian: bool, case_sensitive: bool) -> OurTER:
    from understudy.metrics.ter.metric import TER as OurTER

    return OurTER(
        lowercase=not case_sensitive,
        normalized=normalized,
        no_punct=no_punct,
        asian_support=asian and (normalized or no_punct),  # alone it changes nothing, and sacrebleu takes it
        compat="sacrebleu",
    )


class TERSignature(Signature):
    """The signature of TER."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self._add(
            {
                "case": ("c", "mixed" if args["case_sensitive"] else "lc"),
                "tok": ("t", args["tokenizer_signature"]),
                "norm": ("nr", args["normalized"]),
                "punct": ("pn", not args["no_punct"]),
                "asian": ("as", args["asian_support"]),
            }
        )


class TERScore(Score):
    """A TER score with its edits and the length of the references, averaged over those of a segment."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(Metric):
    """TER with sacrebleu's settings, and its search for shifts.

    >>> TER().corpus_score(["the cat sat on a mat"], [["on a mat the cat sat"]]).num_edits
    1
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__()
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @property
    def ours(self) -> OurTER:
        """Our TER."""
        return _counting(*map(bool, (self.normalized, self.no_punct, self.asian_support, self.case_sensitive)))

    def _columns(self, rows: Rows) -> Rows:
        import numpy as np

        return np.stack(self.ours.edits_and_length(rows), axis=-1)

    def _listed(self, stats: Rows) -> list[list[Any]]:
        return [[int(edits), length] for edits, length in stats.tolist()]

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _compute_score_from_stats(self, stats: Any) -> TERScore:
        edits, length = stats[0], stats[1]
        rate = edits / length if length > 0 else float(edits > 0)
        return TERScore(100 * rate, edits, length)
