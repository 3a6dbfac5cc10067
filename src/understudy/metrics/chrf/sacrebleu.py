"""chrF's settings in sacrebleu's signature, and back; beta stands in the name before it, as in chrF2++."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from understudy.metrics.shared.sacrebleu import CASES, FLAGS, Values, refuse, settings_of

if TYPE_CHECKING:
    from understudy.metrics.chrf.metric import CHRF

NAMES = r"chrF\d*\+*"
SHORT = {"s": "space"}
MARK = "nc"  # the key that only chrF has


def settings(metric: CHRF) -> dict[str, str]:
    """The settings as sacrebleu writes them.

    >>> from understudy.metrics.chrf.metric import CHRFPlusPlus
    >>> settings(CHRFPlusPlus())
    {'case': 'mixed', 'eff': 'yes', 'nc': '6', 'nw': '2', 'space': 'no'}
    """
    cases = {ours: theirs for theirs, ours in CASES.items()}
    if metric.beta != 2:
        raise refuse(metric.name, f"beta={metric.beta:g}")
    for setting in ("normalization", "normalizer"):
        if getattr(metric, setting) is not None:
            raise refuse(metric.name, f"{setting}={getattr(metric, setting)}")
    if metric.lowercase not in cases:
        raise refuse(metric.name, f"lowercase={metric.lowercase}")
    return {
        "case": cases[metric.lowercase],
        "eff": "no" if metric.eps_smoothing else "yes",
        "nc": str(metric.char_order),
        "nw": str(metric.word_order),
        "space": "yes" if metric.whitespace else "no",
    }


def read(text: str, name: str, items: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The metric and its settings of the items of a signature.

    >>> read("", "chrF3", {"case": "lc", "eff": "no", "nc": "6", "nw": "0", "space": "yes"})[1]["beta"]
    '3'
    """
    keys: dict[str, Values] = {"case": CASES, "eff": FLAGS, "nc": None, "nw": None, "space": FLAGS}
    values = settings_of(text, items, keys)
    beta = re.search(r"\d+", name)
    chosen = {
        "char_order": values["nc"],
        "word_order": values["nw"],
        "beta": beta[0] if beta else "2",
        "whitespace": values["space"],
        "lowercase": CASES[values["case"]],
        "eps_smoothing": "no" if FLAGS[values["eff"]] else "yes",
    }
    return ("chrf++" if values["nw"] == "2" else "chrf"), chosen
