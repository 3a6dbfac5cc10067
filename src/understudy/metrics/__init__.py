"""The table of contents: every metric by name, loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
    "meteor": ("understudy.metrics.meteor", "METEOR"),
    "lepor": ("understudy.metrics.lepor", "LEPOR"),
    "hlepor": ("understudy.metrics.lepor", "HLEPOR"),
    "nlepor": ("understudy.metrics.lepor", "NLEPOR"),
    "chrf": ("understudy.metrics.chrf", "CHRF"),
    "chrf++": ("understudy.metrics.chrf", "CHRFPlusPlus"),
    "ter": ("understudy.metrics.ter", "TER"),
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
    from understudy.errors import SettingError
    from understudy.metric import Metric

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
    from understudy import settings as settings_text

    if not isinstance(spec, str):
        return settings_text.changed(spec, lang, settings)
    name, written = settings_text.read(spec)
    return settings_text.make(metric_class(name), written, lang, settings)
