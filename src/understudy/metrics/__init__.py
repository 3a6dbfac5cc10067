"""The table of contents: every metric by name, loaded when it is asked for."""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from understudy.contract.about import About
    from understudy.contract.metric import Metric

# name: (folder of the family, class in its metric.py)
CONTENTS = {
    "bleu": ("bleu", "BLEU"),
    "nist": ("nist", "NIST"),
    "wer": ("error_rates", "WER"),
    "cer": ("error_rates", "CER"),
    "mer": ("error_rates", "MER"),
    "wil": ("error_rates", "WIL"),
    "wip": ("error_rates", "WIP"),
    "per": ("error_rates", "PER"),
    "meteor": ("meteor", "METEOR"),
    "lepor": ("lepor", "LEPOR"),
    "hlepor": ("lepor", "HLEPOR"),
    "nlepor": ("lepor", "NLEPOR"),
    "chrf": ("chrf", "CHRF"),
    "chrf++": ("chrf", "CHRFPlusPlus"),
    "ter": ("ter", "TER"),
    "rouge": ("rouge", "ROUGE"),
    "rouge1": ("rouge", "ROUGE1"),
    "rouge2": ("rouge", "ROUGE2"),
    "rougeL": ("rouge", "ROUGEL"),
    "rougeLsum": ("rouge", "ROUGELsum"),
    "cider": ("cider", "CIDEr"),
    "ciderD": ("cider", "CIDErD"),
    "gleu": ("gleu", "GLEU"),
    "ribes": ("ribes", "RIBES"),
    "character": ("character", "CharacTER"),
    "eed": ("eed", "EED"),
}
# Other spellings, each with what it means; signatures have the name above. `chrfpp` is `chrf++` for Python, where a
# plus sign can't be part of a name; `chrf2` is what sacrebleu prints.
ALIASES = {
    "chrfpp": "chrf++",
    "chrf2": "chrf",
    "chrf2++": "chrf++",
    **{f"rouge{n}": f"rouge:order={n}" for n in range(3, 10)},
}
# Metrics that name something of outside in parentheses, as run(comet): the module whose `make` makes them.
FORMS = dict.fromkeys(("run", "external"), "external")
IN_SACREBLEU = ("chrf", "ter", "bleu")  # families whose `sacrebleu.py` reads and writes its signatures
_SPELLINGS = {name.lower(): meaning for name, meaning in [*zip(CONTENTS, CONTENTS, strict=True), *ALIASES.items()]}


def metric_class(name: str) -> type[Metric]:
    """Find the class of a metric; upper and lower case are the same.

    >>> metric_class("bleu").title, metric_class("chrfpp").title
    ('BLEU', 'chrF++')
    """
    if name.lower() in _SPELLINGS:
        family, cls = CONTENTS[_SPELLINGS[name.lower()].partition(":")[0]]
        return getattr(importlib.import_module(f"understudy.metrics.{family}.metric"), cls)  # type: ignore[no-any-return]
    others = from_outside()
    spellings = {other.lower(): other for other in others}
    if name.lower() in spellings:
        return _loaded(others[spellings[name.lower()]])
    from understudy.errors import unknown

    raise unknown("metric", name, [*CONTENTS, *others])


def is_metric(name: str) -> bool:
    """Tell whether there is a metric of this name, in any spelling; nothing is loaded.

    >>> is_metric("BLEU"), is_metric("chrfpp"), is_metric("sys.txt")
    (True, True, False)
    """
    return (
        name.partition("(")[0] in FORMS or name.lower() in _SPELLINGS or name.lower() in map(str.lower, from_outside())
    )


def about(name: str) -> About:
    """The description of a metric; one that says nothing if there is no metric of this name here.

    >>> about("bleu").citation.partition(",")[0], about("comet").citation
    ('@inproceedings{papineni2002bleu', '')
    """
    from understudy.contract.about import About

    known = name in CONTENTS or name in from_outside()
    return metric_class(name).about if known else About()


def from_outside() -> dict[str, EntryPoint]:
    """The metrics of other packages, by name: their entry points in the group `understudy.metrics`.

    >>> sorted(set(from_outside()) & set(CONTENTS))
    []
    """
    from importlib.metadata import entry_points

    from understudy.errors import SettingError

    entries: dict[str, EntryPoint] = {}
    taken = set(_SPELLINGS)
    for each in entry_points(group="understudy.metrics"):
        if each.name.lower() in taken:
            package = each.dist.name if each.dist else "a package"
            raise SettingError(
                f"{package} offers a metric named {each.name!r}, which exists already; remove one of them"
            )
        taken.add(each.name.lower())
        entries[each.name] = each
    return entries


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


def as_ours(spec: str) -> str:
    """Write a signature in sacrebleu's form in ours; anything else is left as it is.

    >>> as_ours("nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0")
    'ter:lowercase=yes,normalized=no,no_punct=no,asian_support=no,compat=sacrebleu,references=1'
    """
    if "|" not in spec or spec.partition("(")[0] in FORMS:
        return spec
    from understudy.errors import SettingError
    from understudy.metrics.shared.sacrebleu import read

    for family in IN_SACREBLEU:
        module = importlib.import_module(f"understudy.metrics.{family}.sacrebleu")
        name, items = read(spec, module.SHORT)
        if module.MARK in items and (not name or re.fullmatch(module.NAMES, name)):
            metric, settings = module.read(spec, name, items)
            settings |= {"references": items["nrefs"]} if "nrefs" in items else {}
            return f"{metric}:" + ",".join(f"{key}={value}" for key, value in settings.items())
    raise SettingError(f"{spec!r} is no signature of sacrebleu's BLEU, chrF or TER; give it whole, as it is printed")


def make_metric(spec: str | Metric, lang: str | None = None, **settings: Any) -> Metric:
    """Make a metric from its name, a signature, or a metric and other settings.

    >>> make_metric("BLEU:order=2", lowercase=True).signature
    'bleu:order=2,tokenizer=13a,lowercase=yes,smoothing=exp,effective_order=segments,reference_length=closest'
    """
    from understudy.contract import signature as settings_text

    if not isinstance(spec, str):
        return settings_text.changed(spec, lang, settings)
    name, written = settings_text.read(as_ours(spec))
    form, parenthesis, inner = name.partition("(")
    if parenthesis and form in FORMS:
        module = importlib.import_module(f"understudy.metrics.{FORMS[form]}.form")
        return module.make(form, inner.removesuffix(")"), {**written, **settings})  # type: ignore[no-any-return]
    return settings_text.make(metric_class(name), _implied(name, {**written, **settings}) | written, lang, settings)


def _implied(name: str, chosen: dict[str, Any]) -> dict[str, str]:
    """The settings that another spelling of a metric stands for, which can't be chosen once more."""
    from understudy.contract.signature import read
    from understudy.errors import SettingError

    meaning = _SPELLINGS.get(name.lower(), name)
    implied = read(meaning)[1]
    for key in implied.keys() & chosen.keys():
        raise SettingError(f"{name} is {meaning}, got {key}={chosen[key]} too; leave it out, or choose another name")
    return implied
