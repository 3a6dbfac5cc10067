"""Which word stands for which, for the metrics that are made of alignments; packed, so that they fit into a page."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode

from understudy.contract.metric import Link
from understudy.report.content import Alignments
from understudy.report.testset import TestSet
from understudy.scoring.evaluate import Evaluation

MOST_CHARACTERS = 1_700_000  # of packed alignments: those of 15,000 outputs and more
MATCHES = {"hit", "exact"}  # of a word with itself


def alignments_of(texts: TestSet, evaluation: Evaluation, threads: int = 1) -> Alignments | None:
    """Align every output by the first metric that does so; None where there is no such metric.

    They are packed as JSON, compressed by zlib, in base64: by segment and system a list of links, each a word that
    stands for itself, or the word of the reference, that of the output, and how the one stands for the other.

    >>> import understudy as us
    >>> from base64 import b64decode
    >>> systems, refs = {"A": ["the cat sat"]}, ["the cat was"]
    >>> texts = TestSet.read(systems, refs, None, None, [])
    >>> json.loads(zlib.decompress(b64decode(alignments_of(texts, us.evaluate(systems, refs, "wer")).packed)))
    [[['the', 'cat', ['was', 'sat', 'substitution']]]]
    """
    for result in next(iter(evaluation.values())).values():
        metric = result.metric
        links = [metric.links(outputs, texts.references, threads) for outputs in texts.systems.values()]
        aligned = [each for each in links if each is not None]
        if aligned:
            by_segment = [[list(map(_plain, each)) for each in segment] for segment in zip(*aligned, strict=True)]
            text = json.dumps(by_segment, ensure_ascii=False, separators=(",", ":"))
            packed = b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode()
            return Alignments(metric.title, packed if len(packed) <= MOST_CHARACTERS else None)
    return None


def _plain(link: Link) -> str | Link:
    ref, hyp, kind = link
    return ref if kind in MATCHES and ref == hyp else link
