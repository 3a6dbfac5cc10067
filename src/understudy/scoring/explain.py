"""From a segment to its explanation: count its row as always, then let the metric's family tell how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from understudy.contract import signature as settings_text
from understudy.contract.metric import Bound, Metric
from understudy.contract.result import Result
from understudy.contract.stats import Stats
from understudy.errors import InputError
from understudy.explanation.case import Case
from understudy.explanation.value import Explanation
from understudy.inputs.arguments import check_names, strict
from understudy.inputs.texts import References, check_segments, texts
from understudy.inputs.texts import references as _references
from understudy.metrics import make_metric
from understudy.scoring.evaluate import check_facts
from understudy.tokens import TokenizedReferences, TokenTable


@strict
def explain(
    hypothesis: str,
    references: str | Sequence[str],
    metric: str | Metric = "bleu",
    lang: str | None = None,
    **settings: Any,
) -> Explanation:
    """Explain the score of one segment, by any metric: its arithmetic as tables, marked text and formulas.

    >>> import understudy as us
    >>> found = us.explain("the cat the cat on the mat", ["The cat is on the mat", "There is a cat on the mat"],
    ...                    metric="bleu", lowercase=True)
    >>> print(found.blocks[2].text())
    2-grams
    2-gram   Count  Ref 1  Ref 2  Max  Count clip
    the cat      2      1      0    1           1
    cat the      1      0      0    0           0
    cat on       1      0      1    1           1
    on the       1      1      1    1           1
    the mat      1      1      1    1           1
    ─────────────────────────────────────────────
    total        6                              4
    """
    if not isinstance(hypothesis, str):
        raise InputError(f"explain takes one string as hypothesis, got {type(hypothesis).__name__}: {hypothesis!r:.80}")
    (found,) = explanations([hypothesis], [references], metric, lang, **settings)
    return replace(found, segment=None)


@strict
def explanations(
    hyps: Any,
    refs: Any,
    metric: str | Metric = "bleu",
    lang: str | None = None,
    segments: Iterable[int] | None = None,
    system: str | None = None,
    **settings: Any,
) -> list[Explanation]:
    """Explain segments of a corpus, chosen by their numbers from 1; what a metric surveys is that of all references.

    >>> [found.score for found in explanations(["a cat", "a dog"], ["a cat", "the dog"], "wer", segments=[2])]
    [50.0]
    """
    check_names(system=system)
    made = make_metric(metric, lang, **settings)
    hypotheses = texts(hyps, "hypotheses")
    check_segments(len(hypotheses))
    aligned = _references(refs, len(hypotheses))
    check_facts(metric, aligned)
    if not isinstance(segments, (Iterable, type(None))):
        raise InputError(f"segments must be a list of their numbers, from 1, got {segments!r:.80}")
    chosen = range(1, len(hypotheses) + 1) if segments is None else list(segments)
    for number in chosen:
        if type(number) is not int or not 1 <= number <= len(hypotheses):
            raise InputError(f"there is no segment {number!r}; the segments are 1 to {len(hypotheses)}")
    bound = Bound.to(made, aligned, TokenTable(made.reading))
    cases = {number: _case(bound, aligned, number, hypotheses[number - 1]) for number in chosen}
    return [_explained(cases[number], made, number, system) for number in chosen]


def _case(bound: Bound, aligned: References, number: int, hypothesis: str) -> Case:
    """Count the row of one segment, by the metric of single segments."""
    first, end = int(aligned.starts[number - 1]), int(aligned.starts[number])
    given = tuple(aligned.flat[i] for i in range(first, end))
    hyp, refs = bound.table.add(texts([hypothesis], "hypotheses")), bound.table.add(texts(given, "references"))
    alone = TokenizedReferences(refs, np.array([0, len(given)], dtype=np.int64))
    sentence = bound.metric.sentence
    row = sentence.rows(hyp, alone, bound.survey)[0]
    parts = {name: float(value) for name, value in sentence.score(row).items()}
    return Case(sentence, bound, hypothesis, given, hyp.words(0), alone.words(0), row, parts)


def _explained(case: Case, metric: Metric, number: int, system: str | None) -> Explanation:
    told = list(metric.explain(case))
    return Explanation(
        name=metric.name,
        title=metric.title,
        spec=settings_text.write_changes(metric),
        signature=Result(Stats(metric, case.row[np.newaxis], case.bound.counts)).segment_signature,
        score=case.parts["score"],
        parts=case.parts,
        hypothesis=case.hypothesis,
        references=case.references,
        blocks=tuple(each for each in told if not isinstance(each, str)),
        notes=tuple(each for each in told if isinstance(each, str)),
        system=system,
        segment=number,
    )
