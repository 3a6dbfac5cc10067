"""Each metric as a function of its name: `us.bleu(hyps, refs)`."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from understudy.contract.metric import Metric
from understudy.contract.result import Result
from understudy.errors import InputError
from understudy.inputs.arguments import strict
from understudy.metrics import make_metric, metric_class
from understudy.scoring.evaluate import score
from understudy.scoring.segment import segment_stats


class MetricFunction:
    """A metric that is called with hypotheses and references.

    >>> import understudy as us
    >>> us.bleu(["a cat sat here"], ["a cat sat here"]).score
    100.0
    >>> us.bleu.sentence("a cat", "a cat").score
    100.0
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.__doc__ = metric_class(name).__doc__

    @property
    def __signature__(self) -> inspect.Signature:
        """What `help` and editors show: the settings of the metric by name, with their defaults."""
        own = inspect.signature(MetricFunction.__call__).parameters
        taken = [parameter for name, parameter in own.items() if name not in ("self", "settings")]
        fields = dataclasses.fields(metric_class(self.name))
        settings = [
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
            for field in fields
            if field.name not in own
        ]
        return inspect.Signature([*taken, *settings], return_annotation=Result)

    @strict
    def __call__(self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Any) -> Result:
        """Score a corpus: one hypothesis, and one reference or a list of them, per segment."""
        metric = self.settings(lang, **settings)
        return score(hyps, refs, metric, threads=threads)[metric.name]

    @strict
    def sentence(self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Any) -> Result:
        """Score one segment: a string against a string or a list of strings."""
        if not isinstance(hyp, str):
            raise InputError(f"sentence takes one string as hypothesis, got {type(hyp).__name__}: {hyp!r:.80}")
        metric = self.settings(lang, **settings) if settings or lang is not None else self._default
        return Result(segment_stats(metric.sentence, hyp, refs))

    @strict
    def settings(self, lang: str | None = None, **settings: Any) -> Metric:
        """Make the metric itself, with these settings."""
        return self._default if lang is None and not settings else make_metric(self.name, lang, **settings)

    @cached_property
    def _default(self) -> Metric:
        return make_metric(self.name)

    def __repr__(self) -> str:
        return f"understudy.{self.name}"
