"""The checks on the texts of a test set, as they are given to metrics: as values, and as warnings."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.checks import Finding, Reader, Sample, look_for_mistakes
from understudy.checks.finding import most_severe_first
from understudy.contract.metric import Metric
from understudy.errors import CorpusWarning, InputError
from understudy.inputs.texts import References, texts
from understudy.tokens import Reading
from understudy.tokens.scripts import BY_PIECES, LANGUAGES, SPLIT_ALREADY

NAMED = 3  # systems that a warning names


@dataclass(frozen=True)
class Column(Sequence[str]):
    """One reference of every segment: the first, or the second, and so on."""

    flat: _core.Texts
    starts: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, number: Any) -> Any:
        return self.flat[int(self.starts[number])]


def find_mistakes(
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    metrics: Iterable[Metric],
    lang: str | None = None,
    sources: Any = None,
) -> list[Finding]:
    """Look for signs of mistakes in the texts of all systems, the most severe first.

    >>> from understudy.inputs.texts import references
    >>> find_mistakes({"A": texts(["a cat"], "hypotheses")}, references(["the cat"]), [])
    []
    """
    source = None if sources is None else cast("Sequence[str]", _sources(sources, len(refs)))
    columns = _columns(refs)
    reader = _reader(list(metrics), lang)
    findings: list[Finding] = []
    sample: Sample | None = None
    for name, own in hypotheses.items():
        hyps = cast("Sequence[str]", own)
        sample = Sample.of(hyps, columns, source, reader, name) if sample is None else sample.of_another(hyps, name)
        findings += look_for_mistakes(sample)
    return most_severe_first(findings)


def warn_of_mistakes(
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    metrics: Iterable[Metric],
    lang: str | None = None,
    sources: Any = None,
) -> None:
    """Warn of the signs of mistakes, once for each kind.

    >>> from understudy.inputs.texts import references
    >>> warn_of_mistakes({"A": texts(["a cat"], "hypotheses")}, references(["the cat"]), [])
    """
    by_kind: dict[str, list[Finding]] = {}
    for finding in find_mistakes(hypotheses, refs, metrics, lang, sources):
        by_kind.setdefault(finding.kind, []).append(finding)
    level = _outside() if by_kind else 1
    for first, *others in by_kind.values():
        more = _also([each.system for each in others if each.system])
        warnings.warn(CorpusWarning(first.tell() + more, first.tell(on_command_line=True) + more), stacklevel=level)


def _also(systems: list[str]) -> str:
    if not systems:
        return ""
    rest = f" and {len(systems) - NAMED} more" if len(systems) > NAMED else ""
    return f" (also: {', '.join(systems[:NAMED])}{rest})"


def _outside() -> int:
    """How many callers up the package is left, for `stacklevel`: the warning then points to the user's line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("understudy."):
        level, frame = level + 1, frame.f_back
    return level


def _sources(sources: Any, segments: int) -> _core.Texts:
    source = texts(sources, "sources")
    if len(source) != segments:
        raise InputError(f"there are {len(source)} sources but {segments} segments; give one source per segment")
    return source


def _columns(refs: References) -> list[Column]:
    """The references one after another; the first alone where segments have different numbers of them."""
    width = len(refs.flat) // len(refs) if len(refs) else 0
    starts = refs.starts[:-1]
    regular = len(refs.flat) == width * len(refs) and bool((np.diff(refs.starts) == width).all())
    return [Column(refs.flat, starts + place) for place in range(width if regular else 1)]


def _ignores_case(reading: Reading) -> bool:
    return reading.lowercase == "yes" or reading("A Cat") == reading("a cat")


def _reader(metrics: list[Metric], lang: str | None) -> Reader:
    metrics = [metric for metric in metrics if metric.reads_text]
    languages = {} if lang is None else {lang.lower().replace("_", "-").split("-")[0]: f"lang={lang}"}
    for metric in metrics:
        if metric.language is not None:
            languages.setdefault(metric.language, metric.title)
        tokenizer = metric.reading.tokenizer
        if isinstance(tokenizer, str) and tokenizer in LANGUAGES:
            languages.setdefault(LANGUAGES[tokenizer], f"tokenizer {tokenizer}")
    readings = [metric.reading for metric in metrics]
    return Reader(
        languages,
        lambda: bool(readings) and all(map(_ignores_case, readings)),
        all(each.tokenizer in (*SPLIT_ALREADY, *BY_PIECES) for each in readings),
    )
