"""Which family explains which metric."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

from understudy.explanation.blocks import Block
from understudy.explanation.case import Case
from understudy.metric import Metric
from understudy.metrics import CONTENTS, metric_class

Family = Callable[[Case], Iterable[Block | str]]  # a string is a note on the whole

# module of explanation: metrics that its function `blocks` explains
FAMILIES = {
    "bleu": ("bleu",),
    "nist": ("nist",),
    "error_rates": ("wer", "cer", "mer", "wil", "wip", "per"),
    "meteor": ("meteor",),
    "lepor": ("lepor", "hlepor", "nlepor"),
    "chrf": ("chrf", "chrf++"),
    "ter": ("ter",),
    "rouge": (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"),
    "cider": ("cider", "ciderD"),
    "gleu": ("gleu",),
    "ribes": ("ribes",),
}
_BY_NAME = {name: family for family, names in FAMILIES.items() for name in names}


def family_of(metric: Metric) -> Family:
    """Find what explains a metric: its family's, or for a metric of others columns and parts as they are.

    >>> from understudy.metrics import make_metric
    >>> family_of(make_metric("bleu")).__module__
    'understudy.explanation.bleu'
    """
    own = metric.name in CONTENTS and type(metric) is metric_class(metric.name)
    module: Any = importlib.import_module(f"understudy.explanation.{_BY_NAME[metric.name] if own else 'generic'}")
    return module.blocks  # type: ignore[no-any-return]
