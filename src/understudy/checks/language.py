"""Text in another language than it is taken for: by its script, and by its most frequent words."""

from __future__ import annotations

from understudy.checks.finding import Finding
from understudy.checks.look import Language, Look, languages
from understudy.checks.sample import Sample

__all__ = ["CHECKS"]

OTHER_CODES = {"cz": "cs", "se": "sv", "no": "nb", "nn": "nb", "bs": "hr", "zho": "zh", "jpn": "ja", "kor": "ko"}


def taken_for(sample: Sample) -> Finding | None:
    """References in another language than a metric or tokenizer takes them for."""
    if not sample.reader.languages:
        return None
    side = sample.references[0]
    seen = side.look
    for code, who in sample.reader.languages.items():
        taken = languages().get(OTHER_CODES.get(code, code))
        actual = seen.language()
        if taken is None or seen.script is None or actual is taken:
            continue
        if seen.script == taken.script:
            if actual is None or not seen.clearly(actual.code, taken.code):
                continue
            evidence = f"{_percent(seen, actual)} of their words are among its most frequent, {_percent(seen, taken)}"
            evidence = f"{evidence} among those of {taken.name}"
        else:
            evidence = (
                "by their script" if actual is None or not seen.shares else f"{_percent(seen, actual)} of their words"
            )
        named = f"look like {actual}" if actual else f"are written in {seen.script} letters"
        code = actual.code if actual else "CODE"
        return side.finding(
            "language", "critical" if seen.script != taken.script else "major",
            f"{who} takes the texts for {taken}, but they {named}: {evidence}",
            [place for place, text in enumerate(side.texts) if text.strip()],
            f"choose lang={code!r}", f"use --lang {code}",
            who=who, taken=taken, actual=actual or seen.script, code=code,
        )  # fmt: skip
    return None


def _percent(seen: Look, language: Language) -> str:
    return f"{100 * seen.shares.get(language.code, 0):.0f} %"


def differing(sample: Sample) -> Finding | None:
    """Hypotheses in another language than the references, or references in two languages."""
    first, *others = sample.references
    main = first.look
    for side in (sample.hyps, *others):
        seen = side.look
        here, there = seen.language(), main.language()
        if seen.script is None or main.script is None:
            continue
        if seen.script == main.script and not (
            here and there and here is not there and seen.clearly(here.code, there.code)
            and main.clearly(there.code, here.code)
        ):  # fmt: skip
            continue
        names = [str(own) if own else f"{each.script} letters" for own, each in ((here, seen), (there, main))]
        remedy = (
            "give the output for this test set; was the source given instead, or the wrong target language?"
            if side is sample.hyps
            else "leave it out; was the source given as a reference?"
        )
        message = f"{names[0]} in {side.name}, {names[1]} in {first.name}"
        places = [place for place, text in enumerate(side.texts) if text.strip()]
        kind = "other-language" if side is sample.hyps else "reference-language"
        here_is, there_is = (own or each.script for own, each in ((here, seen), (there, main)))
        return side.finding(
            kind, "critical", message, places, remedy, other=first.key, language=here_is, other_language=there_is
        )
    return None


CHECKS = (taken_for, differing)
