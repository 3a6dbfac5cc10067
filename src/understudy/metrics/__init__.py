"""The table of contents: every metric by name, loaded when it is asked for."""

from __future__ import annotations

import dataclasses
import importlib
from typing import Any

from understudy import settings as settings_text
from understudy._version import __version__
from understudy.errors import SettingError, unknown
from understudy.metric import Metric
from understudy.tokens import tokenizer_for

# name: (module, class)
CONTENTS = {
    "bleu": ("understudy.metrics.bleu", "BLEU"),
}


def metric_class(name: str) -> type[Metric]:
    """Find the class of a metric.

    >>> metric_class("bleu").title
    'BLEU'
    """
    if name not in CONTENTS:
        raise unknown("metric", name, CONTENTS)
    module, cls = CONTENTS[name]
    return getattr(importlib.import_module(module), cls)  # type: ignore[no-any-return]


def make_metric(spec: str | Metric, lang: str | None = None, **settings: Any) -> Metric:
    """Make a metric from its name, a signature, or a metric and other settings.

    >>> make_metric("bleu:order=2", lowercase=True).signature
    'bleu:order=2,tokenizer=13a,lowercase=yes,smoothing=exp,effective_order=segments,reference_length=closest'
    """
    if isinstance(spec, Metric):
        settings_text.check_names(type(spec), settings)
        return dataclasses.replace(spec, **settings) if settings else spec
    name, written = settings_text.read(spec)
    cls = metric_class(name)
    version = written.get("version", __version__)
    if version != __version__:
        raise SettingError(
            f"{spec!r} was written by understudy {version}, this is {__version__}:"
            f" install understudy=={version} for the same score, or leave version= out"
        )
    given = {key: value for key, value in written.items() if key not in settings_text.FACTS}
    settings_text.check_names(cls, settings)
    values = settings_text.parse(cls, given) | settings
    fields = {field.name for field in dataclasses.fields(cls)}
    if lang is not None:
        tokenizer = tokenizer_for(lang) if "tokenizer" in fields and "tokenizer" not in values else None
        values |= {"tokenizer": tokenizer} if tokenizer else {}
    return cls(**values)
