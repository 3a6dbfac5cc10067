"""What to look at before believing a score: empty lines, copies, odd lengths, tokenizers that don't fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from understudy.checks import Finding
from understudy.contract.resampling import LEVEL
from understudy.report.content import Notice, Severity
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation
from understudy.tokens.scripts import sample, unfit

SHORT_RATIO, LONG_RATIO = 0.8, 1.25
SOME = 0.01  # share of segments above which it weighs
SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")


def find_warnings(texts: TestSet, evaluation: Evaluation, findings: Sequence[Finding] = ()) -> list[Notice]:
    """Say what a reader should know of the texts, a sentence each, the most severe first.

    >>> import understudy as us
    >>> systems, refs = {"A": ["", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, None, [us.make_metric("bleu")])
    >>> find_warnings(texts, us.evaluate(systems, refs))[0]
    Notice(text='A: 1 of 2 segments empty', severity='major', segment=1)
    """
    notices = [Notice(str(each), each.severity, each.segment) for each in findings]
    notices += unfit_tokenizers(texts, evaluation)
    noticed = {(each.system, each.kind) for each in findings}
    for name, outputs in texts.systems.items():
        # The checks look at shares of many segments; a single empty or copied one is worth a word too.
        if (name, "empty") not in noticed:
            notices += _places(name, [not text.strip() for text in outputs], "empty")
        if (name, "untranslated") not in noticed:
            notices += _places(name, _copies(texts, outputs), "copied from the source")
        if (name, "length") not in noticed:
            notices += _length(texts, name)
    if not any(each.kind == "empty-references" for each in findings):
        notices += _places("Reference", [not all(map(str.strip, refs)) for refs in texts.references], "empty")
    for a, b in combinations(texts.systems, 2):
        if texts.systems[a] == texts.systems[b]:
            notices.append(Notice(f"{a} and {b} are the same in every segment", "major"))
    notices += _few(texts)
    return sorted(notices, key=lambda each: SEVERITIES.index(each.severity))


def _places(name: str, where: list[bool], what: str) -> list[Notice]:
    count = sum(where)
    if not count:
        return []
    severity: Severity = "major" if count > SOME * len(where) else "minor"
    return [Notice(f"{name}: {count:,} of {len(where):,} segments {what}", severity, where.index(True) + 1)]


def _copies(texts: TestSet, outputs: list[str]) -> list[bool]:
    """Where the source stands in place of a translation; not where a reference keeps it too, as a name or number."""
    if texts.sources is None:
        return [False] * len(texts)
    return [
        bool(output.strip()) and output.strip() == source.strip() and output.strip() not in map(str.strip, refs)
        for output, source, refs in zip(outputs, texts.sources, texts.references, strict=True)
    ]


def _length(texts: TestSet, name: str) -> list[Notice]:
    ours = sum(map(len, texts.systems[name]))
    theirs = sum(map(len, texts.first_references))
    if not theirs or SHORT_RATIO <= ours / theirs <= LONG_RATIO:
        return []
    return [Notice(f"{name} has {ours / theirs:.2f} times the characters of the first reference", "major")]


def unfit_tokenizers(texts: TestSet, evaluation: Evaluation) -> list[Notice]:
    """Name the metrics that take whole phrases of a script without blanks for words.

    >>> import understudy as us
    >>> refs = ["猫はマットの上に座っています"]
    >>> metrics = [us.make_metric("bleu"), us.make_metric("bleu:tokenizer=char")]
    >>> texts = TestSet.read({"A": refs}, refs, None, None, metrics)
    >>> [notice.text[:40] for notice in unfit_tokenizers(texts, us.evaluate({"A": refs}, refs, metrics))]
    ['BLEU: the text is mostly Japanese, which']
    """
    some = [texts.first_references[i] for i in sample(len(texts))]
    notices = []
    for result in next(iter(evaluation.values())).values():
        if not result.metric.reads_text:
            continue
        tokenizer = result.metric.reading.tokenizer
        why = unfit(tokenizer, some) if isinstance(tokenizer, str) else None
        if why is not None:
            notices.append(Notice(f"{result.metric.title}: {why}", "critical"))
    return notices


def _few(texts: TestSet) -> list[Notice]:
    notices = []
    if all(len(refs) == 1 for refs in texts.references):
        notices.append(Notice("Only one reference: a good translation with other words scores low", "minor"))
    if len(texts) < 2:
        notices.append(Notice("Only one segment: it can't be resampled, so there are no intervals or tests", "major"))
    elif len(texts.systems) > 1:
        notices += _few_units(texts)
    return notices


def _few_units(texts: TestSet) -> list[Notice]:
    """Whether the test has too few ways to swap for any p-value to be small, however large the difference."""
    units, what = (len(texts), "segments") if texts.documents is None else (len(set(texts.documents)), "documents")
    smallest = 2.0 ** (1 - units) * (len(texts.systems) - 1)
    if smallest < 1 - LEVEL:
        return []
    whole = ", which are resampled whole" if what == "documents" else ""
    text = f"Only {units} {what}{whole}: with so few no difference, however large, can be significant"
    return [Notice(text, "major")]
