"""What to look at before believing a score: empty lines, copies, odd lengths, tokenizers that don't fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from understudy.checks import Finding
from understudy.comparison.plan import Plan
from understudy.comparison.tests import find_test
from understudy.contract.resampling import LEVEL
from understudy.report.content import Notice, Severity
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation
from understudy.tokens.scripts import sample, script_without_words, unfit

SHORT_RATIO, LONG_RATIO = 0.8, 1.25
SOME = 0.01  # share of segments above which it weighs
SEVERITIES: tuple[Severity, ...] = ("critical", "major", "minor")


def find_warnings(
    texts: TestSet, evaluation: Evaluation, findings: Sequence[Finding] = (), plan: Plan | None = None
) -> list[Notice]:
    """Say what a reader should know of the texts, a sentence each, the most severe first.

    >>> import understudy as us
    >>> systems, refs = {"A": ["", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, None, [us.make_metric("bleu")])
    >>> first = find_warnings(texts, us.evaluate(systems, refs))[0]
    >>> first.text, first.severity, first.segment, first.key
    ('A: 1 of 2 segments empty', 'major', 1, 'notice.empty')
    """
    notices = [of_finding(each) for each in findings]
    notices += unfit_tokenizers(texts, evaluation)
    noticed = {(each.system, each.kind) for each in findings}
    for name, outputs in texts.systems.items():
        # The checks look at shares of many segments; a single empty or copied one is worth a word too.
        if (name, "empty") not in noticed:
            notices += _places(name, [not text.strip() for text in outputs], "empty", "notice.empty")
        if (name, "untranslated") not in noticed:
            notices += _places(name, _copies(texts, outputs), "copied from the source", "notice.copied")
        if (name, "length") not in noticed:
            notices += _length(texts, name)
    if not any(each.kind == "empty-references" for each in findings):
        blank = [not all(map(str.strip, refs)) for refs in texts.references]
        notices += _places("Reference", blank, "empty", "notice.empty_reference")
    for a, b in combinations(texts.systems, 2):
        if texts.systems[a] == texts.systems[b]:
            text = f"{a} and {b} are the same in every segment"
            notices.append(Notice(text, "major", None, "notice.same", {"a": a, "b": b}))
    notices += _few(texts)
    if plan is not None:
        notices += _few_trials(plan, len(texts.systems))
    return sorted(notices, key=lambda each: SEVERITIES.index(each.severity))


def of_finding(finding: Finding) -> Notice:
    """Make a notice of a sign of a mistake.

    >>> of_finding(Finding("line-numbers", "major", "line numbers", 9, 9, 1, "1 a cat", "remove them")).key
    'finding.line_numbers'
    """
    variant = f".{finding.variant}" if finding.variant else ""
    values = dict(finding.values) | {
        "system": finding.system, "count": str(finding.count), "total": str(finding.total), "example": finding.example,
    }  # fmt: skip
    key = f"finding.{finding.kind.replace('-', '_')}{variant}"
    return Notice(str(finding), finding.severity, finding.segment, key, values)


def _places(name: str, where: list[bool], what: str, key: str) -> list[Notice]:
    count, total = sum(where), f"{len(where):,}"
    if not count:
        return []
    severity: Severity = "major" if count > SOME * len(where) else "minor"
    values = {"system": name, "count": f"{count:,}", "total": total}
    return [Notice(f"{name}: {count:,} of {total} segments {what}", severity, where.index(True) + 1, key, values)]


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
    text = f"{name} has {ours / theirs:.2f} times the characters of the first reference"
    return [Notice(text, "major", None, "notice.length", {"system": name, "ratio": f"{ours / theirs:.2f}"})]


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
        script = script_without_words(tokenizer, some) if isinstance(tokenizer, str) else None
        if script is not None and isinstance(tokenizer, str):
            text = f"{result.metric.title}: {unfit(tokenizer, some)}"
            values = {
                "metric": result.metric.title, "tokenizer": tokenizer,
                "language": script.language, "choice": script.choice,
            }  # fmt: skip
            notices.append(Notice(text, "critical", None, "notice.tokenizer", values))
    return notices


def _few(texts: TestSet) -> list[Notice]:
    notices = []
    if all(len(refs) == 1 for refs in texts.references):
        text = "Only one reference: a good translation with other words scores low"
        notices.append(Notice(text, "minor", None, "notice.one_reference"))
    if len(texts) < 2:
        text = "Only one segment: it can't be resampled, so there are no intervals or tests"
        notices.append(Notice(text, "major", None, "notice.one_segment"))
    elif len(texts.systems) > 1:
        notices += _few_units(texts)
    return notices


def _few_trials(plan: Plan, systems: int) -> list[Notice]:
    """Whether there are too few trials for any corrected p-value of all pairs to be small."""
    pairs = systems * (systems - 1) // 2
    if not pairs or not find_test(plan.test).is_too_seldom(plan, pairs):
        return []
    text = f"Only {plan.trials:,} randomization trials: with so few none of {pairs} pairs can differ significantly"
    return [Notice(text, "major", None, "notice.few_trials", {"count": f"{plan.trials:,}", "pairs": str(pairs)})]


def _few_units(texts: TestSet) -> list[Notice]:
    """Whether the test has too few ways to swap for any p-value to be small, however large the difference."""
    units, what = (len(texts), "segments") if texts.documents is None else (len(set(texts.documents)), "documents")
    smallest = 2.0 ** (1 - units) * (len(texts.systems) - 1)
    if smallest < 1 - LEVEL:
        return []
    whole = ", which are resampled whole" if what == "documents" else ""
    text = f"Only {units} {what}{whole}: with so few no difference, however large, can be significant"
    return [Notice(text, "major", None, f"notice.few_{what}", {"count": str(units)})]
