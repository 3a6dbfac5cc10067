"""What the API does with texts, once a request is known to be well-formed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from understudy.contract import signature as settings
from understudy.contract.result import Result
from understudy.contract.signature import STRING
from understudy.errors import FormatError, InputError, SettingError, unknown
from understudy.formats.parsed import Texts
from understudy.formats.readers.text import lines_of
from understudy.formats.scores import ScoreColumn, number
from understudy.inputs.texts import check_parallel
from understudy.metrics import CONTENTS, metric_class
from understudy.report import make_report
from understudy.scoring.check import check
from understudy.scoring.evaluate import evaluate, named_metrics
from understudy.scoring.explain import explain
from understudy.scoring.outside import ScoredTexts, ScoresSpec, put_beside
from understudy.scoring.table import as_json
from understudy.tokens.external.sentencepiece import MODELS
from understudy.web.listing import harmless_settings
from understudy.web.uploads import read_upload

Given = dict[str, Any]
UNNAMED = "the scores"  # of which the name doesn't say whose they are
NAMES_SYSTEM = re.compile(rf"[\w.-]+(:(\w+=({STRING}|[^,=\"]+))(,\w+=({STRING}|[^,=\"]+))*)?=.+")
NO_DOCUMENT = "(none)"  # the document of segments without a label, as on the command line


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
    r"""Make the page that compares systems; a text is a list of segments, or has one segment a line.

    >>> given = {"systems": {"A": "a cat\n", "B": "a dog\n"}, "references": ["a cat\nhello\n"], "metrics": ["bleu"]}
    >>> reported(given)
    Traceback (most recent call last):
    understudy.errors.FormatError: A has 1 lines but reference 1 has 2; one hypothesis per segment is needed
    """
    systems, references, others = _texts_of(given)
    report = make_report(
        systems,
        references,
        others.get("source"),
        [label or NO_DOCUMENT for label in others["documents"]] if "documents" in others else None,
        given["metrics"],
        given.get("lang"),
        given.get("baseline"),
        title=given.get("title"),
        date=datetime.now(UTC).date().isoformat(),
        outside=_outside(given.get("scores", []), systems),
    )
    return {"html": report.html()}


def checked(given: Given) -> Given:
    """Look for signs of mistakes in the texts of a report, the most severe first.

    >>> checked({"systems": {"A": ["a cat"]}, "references": [["a cat"]], "metrics": ["bleu"]})
    {'findings': []}
    """
    systems, references, others = _texts_of(given)
    findings = check(systems, references, others.get("source"), metrics=given["metrics"], lang=given.get("lang"))
    return {"findings": [finding.to_dict() for finding in findings]}


TASKS: dict[str, Callable[[Given], Given]] = {
    "score": scored,
    "explain": explained,
    "read": read_upload,
    "check": checked,
    "report": reported,
}


def _outside(scores: list[Given], systems: Mapping[str, Any]) -> list[dict[str, Result]]:
    """The results of scores that were sent, each named as by `--scores`, with the system in place of the file."""
    read = []
    for each in scores:
        name = each["name"]
        spec = ScoresSpec.read(name if NAMES_SYSTEM.fullmatch(name) else f"{name}={UNNAMED}")
        system = None if spec.path == UNNAMED else spec.path
        read.append((spec, [ScoreColumn(name, system, [number(value, name) for value in each["values"]])]))
    return put_beside(read, ScoredTexts(systems))[0]


def _texts_of(given: Given) -> tuple[dict[str, Texts], dict[str, Texts], dict[str, list[str]]]:
    """The systems and references of a request, and its source and documents, side by side."""
    check_settings(given["metrics"])
    named_metrics(given["metrics"])
    systems = {name: _complete(_segments(text, name), name) for name, text in given["systems"].items()}
    references = {
        f"reference {number}": _segments(text, f"reference {number}")
        for number, text in enumerate(given["references"], 1)
    }
    others = {f"the {key}": _segments(given[key], f"the {key}") for key in ("source", "documents") if key in given}
    taken = sorted({*references, *others} & {*systems})
    if taken:
        raise InputError(f"a system can't be named {taken[0]!r}; give it another name")
    texts = {name: [text or "" for text in each] for name, each in {**systems, **references, **others}.items()}
    lists = any(isinstance(text, list) for text in given["systems"].values())
    check_parallel(texts, "segments" if lists else "lines", FormatError)
    return systems, references, {name.removeprefix("the "): texts[name] for name in others}


def _segments(text: str | Texts, name: str) -> Texts:
    return [*lines_of(text.encode(), name)] if isinstance(text, str) else text


def _complete(segments: Texts, name: str) -> Texts:
    if None in segments:
        number = segments.index(None) + 1
        raise FormatError(
            f"{name} has no text for segment {number}; every segment needs one, empty if nothing was translated"
        )
    return segments


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
                raise unknown(f"setting of {name}", key, harmless_settings(name))
