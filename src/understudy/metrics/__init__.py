"""The table of contents: every metric by name, loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.metric import Metric

# name: (module, class)
CONTENTS = {
    "bleu": ("understudy.metrics.bleu", "BLEU"),
    "nist": ("understudy.metrics.nist", "NIST"),
    "wer": ("understudy.metrics.wer", "WER"),
    "cer": ("understudy.metrics.wer", "CER"),
    "mer": ("understudy.metrics.wer", "MER"),
    "wil": ("understudy.metrics.wer", "WIL"),
    "wip": ("understudy.metrics.wer", "WIP"),
    "per": ("understudy.metrics.wer", "PER"),
    "lepor": ("understudy.metrics.lepor", "LEPOR"),
    "hlepor": ("understudy.metrics.lepor", "HLEPOR"),
    "nlepor": ("understudy.metrics.lepor", "NLEPOR"),
    "rouge1": ("understudy.metrics.rouge", "ROUGE1"),
    "rouge2": ("understudy.metrics.rouge", "ROUGE2"),
    "rouge3": ("understudy.metrics.rouge", "ROUGE3"),
    "rouge4": ("understudy.metrics.rouge", "ROUGE4"),
    "rouge5": ("understudy.metrics.rouge", "ROUGE5"),
    "rouge6": ("understudy.metrics.rouge", "ROUGE6"),
    "rouge7": ("understudy.metrics.rouge", "ROUGE7"),
    "rouge8": ("understudy.metrics.rouge", "ROUGE8"),
    "rouge9": ("understudy.metrics.rouge", "ROUGE9"),
    "rougeL": ("understudy.metrics.rouge", "ROUGEL"),
    "rougeLsum": ("understudy.metrics.rouge", "ROUGELsum"),
    "cider": ("understudy.metrics.cider", "CIDEr"),
    "ciderD": ("understudy.metrics.cider", "CIDErD"),
    "gleu": ("understudy.metrics.gleu", "GLEU"),
    "ribes": ("understudy.metrics.ribes", "RIBES"),
}


def metric_class(name: str) -> type[Metric]:
    """Find the class of a metric.

    >>> metric_class("bleu").title
    'BLEU'
    """
    if name not in CONTENTS:
        from understudy.errors import unknown

        raise unknown("metric", name, CONTENTS)
    module, cls = CONTENTS[name]
    return getattr(importlib.import_module(module), cls)  # type: ignore[no-any-return]


def make_metric(spec: str | Metric, lang: str | None = None, **settings: Any) -> Metric:
    """Make a metric from its name, a signature, or a metric and other settings.

    >>> make_metric("bleu:order=2", lowercase=True).signature
    'bleu:order=2,tokenizer=13a,lowercase=yes,smoothing=exp,effective_order=segments,reference_length=closest'
    """
    from understudy import settings as settings_text

    if not isinstance(spec, str):
        return settings_text.changed(spec, lang, settings)
    name, written = settings_text.read(spec)
    return settings_text.make(metric_class(name), written, lang, settings)
