"""The table of contents: every metric by name, loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from understudy.contract.metric import Metric

# name: (module, class)
CONTENTS = {
    "bleu": ("understudy.metrics.bleu.metric", "BLEU"),
    "nist": ("understudy.metrics.nist.metric", "NIST"),
    "wer": ("understudy.metrics.error_rates.metric", "WER"),
    "cer": ("understudy.metrics.error_rates.metric", "CER"),
    "mer": ("understudy.metrics.error_rates.metric", "MER"),
    "wil": ("understudy.metrics.error_rates.metric", "WIL"),
    "wip": ("understudy.metrics.error_rates.metric", "WIP"),
    "per": ("understudy.metrics.error_rates.metric", "PER"),
    "meteor": ("understudy.metrics.meteor.metric", "METEOR"),
    "lepor": ("understudy.metrics.lepor.metric", "LEPOR"),
    "hlepor": ("understudy.metrics.lepor.metric", "HLEPOR"),
    "nlepor": ("understudy.metrics.lepor.metric", "NLEPOR"),
    "chrf": ("understudy.metrics.chrf.metric", "CHRF"),
    "chrf++": ("understudy.metrics.chrf.metric", "CHRFPlusPlus"),
    "ter": ("understudy.metrics.ter.metric", "TER"),
    "rouge1": ("understudy.metrics.rouge.metric", "ROUGE1"),
    "rouge2": ("understudy.metrics.rouge.metric", "ROUGE2"),
    "rouge3": ("understudy.metrics.rouge.metric", "ROUGE3"),
    "rouge4": ("understudy.metrics.rouge.metric", "ROUGE4"),
    "rouge5": ("understudy.metrics.rouge.metric", "ROUGE5"),
    "rouge6": ("understudy.metrics.rouge.metric", "ROUGE6"),
    "rouge7": ("understudy.metrics.rouge.metric", "ROUGE7"),
    "rouge8": ("understudy.metrics.rouge.metric", "ROUGE8"),
    "rouge9": ("understudy.metrics.rouge.metric", "ROUGE9"),
    "rougeL": ("understudy.metrics.rouge.metric", "ROUGEL"),
    "rougeLsum": ("understudy.metrics.rouge.metric", "ROUGELsum"),
    "cider": ("understudy.metrics.cider.metric", "CIDEr"),
    "ciderD": ("understudy.metrics.cider.metric", "CIDErD"),
    "gleu": ("understudy.metrics.gleu.metric", "GLEU"),
    "ribes": ("understudy.metrics.ribes.metric", "RIBES"),
}


def metric_class(name: str) -> type[Metric]:
    """Find the class of a metric.

    >>> metric_class("bleu").title
    'BLEU'
    """
    if name in CONTENTS:
        module, cls = CONTENTS[name]
        return getattr(importlib.import_module(module), cls)  # type: ignore[no-any-return]
    others = from_outside()
    if name in others:
        return _loaded(others[name])
    from understudy.errors import unknown

    raise unknown("metric", name, [*CONTENTS, *others])


def from_outside() -> dict[str, EntryPoint]:
    """The metrics of other packages, by name: their entry points in the group `understudy.metrics`.

    >>> sorted(set(from_outside()) & set(CONTENTS))
    []
    """
    from importlib.metadata import entry_points

    from understudy.errors import SettingError

    found: dict[str, EntryPoint] = {}
    for each in entry_points(group="understudy.metrics"):
        if each.name in CONTENTS or each.name in found:
            package = each.dist.name if each.dist else "a package"
            raise SettingError(
                f"{package} offers a metric named {each.name!r}, which there is already; remove one of them"
            )
        found[each.name] = each
    return found


def _loaded(entry: EntryPoint) -> type[Metric]:
    from understudy.contract.metric import Metric
    from understudy.errors import SettingError

    cls = entry.load()
    if not isinstance(cls, type) or not issubclass(cls, Metric) or cls.name != entry.name:
        raise SettingError(
            f"the entry point {entry.name!r} = {entry.value!r} is not a metric of that name;"
            " it must be a subclass of understudy.Metric"
        )
    return cls


def make_metric(spec: str | Metric, lang: str | None = None, **settings: Any) -> Metric:
    """Make a metric from its name, a signature, or a metric and other settings.

    >>> make_metric("bleu:order=2", lowercase=True).signature
    'bleu:order=2,tokenizer=13a,lowercase=yes,smoothing=exp,effective_order=segments,reference_length=closest'
    """
    from understudy.contract import signature as settings_text

    if not isinstance(spec, str):
        return settings_text.changed(spec, lang, settings)
    name, written = settings_text.read(spec)
    return settings_text.make(metric_class(name), written, lang, settings)
