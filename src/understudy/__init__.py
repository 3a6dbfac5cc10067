"""All the understudies of machine translation in one place.

>>> import understudy as us
>>> us.bleu(["the cat the cat on the mat"], [["the cat is on the mat", "there is a cat on the mat"]]).parts["match_1"]
5.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from understudy._version import __version__
from understudy.errors import FormatError, InputError, SettingError, TextWarning, UnderstudyError
from understudy.metrics import CONTENTS

if TYPE_CHECKING:
    from understudy.agreement.humans import Agreement, humans
    from understudy.comparison import Comparison, compare
    from understudy.evaluation import Evaluation, Scores, evaluate, score
    from understudy.explanation import Explanation, explain
    from understudy.functions import MetricFunction
    from understudy.metric import Metric, Stats, Totals
    from understudy.metrics import make_metric
    from understudy.outside import scores_from
    from understudy.pairs import Choice, mbr, mbr_aggregated, pairwise
    from understudy.report.page import Report, make_report, read_report
    from understudy.resampling import Interval
    from understudy.result import Result
    from understudy.reward import rewards
    from understudy.running import Running

    def __getattr__(name: str) -> MetricFunction: ...  # every metric of the table of contents


__all__ = [
    "Agreement",
    "Choice",
    "Comparison",
    "Evaluation",
    "Explanation",
    "FormatError",
    "InputError",
    "Interval",
    "Metric",
    "Report",
    "Result",
    "Running",
    "Scores",
    "SettingError",
    "Stats",
    "TextWarning",
    "Totals",
    "UnderstudyError",
    "__version__",
    "compare",
    "evaluate",
    "explain",
    "humans",
    "make_metric",
    "make_report",
    "mbr",
    "mbr_aggregated",
    "pairwise",
    "read_report",
    "rewards",
    "score",
    "scores_from",
]
__all__ += list(CONTENTS)

# Loaded when first asked for: `understudy --help` needs neither numpy nor the native core.
_HOMES = {
    "Agreement": "understudy.agreement.humans",
    "Choice": "understudy.pairs",
    "Comparison": "understudy.comparison",
    "Evaluation": "understudy.evaluation",
    "Explanation": "understudy.explanation",
    "Interval": "understudy.resampling",
    "Metric": "understudy.metric",
    "Report": "understudy.report.page",
    "Result": "understudy.result",
    "Running": "understudy.running",
    "Scores": "understudy.evaluation",
    "Stats": "understudy.metric",
    "Totals": "understudy.metric",
    "compare": "understudy.comparison",
    "evaluate": "understudy.evaluation",
    "explain": "understudy.explanation",
    "humans": "understudy.agreement.humans",
    "make_metric": "understudy.metrics",
    "make_report": "understudy.report.page",
    "mbr": "understudy.pairs",
    "mbr_aggregated": "understudy.pairs",
    "pairwise": "understudy.pairs",
    "read_report": "understudy.report.page",
    "rewards": "understudy.reward",
    "score": "understudy.evaluation",
    "scores_from": "understudy.outside",
}


def __getattr__(name: str) -> Any:  # type: ignore[no-redef]
    import importlib

    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    elif name in CONTENTS:
        value = importlib.import_module("understudy.functions").MetricFunction(name)
    else:
        raise AttributeError(f"module 'understudy' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
