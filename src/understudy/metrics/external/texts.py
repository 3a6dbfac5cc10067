"""Programs on the texts of an evaluation: what `evaluate` has as columns, they take as lists."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from understudy import _core
from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError
from understudy.inputs.texts import References, StepProgress, texts
from understudy.metrics.external.metric import Outside


def run(
    metric: Metric,
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    sources: Any,
    step: StepProgress | None = None,
) -> Mapping[str, Stats]:
    """Have the program of a metric score all systems; scores that are only given have no program.

    >>> from understudy.inputs.texts import references
    >>> run(Outside("judge"), {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]), None)
    Traceback (most recent call last):
    understudy.errors.SettingError: judge comes from outside: it has scores but can't score texts
    """
    if not isinstance(metric, Outside) or metric.command is None:
        raise SettingError(f"{metric.name} comes from outside: it has scores but can't score texts")
    from understudy.metrics.external.runner import run_metric

    if refs.flat.tokenized:
        raise InputError(f"{metric.name} is run on texts, but these are tokens; give texts")
    source = None if sources is None else _listed(texts(sources, "sources"))
    if source is not None and len(source) != len(refs):
        raise InputError(f"there are {len(refs)} segments but {len(source)} sources; give one per segment")
    flat = _listed(refs.flat)
    starts = refs.starts.tolist()
    references = [flat[begin:end] for begin, end in pairwise(starts)]
    systems = {name: _listed(each) for name, each in hypotheses.items()}
    return run_metric(metric, systems, references, source, step, refs.counts)


def _listed(column: _core.Texts) -> list[str]:
    return [column[i] for i in range(len(column))]
