"""What the playground offers: the metrics with their settings, each explained, and the languages."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
import urllib.parse
from typing import Any

from understudy.contract import signature as settings
from understudy.metrics import CONTENTS, metric_class
from understudy.tokens.languages import LANGUAGES

PAPERS = "https://scholar.google.com/scholar?q="
Described = dict[str, Any]


def listed_metrics() -> Described:
    """List the metrics of the table of contents with their settings, and the languages that `lang` knows by name.

    >>> listed_metrics()["metrics"][0]["title"]
    'BLEU'
    """
    return {"metrics": [_metric(name) for name in CONTENTS], "languages": LANGUAGES}


def harmless_settings(name: str) -> list[str]:
    """The settings of a metric that a stranger may choose.

    >>> "paraphrase" in harmless_settings("meteor")
    False
    """
    cls = metric_class(name)
    return [each.name for each in dataclasses.fields(cls) if each.name in cls.about.harmless]


def _metric(name: str) -> Described:
    cls = metric_class(name)
    summary, *sections = (inspect.getdoc(cls) or "").split("\n\n")
    text = {heading: _joined(body) for heading, _, body in (each.partition("\n") for each in sections)}
    title = _paper(cls.about.citation)
    return {
        "name": name,
        "title": cls.title,
        "summary": _joined(summary),
        "measures": text.get("What it measures", ""),
        "alone": cls.about.alone,
        "paper": title,
        "link": f"{PAPERS}{urllib.parse.quote(title)}" if title else "",
        "maximum": cls.maximum,
        "higher_is_better": cls.higher_is_better,
        "settings": _settings(cls, text.get("Settings", "")),
    }


def _settings(cls: type[Any], text: str) -> list[Described]:
    """Every harmless setting: what its docstring says, its default as it is written, and its values if they are few."""
    names = [each.name for each in dataclasses.fields(cls)]
    pieces = re.split(rf"(?:^| )({'|'.join(names)}): ", text)
    about = dict(zip(pieces[1::2], pieces[2::2], strict=True)) if names else {}
    _, defaults = settings.read(settings.write(cls()))
    hints = typing.get_type_hints(cls)
    return [
        {
            "name": name,
            "about": about.get(name, ""),
            "default": defaults.get(name, ""),
            "choices": _choices(hints[name]),
        }
        for name in harmless_settings(cls.name)
    ]


def _choices(hint: Any) -> list[str]:
    """The values that a type lists; none where any text or number may be given."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    literals = [str(value) for part in parts if typing.get_origin(part) is typing.Literal for value in part.__args__]
    return literals or (["no", "yes"] if bool in parts else [])


def _joined(lines: str) -> str:
    return " ".join(line.strip() for line in lines.splitlines())


def _paper(citation: str) -> str:
    """The title in a BibTeX entry, without its braces."""
    title = re.search(r"title = \{(.*)\},?$", citation, re.MULTILINE)
    return re.sub(r"[{}]", "", title[1]) if title else ""
