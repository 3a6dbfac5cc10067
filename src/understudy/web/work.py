"""What the API does with texts, once a request is known to be well-formed."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from understudy.contract import signature as settings
from understudy.errors import FormatError, InputError, SettingError, unknown
from understudy.formats.readers.text import lines_of
from understudy.inputs.texts import check_parallel
from understudy.metrics import CONTENTS, metric_class
from understudy.report import make_report
from understudy.scoring.evaluate import evaluate, named_metrics
from understudy.scoring.explain import explain
from understudy.scoring.table import as_json
from understudy.tokens.external.sentencepiece import MODELS

Given = dict[str, Any]


def listed_metrics(_: Given | None = None) -> Given:
    """List the metrics of the table of contents, with their settings.

    >>> listed_metrics()["metrics"][0]["title"]
    'BLEU'
    """
    return {"metrics": [_described(name) for name in CONTENTS]}


def scored(given: Given) -> Given:
    """Score one system.

    >>> given = {"hypotheses": ["a cat sat here"], "references": [["a cat sat here"]], "metrics": ["bleu"]}
    >>> scored(given)["scores"][0]["score"]
    100.0
    """
    check_settings(given["metrics"])
    found = evaluate({"": given["hypotheses"]}, given["references"], given["metrics"], given.get("lang"))
    return {"scores": as_json(found, with_segments=True)["systems"][0]["scores"]}


def explained(given: Given) -> Given:
    """Show the arithmetic of one score, as JSON and as a piece of HTML.

    >>> given = {"hypothesis": "a cat sat here", "references": ["a cat sat here"], "metric": "bleu"}
    >>> "html" in explained(given)
    True
    """
    check_settings([given["metric"]])
    found = explain(given["hypothesis"], given["references"], given["metric"], given.get("lang"))
    return {"html": found.html(), "explanation": found.json()}


def reported(given: Given) -> Given:
    r"""Make the page that compares systems; texts have one segment a line.

    >>> given = {"systems": {"A": "a cat\n", "B": "a dog\n"}, "references": ["a cat\nhello\n"], "metrics": ["bleu"]}
    >>> reported(given)
    Traceback (most recent call last):
    understudy.errors.FormatError: A has 1 lines but reference 1 has 2; one hypothesis per segment is needed
    """
    check_settings(given["metrics"])
    named_metrics(given["metrics"])
    systems = {name: lines_of(text.encode(), name) for name, text in given["systems"].items()}
    references = {
        f"reference {number}": lines_of(text.encode(), f"reference {number}")
        for number, text in enumerate(given["references"], 1)
    }
    sources = {"the source": lines_of(given["source"].encode(), "the source")} if "source" in given else {}
    taken = sorted({*references, *sources} & {*systems})
    if taken:
        raise InputError(f"a system can't be named {taken[0]!r}; give it another name")
    check_parallel({**systems, **references, **sources}, "lines", FormatError)
    (source,) = sources.values() or [None]
    today = datetime.now(UTC).date().isoformat()
    title, metrics = given.get("title"), given["metrics"]
    return {"html": make_report(systems, references, source, metrics=metrics, title=title, date=today).html()}


TASKS: dict[str, Callable[[Given], Given]] = {"score": scored, "explain": explained, "report": reported}


def check_settings(specs: list[str]) -> None:
    """Refuse what would let a stranger make this machine open a file: only known, harmless settings pass.

    >>> check_settings(["meteor:paraphrase=/etc/passwd"])
    Traceback (most recent call last):
    understudy.errors.SettingError: paraphrase= opens a file, which the playground never does; use the command line
    """
    for spec in specs:
        name, given = settings.read(spec)
        if name not in CONTENTS:
            raise unknown("metric", name, CONTENTS)
        about = metric_class(name).about
        for key, value in given.items():
            if key in about.files or (key == "tokenizer" and str(value).startswith(("spm(", *MODELS))):
                raise SettingError(f"{key}= opens a file, which the playground never does; use the command line")
            if key not in about.harmless and key not in settings.FACTS:
                raise unknown(f"setting of {name}", key, _settings(name))


def _settings(name: str) -> list[str]:
    cls = metric_class(name)
    return [each.name for each in dataclasses.fields(cls) if each.name in cls.about.harmless]


def _described(name: str) -> Given:
    cls = metric_class(name)
    return {
        "name": name,
        "title": cls.title,
        "summary": (inspect.getdoc(cls) or "").partition("\n")[0],
        "maximum": cls.maximum,
        "higher_is_better": cls.higher_is_better,
        "settings": _settings(name),
    }
