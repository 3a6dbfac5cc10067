"""Machine-translation metrics that reproduce the original tools, computed many times faster, and explained.

The public API is the list `__all__` of this module, and these modules:

- `understudy.contract`: what a metric of yours is made of;
- `understudy.alignment`: alignments of words, and sclite's files of them;
- `understudy.formats`: what a reader of your own file format is made of;
- `understudy.testing`: the laws that every metric keeps, for yours too;
- `understudy.spark`: scores of Spark data frames;
- `understudy.compat`: the interfaces of other packages, each under its name, such as `understudy.compat.sacrebleu`.

Everything else may move between versions.

>>> import understudy as us
>>> us.bleu(["the cat the cat on the mat"], [["the cat is on the mat", "there is a cat on the mat"]]).parts["match_1"]
5.0
"""

from __future__ import annotations

__version__ = "0.1.0"

import importlib
from typing import Any

from understudy.metrics import ALIASES, CONTENTS

# Where each public name is defined. Loaded on first use: `understudy --help` needs neither numpy nor the native core.
HOMES = {
    "Agreement": "understudy.agreement.agreement",
    "Choice": "understudy.decoding.pairwise",
    "Comparison": "understudy.comparison.compared",
    "CorpusWarning": "understudy.errors",
    "Evaluation": "understudy.scoring.evaluation",
    "Explanation": "understudy.explanation.value",
    "Finding": "understudy.checks.finding",
    "FormatError": "understudy.errors",
    "InputError": "understudy.errors",
    "Interval": "understudy.contract.resampling",
    "LanguageWarning": "understudy.errors",
    "MeetingResult": "understudy.alignment.meetings",
    "Metric": "understudy.contract.metric",
    "Report": "understudy.report.result",
    "Result": "understudy.contract.result",
    "Running": "understudy.sharding.accumulator",
    "Scores": "understudy.scoring.evaluation",
    "SettingError": "understudy.errors",
    "SignificanceTest": "understudy.comparison.tests.base",
    "Stats": "understudy.contract.stats",
    "TextWarning": "understudy.errors",
    "Tokens": "understudy.inputs.tokens",
    "Totals": "understudy.contract.stats",
    "UnderstudyError": "understudy.errors",
    "Verdict": "understudy.comparison.verdict",
    "align": "understudy.alignment.edits",
    "alignments": "understudy.alignment.edits",
    "check": "understudy.scoring.check",
    "compare": "understudy.comparison.compare",
    "confusions": "understudy.alignment.edits",
    "evaluate": "understudy.scoring.evaluate",
    "explain": "understudy.scoring.explain",
    "explanations": "understudy.scoring.explain",
    "humans": "understudy.agreement.humans",
    "make_metric": "understudy.metrics",
    "make_report": "understudy.report.build",
    "mbr": "understudy.decoding.pairwise",
    "mbr_aggregated": "understudy.decoding.pairwise",
    "normalize": "understudy.tokens.normalizers.named",
    "pairwise": "understudy.decoding.pairwise",
    "read_inputs": "understudy.formats.inputs",
    "read_lines": "understudy.formats.readers.text",
    "read_meetings": "understudy.alignment.meetings",
    "read_report": "understudy.report.result",
    "register_test": "understudy.comparison.tests",
    "reward_function": "understudy.decoding.rewards",
    "rewards": "understudy.decoding.rewards",
    "score": "understudy.scoring.evaluate",
    "segment": "understudy.alignment.segmentation",
    "score_files": "understudy.sharding.executors",
    "score_meetings": "understudy.alignment.meetings",
    "scores_from": "understudy.metrics.external.metric",
    "tokenize": "understudy.tokens.reading",
}
METRICS = [
    name for name in (*CONTENTS, *ALIASES) if name.isidentifier()
]  # us.chrfpp is chrf++, which Python can't write
__all__ = ["__version__", *HOMES, *METRICS]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name in HOMES:
        value = getattr(importlib.import_module(HOMES[name]), name)
    elif name in CONTENTS or name in ALIASES:
        value = importlib.import_module("understudy.scoring.functions").MetricFunction(name)
    else:
        raise AttributeError(f"module 'understudy' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
