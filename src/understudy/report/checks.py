"""What to look at before believing a score: empty lines, copies, odd lengths, tokenizers that don't fit."""

from __future__ import annotations

from itertools import combinations

from understudy.contract.resampling import LEVEL
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation
from understudy.tokens.scripts import sample, unfit

SHORT_RATIO, LONG_RATIO = 0.8, 1.25


def find_warnings(texts: TestSet, found: Evaluation) -> list[str]:
    """Say what a reader should know of the texts, a sentence each.

    >>> import understudy as us
    >>> systems, refs = {"A": ["", "a dog"]}, ["a cat", "a dog"]
    >>> texts = TestSet.read(systems, refs, None, None, [us.make_metric("bleu")])
    >>> find_warnings(texts, us.evaluate(systems, refs))[0]
    'A: 1 of 2 segments is empty (the first: 1).'
    """
    said = []
    for name, outputs in texts.systems.items():
        said += _places(name, [not text.strip() for text in outputs], "empty")
        said += _places(name, _copies(texts, outputs), "a copy of the source")
    for name in texts.systems:
        said += _length(texts, name)
    said += _places("Reference", [not all(map(str.strip, refs)) for refs in texts.references], "empty")
    for a, b in combinations(texts.systems, 2):
        if texts.systems[a] == texts.systems[b]:
            said.append(f"{a} and {b} are the same in every segment.")
    said += unfit_tokenizers(texts, found)
    said += _few(texts)
    return said


def _places(name: str, where: list[bool], what: str) -> list[str]:
    count = sum(where)
    if not count:
        return []
    verb = "is" if count == 1 else "are"
    return [f"{name}: {count:,} of {len(where):,} segments {verb} {what} (the first: {where.index(True) + 1})."]


def _copies(texts: TestSet, outputs: list[str]) -> list[bool]:
    """Where the source stands in place of a translation; not where a reference keeps it too, as a name or number."""
    if texts.sources is None:
        return [False] * len(texts)
    return [
        bool(output.strip()) and output.strip() == source.strip() and output.strip() not in map(str.strip, refs)
        for output, source, refs in zip(outputs, texts.sources, texts.references, strict=True)
    ]


def _length(texts: TestSet, name: str) -> list[str]:
    ours = sum(map(len, texts.systems[name]))
    theirs = sum(map(len, texts.first_references))
    if not theirs or SHORT_RATIO <= ours / theirs <= LONG_RATIO:
        return []
    return [f"{name} has {ours / theirs:.2f} times the characters of the first reference."]


def unfit_tokenizers(texts: TestSet, found: Evaluation) -> list[str]:
    """Name the metrics that take whole phrases of a script without blanks for words.

    >>> import understudy as us
    >>> refs = ["猫はマットの上に座っています"]
    >>> metrics = [us.make_metric("bleu"), us.make_metric("bleu:tokenizer=char")]
    >>> texts = TestSet.read({"A": refs}, refs, None, None, metrics)
    >>> [said[:40] for said in unfit_tokenizers(texts, us.evaluate({"A": refs}, refs, metrics))]
    ['BLEU: the text is mostly Japanese, which']
    """
    some = [texts.first_references[i] for i in sample(len(texts))]
    said = []
    for result in next(iter(found.values())).values():
        tokenizer = result.metric.reading.tokenizer
        why = unfit(tokenizer, some) if isinstance(tokenizer, str) else None
        if why is not None:
            said.append(f"{result.metric.title}: {why}.")
    return said


def _few(texts: TestSet) -> list[str]:
    said = []
    if all(len(refs) == 1 for refs in texts.references):
        said.append("There is one reference only: a good translation that is worded otherwise scores low.")
    if len(texts) < 2:
        said.append("There is one segment only: it can't be resampled, so there are neither intervals nor tests.")
    elif len(texts.systems) > 1:
        said += _few_units(texts)
    return said


def _few_units(texts: TestSet) -> list[str]:
    """Whether the test has too few ways to swap for any p-value to be small, however large the difference."""
    units, what = (len(texts), "segments") if texts.documents is None else (len(set(texts.documents)), "documents")
    smallest = 2.0 ** (1 - units) * (len(texts.systems) - 1)
    if smallest < 1 - LEVEL:
        return []
    whole = ", which are resampled whole" if what == "documents" else ""
    return [f"There are only {units} {what}{whole}: with so few no difference, however large, can be significant."]
