"""How much faster than sacrebleu is corpus BLEU from lists of Python strings, and how much memory does it take?

python bench/bleu.py [SEGMENTS]
"""

from __future__ import annotations

import sys

import corpus
import measure
import peers
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import understudy as us
from understudy.inputs.texts import texts
from understudy.tokens import Reading, TokenTable


def main(segments: int = 100_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)

    def tokenize_natively() -> None:
        table = TokenTable(Reading("13a"))
        table.add(texts(hyps, "hypotheses"))
        table.add(texts(refs, "references"))

    def tokenize_by_sacrebleu() -> None:
        # Without its cache of 65,536 lines, which these lines don't hit anyway.
        tokenize = Tokenizer13a.__call__.__wrapped__
        one = Tokenizer13a()
        rules = one._post_tokenizer.__class__.__call__.__wrapped__
        one._post_tokenizer = lambda line, rule=one._post_tokenizer: rules(rule, line)
        for line in hyps:
            tokenize(one, line)
        for line in refs:
            tokenize(one, line)

    def theirs(tokenizer: str, *streams: list[str]) -> float:
        return peers.sacrebleu_bleu(hyps, *streams, tokenize=tokenizer)

    jobs = [
        ("BLEU, 13a", lambda: us.bleu(hyps, refs).score, lambda: theirs("13a", refs)),
        ("BLEU, 13a, with segment scores", lambda: us.bleu(hyps, refs).segments.sum(), None),
        ("BLEU, 13a, lowercased", lambda: us.bleu(hyps, refs, lowercase=True).score, None),
        ("BLEU, 13a, two threads", lambda: us.bleu(hyps, refs, threads=2).score, None),
        ("BLEU, 13a, two references", lambda: us.bleu(hyps, nested).score, lambda: theirs("13a", refs, more)),
        ("BLEU, none", lambda: us.bleu(hyps, refs, tokenizer="none").score, lambda: theirs("none", refs)),
        ("BLEU, intl", lambda: us.bleu(hyps, refs, tokenizer="intl").score, lambda: theirs("intl", refs)),
        ("tokenizing alone, 13a", tokenize_natively, tokenize_by_sacrebleu),
    ]
    rows = measure.compare(jobs)

    prepare = (
        f"import corpus\nhyps, nested = corpus.parallel({segments})\nrefs = [each[0] for each in nested]\ndel nested\n"
    )
    memory = {
        "understudy": measure.extra_megabytes(
            prepare + "import understudy as us; us.bleu(['a'], ['a']).score", "us.bleu(hyps, refs).score"
        ),
        "sacrebleu": measure.extra_megabytes(
            prepare + "import peers; peers.sacrebleu_bleu(['a'], ['a'])", "peers.sacrebleu_bleu(hyps, refs)"
        ),
    }
    measure.report(
        "bleu",
        "Corpus BLEU against sacrebleu",
        [
            f"{segments:,} segments, {words:,} words on both sides, lists of Python strings, one thread unless stated",
            "ratio: sacrebleu's time for the same work (one reference and 13a unless stated), divided by ours",
            f"extra memory: understudy {memory['understudy']:.0f} MB, sacrebleu {memory['sacrebleu']:.0f} MB",
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["job", "faster than sacrebleu", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
