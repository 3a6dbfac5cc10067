"""BLEU's settings in sacrebleu's signature, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from understudy.metrics.shared.sacrebleu import CASES, refuse, settings_of
from understudy.tokens import tokenizer_name

if TYPE_CHECKING:
    from understudy.metrics.bleu.metric import BLEU

NAMES = r"BLEU"
SHORT = {"s": "smooth"}
MARK = "smooth"  # the key that only BLEU has
EFFECTIVE = {"yes": "always", "no": "never"}
TOKENIZERS = ("none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "flores101", "flores200", "spBLEU-1K")
SMOOTHING = re.compile(r"(none|exp|floor|add-k)(?:\[([0-9.]+)\])?")
PLAIN = {
    "order": 4,
    "weights": None,
    "normalization": None,
    "normalizer": None,
    "reference_length": "closest",
    "compat": None,
}


def settings(metric: BLEU) -> dict[str, str]:
    """The settings as sacrebleu writes them.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> settings(BLEU(smoothing="floor"))
    {'case': 'mixed', 'eff': 'no', 'tok': '13a', 'smooth': 'floor[0.10]'}
    """
    for name, plain in PLAIN.items():
        if getattr(metric, name) != plain:
            raise refuse("bleu", f"{name}={getattr(metric, name)}")
    cases = {ours: theirs for theirs, ours in CASES.items()}
    if metric.lowercase not in cases:
        raise refuse("bleu", f"lowercase={metric.lowercase}")
    if metric.tokenizer not in TOKENIZERS:
        raise refuse("bleu", f"tokenizer={tokenizer_name(metric.tokenizer)}")  # type: ignore[arg-type]
    if not SMOOTHING.fullmatch(str(metric.smoothing)):
        raise refuse("bleu", f"smoothing={metric.smoothing}")
    tokenizer = str(metric.tokenizer)
    return {
        "case": cases[metric.lowercase],
        "eff": "yes" if metric.effective_order == "always" else "no",
        "tok": tokenizer_name(tokenizer) if tokenizer.endswith("-mecab") else tokenizer,
        "smooth": f"{metric.smoothing}" + ("" if metric.smoothing_value is None else f"[{metric.smoothing_value:.2f}]"),
    }


def read(text: str, name: str, items: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The metric and its settings of the items of a signature.

    >>> read("", "", {"case": "lc", "eff": "no", "tok": "13a", "smooth": "add-k[1.00]"})[1]["smoothing_value"]
    '1.00'
    """
    values = settings_of(text, items, {"case": CASES, "eff": EFFECTIVE, "tok": None, "smooth": None})
    smoothing = SMOOTHING.fullmatch(values["smooth"])
    if smoothing is None:
        raise refuse("bleu", f"smooth:{values['smooth']}")
    chosen = {
        "tokenizer": values["tok"],
        "lowercase": CASES[values["case"]],
        "smoothing": smoothing[1],
        "effective_order": EFFECTIVE[values["eff"]],
    }
    return "bleu", chosen | ({"smoothing_value": smoothing[2]} if smoothing[2] else {})
