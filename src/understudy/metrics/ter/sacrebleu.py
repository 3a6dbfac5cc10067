"""TER's settings in sacrebleu's signature, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from understudy.errors import SettingError
from understudy.metrics.shared.sacrebleu import CASES, FLAGS, Values, refuse, settings_of

if TYPE_CHECKING:
    from understudy.metrics.ter.metric import TER

NAMES = r"TER"
SHORT = {"t": "tok", "nr": "norm", "pn": "punct", "as": "asian"}
MARK = "norm"  # the key that only TER has


def settings(metric: TER) -> dict[str, str]:
    """The settings as sacrebleu writes them.

    >>> from understudy.metrics.ter.metric import TER
    >>> settings(TER(compat="sacrebleu", no_punct=True))
    {'case': 'lc', 'tok': 'tercom', 'norm': 'no', 'punct': 'no', 'asian': 'no'}
    """
    if metric.compat != "sacrebleu":
        raise SettingError(
            "this TER searches exactly, which sacrebleu's doesn't: long segments may score otherwise;"
            " choose ter:compat=sacrebleu, or print our own signature"
        )
    cases = {ours: theirs for theirs, ours in CASES.items()}
    if metric.lowercase not in cases:
        raise refuse("ter", f"lowercase={metric.lowercase}")
    if metric.tokenizer != "none" or metric.normalization is not None or metric.normalizer is not None:
        raise refuse("ter", "a tokenizer, a normalization or a normalizer")
    flags = {"norm": metric.normalized, "punct": not metric.no_punct, "asian": metric.asian_support}
    return {
        "case": cases[metric.lowercase],
        "tok": "tercom",
        **{key: "yes" if value else "no" for key, value in flags.items()},
    }


def read(text: str, name: str, items: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The metric and its settings of the items of a signature.

    >>> read("", "", {"case": "mixed", "tok": "tercom", "norm": "no", "punct": "no", "asian": "no"})[1]["no_punct"]
    'yes'
    """
    keys: dict[str, Values] = {"case": CASES, "tok": {"tercom": None}, "norm": FLAGS, "punct": FLAGS, "asian": FLAGS}
    values = settings_of(text, items, keys)
    rewritten = values["norm"] == "yes" or values["punct"] == "no"
    return "ter", {
        "lowercase": CASES[values["case"]],
        "normalized": values["norm"],
        "no_punct": "no" if FLAGS[values["punct"]] else "yes",
        "asian_support": values["asian"] if rewritten else "no",  # alone it changes nothing
        "compat": "sacrebleu",
    }
