"""The checks by themselves: signs of mistakes in the texts, without a score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from understudy.checks.finding import Finding
from understudy.errors import InputError
from understudy.inputs.arguments import strict
from understudy.inputs.texts import check_parallel, check_segments, references, texts
from understudy.scoring.evaluate import Metrics, requested
from understudy.scoring.mistakes import find_mistakes


@strict
def check(
    hyps: Any, refs: Any, sources: Any = None, *, metrics: Metrics = "bleu", lang: str | None = None
) -> list[Finding]:
    """Look for signs of mistakes in hypotheses, or in those of several systems by name; the most severe comes first.

    `metrics` and `lang` matter where they take the texts for a language.

    >>> import understudy as us
    >>> refs = [f"The number of this sentence, which isn't long, is {n}." for n in range(40)]
    >>> (finding,) = us.check([text.replace("'", "&apos;") for text in refs], refs)
    >>> finding.kind, finding.severity, finding.count, finding.remedy
    ('entities', 'major', 40, 'unescape them (html.unescape in Python)')
    """
    systems = dict(hyps) if isinstance(hyps, Mapping) else {"": hyps}
    if not systems:
        raise InputError("there are no systems to check; give a mapping from a name to its hypotheses")
    hypotheses = {
        name: texts(own, f"hypotheses of {name!r}" if name else "hypotheses") for name, own in systems.items()
    }
    segments = check_parallel(hypotheses, "segments")
    check_segments(segments)
    request = requested(metrics, lang)
    return find_mistakes(hypotheses, references(refs, segments), request.metrics.values(), request.lang, sources)
