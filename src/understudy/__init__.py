"""All the understudies of machine translation in one place.

>>> import understudy as us
>>> us.bleu(["the cat the cat on the mat"], [["the cat is on the mat", "there is a cat on the mat"]]).parts["match_1"]
5.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from understudy.contract.version import __version__
from understudy.errors import FormatError, InputError, SettingError, TextWarning, UnderstudyError
from understudy.metrics import CONTENTS

if TYPE_CHECKING:
    from understudy.agreement.agreement import Agreement
    from understudy.agreement.humans import humans
    from understudy.comparison.compare import compare
    from understudy.comparison.compared import Comparison
    from understudy.comparison.tests import register_test
    from understudy.comparison.tests.base import SignificanceTest
    from understudy.contract.metric import Metric, Stats, Totals
    from understudy.contract.resampling import Interval
    from understudy.contract.result import Result
    from understudy.decoding.pairwise import Choice, mbr, mbr_aggregated, pairwise
    from understudy.decoding.rewards import rewards
    from understudy.explanation import Explanation
    from understudy.metrics import make_metric
    from understudy.metrics.external.metric import scores_from
    from understudy.report import Report, make_report, read_report
    from understudy.scoring.evaluate import Evaluation, Scores, evaluate, score
    from understudy.scoring.explain import explain
    from understudy.scoring.functions import MetricFunction
    from understudy.sharding.accumulator import Running

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
    "SignificanceTest",
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
    "register_test",
    "rewards",
    "score",
    "scores_from",
]
__all__ += list(CONTENTS)

# Loaded when first asked for: `understudy --help` needs neither numpy nor the native core.
_HOMES = {
    "Agreement": "understudy.agreement.agreement",
    "Choice": "understudy.decoding.pairwise",
    "Comparison": "understudy.comparison.compared",
    "Evaluation": "understudy.scoring.evaluate",
    "Explanation": "understudy.explanation",
    "Interval": "understudy.contract.resampling",
    "Metric": "understudy.contract.metric",
    "Report": "understudy.report",
    "Result": "understudy.contract.result",
    "Running": "understudy.sharding.accumulator",
    "Scores": "understudy.scoring.evaluate",
    "SignificanceTest": "understudy.comparison.tests.base",
    "Stats": "understudy.contract.metric",
    "Totals": "understudy.contract.metric",
    "compare": "understudy.comparison.compare",
    "evaluate": "understudy.scoring.evaluate",
    "explain": "understudy.scoring.explain",
    "humans": "understudy.agreement.humans",
    "make_metric": "understudy.metrics",
    "make_report": "understudy.report",
    "mbr": "understudy.decoding.pairwise",
    "mbr_aggregated": "understudy.decoding.pairwise",
    "pairwise": "understudy.decoding.pairwise",
    "read_report": "understudy.report",
    "register_test": "understudy.comparison.tests",
    "rewards": "understudy.decoding.rewards",
    "score": "understudy.scoring.evaluate",
    "scores_from": "understudy.metrics.external.metric",
}


def __getattr__(name: str) -> Any:  # type: ignore[no-redef]
    import importlib

    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    elif name in CONTENTS:
        value = importlib.import_module("understudy.scoring.functions").MetricFunction(name)
    else:
        raise AttributeError(f"module 'understudy' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
