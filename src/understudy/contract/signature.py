"""Settings as text: a metric's fields to its signature, and back."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from typing import TYPE_CHECKING, Any, TypeVar

from understudy import __version__
from understudy.errors import SettingError, unknown
from understudy.tokens import plain_name, tokenizer_for, tokenizer_name, versioned_normalizer
from understudy.tokens.languages import language_code

if TYPE_CHECKING:
    from understudy.contract.metric import Metric

M = TypeVar("M", bound="Metric")

STRING = r'"(?:[^"\\]|\\.)*"'
FORM = re.compile(rf"\w+\((?:[^()\"]|{STRING})*\)")  # a name with parentheses: run(comet), external(comet:model=...)
QUOTED = re.compile(rf"({STRING})|(.)", re.DOTALL)
PLAIN = re.compile(r"[\w.+/@-]+")  # what needs no quotes anywhere
ESCAPED = re.compile(r'\\(["\\])')

# Facts about a score that a result's signature adds to the settings.
FACTS = ("references", "testset", "langpair", "subset", "skipped", "segmentation", "version")


def write(metric: Any) -> str:
    """Write the settings of a metric, without those that are None.

    >>> from understudy.metrics import make_metric
    >>> write(make_metric("bleu"))
    'bleu:order=4,tokenizer=13a,lowercase=no,smoothing=exp,effective_order=segments,reference_length=closest'
    """
    return _write(metric.name, {each.name: getattr(metric, each.name) for each in dataclasses.fields(metric)})


def write_changes(metric: Any) -> str:
    """Write a metric with only those settings that aren't its defaults; read again, it is the same metric.

    >>> from understudy.metrics import make_metric
    >>> write_changes(make_metric("bleu:tokenizer=13a,order=2")), write_changes(make_metric("meteor:lang=de"))
    ('bleu:order=2', 'meteor:lang=de')
    """
    fields = dataclasses.fields(metric)
    if any(each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING for each in fields):
        return write(metric)
    defaults = type(metric)()
    changes: dict[str, Any] = {}
    for name in (*metric.decides_others, *(each.name for each in fields)):
        if getattr(metric, name) != getattr(defaults, name):
            changes[name] = getattr(metric, name)
            if name in metric.decides_others:
                defaults = type(metric)(**changes)
    return _write(metric.name, {each.name: changes[each.name] for each in fields if each.name in changes})


def _write(name: str, values: dict[str, Any]) -> str:
    listed = ",".join(f"{key}={_written(key, value)}" for key, value in values.items() if value is not None)
    return f"{name}:{listed}" if listed else name


def read(text: str) -> tuple[str, dict[str, str]]:
    """Take a written metric apart into its name and its settings, still as text.

    >>> read("bleu:order=2,lowercase=yes")
    ('bleu', {'order': '2', 'lowercase': 'yes'})
    """
    name, listed = _name_of(text)
    settings: dict[str, str] = {}
    for pair in split(listed) if listed else []:
        key, equals, value = pair.partition("=")
        if not equals or not key or not value:
            raise SettingError(f"setting {pair!r} in {text!r} is not of the form name=value")
        if key in settings:
            raise SettingError(f"setting {key!r} is given twice in {text!r}")
        settings[key] = unquoted(value)
    return name, settings


def _name_of(text: str) -> tuple[str, str]:
    """The name, which may have parentheses with settings of their own, as `run(comet:model=wmt22)`, and the rest."""
    form = FORM.match(text)
    if form is None:
        name, _, listed = text.partition(":")
        return name, listed
    listed = text[form.end() :]
    if listed and not listed.startswith(":"):
        raise SettingError(f"{text!r:.80} goes on after {form[0]!r:.80}; settings follow a colon")
    return form[0], listed.removeprefix(":")


def split(text: str) -> list[str]:
    """Split at the commas that are not between double quotes.

    >>> split('command="a, b",model=x')
    ['command="a, b"', 'model=x']
    """
    pieces = [""]
    for string, other in QUOTED.findall(text):
        if not string and other == ",":
            pieces.append("")
        else:
            pieces[-1] += string or other
    return pieces


def quoted(value: str) -> str:
    """Write a value so that `read` gives it back: between double quotes where it has to be.

    >>> quoted("wmt22-comet-da"), quoted("judge --n 2")
    ('wmt22-comet-da', '"judge --n 2"')
    """
    if PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def unquoted(value: str) -> str:
    """The value that stands between double quotes, if it does.

    >>> unquoted('"judge --n 2"'), unquoted("13a")
    ('judge --n 2', '13a')
    """
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return ESCAPED.sub(r"\1", value[1:-1])


def make(cls: type[M], written: dict[str, str], lang: str | None, settings: dict[str, Any]) -> M:
    """Make a metric from settings given as text and as values; `lang` picks a tokenizer where none is given.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> make(BLEU, {"order": "2"}, "zh", {}).tokenizer
    'zh'
    """
    version = written.get("version", __version__)
    if version != __version__:
        raise SettingError(
            f"the signature was written by understudy {version}, this is {__version__}:"
            f" install understudy=={version} for the same score, or leave version= out"
        )
    check_names(cls, settings, "lang")
    values = parse(cls, {key: value for key, value in written.items() if key not in FACTS}) | settings
    names = [each.name for each in dataclasses.fields(cls)]
    if lang is not None:
        language_code(lang)  # refuses what is none, though the metric may have no use for it
    if lang is not None and cls.tokenizer_by_language and "tokenizer" in names and "tokenizer" not in values:
        fitting = tokenizer_for(lang)
        if fitting in cls.covers_tokenizers:
            fitting = None
        if fitting is not None and values.get("compat") is not None:
            raise SettingError("lang and compat both choose a tokenizer; leave one out, or set tokenizer= yourself")
        values |= {"tokenizer": fitting} if fitting else {}
    if lang is not None and "lang" in names:
        values.setdefault("lang", lang)
    return cls(**_with_plain_tokenizer(values))


def changed(metric: M, lang: str | None, settings: dict[str, Any]) -> M:
    """Make a metric like this one with other settings.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> changed(BLEU(), None, {"order": 2}).order
    2
    """
    if not dataclasses.is_dataclass(metric) or isinstance(metric, type):
        raise SettingError(f"a metric is given by its name or as a metric that was made, not as {metric!r:.80}")
    if lang is not None:
        raise SettingError(f"lang={lang!r} is for metrics given by name; {metric.signature} is made already")
    check_names(type(metric), settings)
    decided = [name for name in metric.decides_others if name in settings]
    if decided:
        raise SettingError(
            f"{decided[0]} decides other settings too; create a new metric,"
            f" for example make_metric('{metric.name}:{decided[0]}={settings[decided[0]]}')"
        )
    return dataclasses.replace(metric, **_with_plain_tokenizer(settings)) if settings else metric


def _with_plain_tokenizer(settings: dict[str, Any]) -> dict[str, Any]:
    """Take the version, which a signature has, off the name of a tokenizer, so that equal settings are equal."""
    tokenizer = settings.get("tokenizer")
    return settings | {"tokenizer": plain_name(tokenizer)} if isinstance(tokenizer, str) else settings


def parse(cls: type, settings: dict[str, str]) -> dict[str, Any]:
    """Turn settings given as text into values for the fields of a metric.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> parse(BLEU, {"order": "2", "weights": "0.75/0.25"})
    {'order': 2, 'weights': (0.75, 0.25)}
    """
    hints = typing.get_type_hints(cls) if settings else {}
    check_names(cls, settings)
    return {name: _parsed(name, value, hints[name]) for name, value in settings.items()}


def check_names(cls: type, settings: typing.Iterable[str], *others: str) -> None:
    """Refuse a setting that the metric doesn't have; `others` are what may be chosen beside its own.

    >>> from understudy.metrics.bleu.metric import BLEU
    >>> check_names(BLEU, ["order"])
    """
    names = [each.name for each in dataclasses.fields(cls)]
    for name in settings:
        if name not in names:
            choices = [*names, *(other for other in others if other not in names)]
            raise unknown(f"setting of {cls.name}", name, choices)  # type: ignore[attr-defined]


def _written(name: str, value: Any) -> str:
    if name == "tokenizer" or callable(value):
        return tokenizer_name(value)
    if name == "normalizer":
        return versioned_normalizer(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(_written(name, each) for each in value)
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def _parsed(name: str, value: str, hint: Any) -> Any:
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    choices = typing.get_args(hint) if union else (hint,)
    if bool in choices and value in ("yes", "no", "true", "false"):
        return value in ("yes", "true")
    try:
        for choice in choices:
            if choice in (int, float):
                return choice(value)
            if typing.get_origin(choice) is tuple:
                return tuple(float(each) for each in value.split("/"))
    except ValueError:
        whole = "a whole number" if int in choices else "a number, or numbers separated by '/'"
        raise SettingError(f"setting {name}={value} is not {whole}") from None
    return value
