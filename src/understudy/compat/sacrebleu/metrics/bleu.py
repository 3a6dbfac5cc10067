"""sacrebleu's BLEU: our counts, its formula to the last digit, its signature."""

from __future__ import annotations

import copy
import logging
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from understudy.compat.sacrebleu.metrics.base import Metric, Score, Signature
from understudy.compat.sacrebleu.sums import my_log
from understudy.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

if TYPE_CHECKING:
    from understudy.contract.arithmetic import Rows
    from understudy.metrics.bleu.metric import BLEU as OurBLEU

sacrelogger = logging.getLogger("sacrebleu")

MAX_NGRAM_ORDER = 4

_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}
ADVICE = {"zh": ("zh", "Chinese"), "ja": ("ja-mecab", "Japanese"), "ko": ("ko-mecab", "Korean")}


def _get_tokenizer(name: str) -> Any:
    """The class of a tokenizer; a name that sacrebleu doesn't have is a KeyError, as there."""
    module, cls = _TOKENIZERS[name].rsplit(".", 1)
    return getattr(import_module(f"understudy.compat.sacrebleu.tokenizers.{module}"), cls)


@lru_cache(maxsize=256)
def _counting(tokenizer: Any, lowercase: bool, order: int) -> OurBLEU:
    from understudy.metrics.bleu.metric import BLEU as OurBLEU

    return OurBLEU(order=order, tokenizer=tokenizer, lowercase=lowercase, effective_order="never")


class BLEUSignature(Signature):
    """The signature of BLEU."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        smooth, value = args["smooth_method"], args["smooth_value"]
        default = BLEU.SMOOTH_DEFAULTS[smooth]
        if default is not None:
            smooth += f"[{default if value is None else value:.2f}]"
        self._add(
            {
                "case": ("c", "lc" if args["lowercase"] else "mixed"),
                "eff": ("e", "yes" if args["effective_order"] else "no"),
                "tok": ("tok", args["tokenizer_signature"]),
                "smooth": ("s", smooth),
            }
        )


class BLEUScore(Score):
    """A BLEU score with its counts, precisions in percent, brevity penalty and lengths."""

    def __init__(
        self,
        score: float,
        counts: Any,
        totals: Any,
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        # The attributes here and of the metrics are sacrebleu's: no dataclass, whose equality and repr would differ.
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join(f"{each:.1f}" for each in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(Metric):
    """BLEU with sacrebleu's settings.

    >>> BLEU(effective_order=True).sentence_score("The dog bit the man.", ["The dog bit the guy."]).counts
    [5, 3, 2, 1]
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP: ClassVar[dict[str, str]] = {language: name for language, (name, _) in ADVICE.items()}
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str | None]] | None = None,
    ) -> None:
        super().__init__()
        _check_smoothing(smooth_method)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        if tokenize is None:
            tokenize = self._TOKENIZER_MAP.get(trg_lang, self.TOKENIZER_DEFAULT)
        elif trg_lang in ADVICE and tokenize != ADVICE[trg_lang][0]:
            name, language = ADVICE[trg_lang]
            sacrelogger.warning(f"Consider using the {name!r} or 'spm' tokenizer for {language}.")
        self.tokenizer: BaseTokenizer = _get_tokenizer(tokenize)()
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @property
    def ours(self) -> OurBLEU:
        """Our BLEU; a tokenizer of the caller is called for each text."""
        return _counting(getattr(self.tokenizer, "ours", self.tokenizer), bool(self.lowercase), self.max_ngram_order)

    def _columns(self, rows: Rows) -> Rows:
        return rows[:, : 2 + 2 * self.max_ngram_order]

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())

    @staticmethod
    def compute_bleu(
        correct: Any,
        total: Any,
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """BLEU of matches and totals by order, and of two lengths, in sacrebleu's order of operations.

        >>> BLEU.compute_bleu([5, 4, 2, 1], [7, 6, 5, 4], 7, 6).prec_str
        '71.4/66.7/40.0/25.0'
        """
        _check_smoothing(smooth_method)
        settings = smooth_method, smooth_value, effective_order, max_ngram_order
        return BLEUScore(*_bleu(correct, total, sys_len, ref_len, *settings), sys_len, ref_len)

    def _settings(self) -> tuple[Any, ...]:
        return self.smooth_method, self.smooth_value, self.effective_order, self.max_ngram_order

    def _split(self, stats: Any) -> tuple[Any, Any, int, int]:
        """Matches, totals and lengths."""
        orders = self.max_ngram_order
        return stats[2 : 2 + orders], stats[2 + orders :], int(stats[0]), int(stats[1])

    def _score_of_sums(self, sums: Any) -> float:
        return _bleu(*self._split(sums), *self._settings())[0]

    def _compute_score_from_stats(self, stats: Any) -> BLEUScore:
        return self.compute_bleu(*self._split(stats), *self._settings())

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """Score one segment against one or several references."""
        if not self.effective_order:
            sacrelogger.warning("It is recommended to enable `effective_order` for sentence-level BLEU.")
        return super().sentence_score(hypothesis, references)  # type: ignore[no-any-return]


def _check_smoothing(method: str) -> None:
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise AssertionError(f"Unknown smooth_method {method!r}")


def _bleu(
    correct: Any, total: Any, sys_len: int, ref_len: int, method: str, value: float | None, effective: bool, orders: int
) -> tuple[float, Any, Any, list[float], float]:
    """The score, the counts as sacrebleu returns them, the precisions and the brevity penalty."""
    brevity = 1.0
    if sys_len < ref_len:
        brevity = math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0
    precisions = [0.0] * orders
    if not any(correct):
        return 0.0, correct, total, precisions, brevity
    value = BLEU.SMOOTH_DEFAULTS[method] if value is None else value
    if method == "add-k":  # the counts that are returned have it too
        correct, total = _with_added(correct, value), _with_added(total, value)
    counted, divisor = 0, 1.0
    for n in range(orders):
        if total[n] == 0:
            break
        counted = n + 1
        if correct[n] != 0:
            precisions[n] = 100.0 * correct[n] / total[n]
        elif method == "exp":
            divisor *= 2
            precisions[n] = 100.0 / (divisor * total[n])
        elif method == "floor":
            precisions[n] = 100.0 * value / total[n]  # type: ignore[operator]
    used = counted if effective else orders
    score = brevity * math.exp(sum([my_log(each) for each in precisions[:used]]) / used)
    return score, correct, total, precisions, brevity


def _with_added(counts: Any, value: Any) -> Any:
    """Add k to the counts of all orders but the first."""
    added = copy.copy(counts)
    for n in range(1, len(added)):
        added[n] += value
    return added
