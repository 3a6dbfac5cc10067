"""Signs of mistakes in the texts of a test set, each with its evidence and its remedy.

A check is a function from a `Sample` to a `Finding`, or to None if nothing is wrong; a module has the checks of one
family of mistakes. They look at some segments only, so that they take no time, and they change no number.
"""

from __future__ import annotations

from collections.abc import Callable

from understudy.checks import encoding, language, leftovers, order, shape, spelling, wrapping
from understudy.checks.finding import SEVERITIES, Finding, Severity, most_severe_first
from understudy.checks.sample import FEWEST, Reader, Sample, Side

__all__ = ["CHECKS", "SEVERITIES", "Check", "Finding", "Reader", "Sample", "Severity", "Side", "look_for_mistakes"]

Check = Callable[[Sample], Finding | None]
FAMILIES = (language, encoding, leftovers, wrapping, spelling, shape, order)
CHECKS: tuple[Check, ...] = tuple(check for family in FAMILIES for check in family.CHECKS)
# What another finding explains: any that is more than minor, or a certain one.
SYMPTOMS = ("prefix", "length", "unrelated", "order", "shifted", "punctuation", "case")
EXPLAINS = {
    "shifted": ("order", "unrelated"),
    "cut": ("constant",),
    "tokenized": ("cut",),
    "untranslated": ("other-language",),
    "source-as-reference": ("reference-language",),
}


def look_for_mistakes(sample: Sample) -> list[Finding]:
    """Run all checks on one system; small examples, of which shares tell nothing, are left alone.

    >>> refs = [f"Sentence {n} is about cats and dogs." for n in range(40)]
    >>> hyps = [f"<p>Sentence {n} is about cats.</p>" for n in range(40)]
    >>> [finding.kind for finding in look_for_mistakes(Sample.of(hyps, [refs]))]
    ['markup']
    """
    if sample.segments < FEWEST:
        null = encoding.null_characters(sample)
        return [null] if null else []
    findings = [finding for check in CHECKS if (finding := check(sample)) is not None]
    return most_severe_first(_unexplained(findings))


def _unexplained(findings: list[Finding]) -> list[Finding]:
    wrongly_decoded = [each for each in findings if each.kind == "encoding"]
    if wrongly_decoded:
        return wrongly_decoded[:1]  # nothing else can be told of such text
    causes = any(each.kind not in SYMPTOMS and each.severity != "minor" for each in findings)
    explained = {kind for each in findings for kind in EXPLAINS.get(each.kind, ())}
    return [each for each in findings if each.kind not in explained and not (causes and each.kind in SYMPTOMS)]
