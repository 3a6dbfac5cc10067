"""How much faster than hLepor and NLTK are hLEPOR and LEPOR from lists of Python strings?

python bench/lepor.py [SEGMENTS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import corpus
import measure
from nltk.translate.lepor import corpus_lepor
from peers import hlepor_module

import understudy as us
from understudy.inputs.texts import texts

peer = hlepor_module()


def main(segments: int = 20_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs = [each[0] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def by_nltk(split: Callable[[str], list[str]]) -> Callable[[], object]:
        # The inner lists are made anew: NLTK writes its tokens into them.
        return lambda: corpus_lepor([[ref] for ref in refs], hyps, 9.0, 1.0, tokenizer=split)

    ready = peer._separate_to_words(refs, hyps, separate_punctuation=False)
    separate = peer._separate_to_words

    def tokens_by_hlepor() -> None:
        peer._separate_to_words = lambda *_: ready
        peer.hlepor_score(refs, hyps)
        peer._separate_to_words = separate

    def tokens_by_nltk() -> None:
        corpus_lepor([[ref] for ref in ready[0]], ready[2], 9.0, 1.0, tokenizer=lambda listed: listed)

    peers = {
        "white space": (
            lambda: peer.hlepor_score(refs, hyps, separate_punctuation=False),
            by_nltk(lambda text: text.lower().split()),
        ),
        "punctuation": (
            lambda: peer.hlepor_score(refs, hyps),
            by_nltk(lambda text: peer.word_tokenize(text.lower())),
        ),
        "tokens": (tokens_by_hlepor, tokens_by_nltk),
    }
    bound = us.hlepor.settings(tokenizer="none").bind(refs)
    tokens = bound.table.add(texts(hyps, "hypotheses"))
    jobs = [
        ("hLEPOR, split at punctuation", "punctuation", lambda: us.hlepor(hyps, refs).score),
        ("LEPOR, split at punctuation", "punctuation", lambda: us.lepor(hyps, refs).score),
        ("nLEPOR, split at punctuation", "punctuation", lambda: us.nlepor(hyps, refs).score),
        ("hLEPOR, split at white space", "white space", lambda: us.hlepor(hyps, refs, tokenizer="none").score),
        ("the same, two threads", "white space", lambda: us.hlepor(hyps, refs, tokenizer="none", threads=2).score),
        ("the same, two references", "white space", lambda: us.hlepor(hyps, nested, tokenizer="none").score),
        ("hLEPOR of ready tokens", "tokens", lambda: bound.count(tokens).totals().parts()),
    ]
    times = iter(measure.in_turn([*(call for both in peers.values() for call in both), *(ours for _, _, ours in jobs)]))
    taken = {like: (next(times), next(times)) for like in peers}
    mine = [next(times) for _ in jobs]
    rows = [
        [name, *(f"{each / own:.0f} x" for each in taken[like]), f"{own / mine[0]:.2f}"]
        for (name, like, _), own in zip(jobs, mine, strict=True)
    ]
    measure.report(
        "lepor",
        "LEPOR against hLepor and NLTK",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: the peer's time for the same text with one reference, split alike and lowercased, divided by ours",
            "split at punctuation: 13a for ours, NLTK's word_tokenize(preserve_line=True) for the peers",
            "hLepor computes hLEPOR, NLTK its own LEPOR, which is faulty: only its time is compared",
            measure.machine(),
            measure.versions("understudy", "hLepor", "nltk", "numpy"),
        ],
        ["job", "faster than hLepor", "faster than NLTK", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
