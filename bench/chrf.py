"""How much faster than sacrebleu is corpus chrF from lists of Python strings?

python bench/chrf.py [SEGMENTS]
"""

from __future__ import annotations

import random
import sys

import corpus
import measure
import sacrebleu

import understudy as us

PHRASES = """
今日は 明日の 会議で 新しい 機械翻訳の 評価に ついて 話します。 データを 集めて、 結果を 比べる
必要が あります。 私たちは 東京に 住んで いますが、 コーヒーを 飲みながら 研究して いる 学生です。
インターネットの 速さが 問題でした。
"""


def japanese(segments: int, seed: int = 1) -> tuple[list[str], list[str]]:
    """Text without blanks, of about 40 characters: sentences made of phrases, of which every third is another one."""
    rng = random.Random(seed)
    phrases = PHRASES.split()
    refs = [[rng.choice(phrases) for _ in range(9)] for _ in range(segments)]
    hyps = [[rng.choice(phrases) if rng.random() < 1 / 3 else phrase for phrase in ref] for ref in refs]
    return ["".join(hyp) for hyp in hyps], ["".join(ref) for ref in refs]


def main(segments: int = 20_000) -> None:
    hyps, nested = corpus.parallel(segments, references=2)
    refs, more = [each[0] for each in nested], [each[1] for each in nested]
    ja_hyps, ja_refs = japanese(segments)

    def theirs(hyps: list[str], streams: list[list[str]], **settings: object) -> float:
        return sacrebleu.CHRF(**settings).corpus_score(hyps, streams).score

    jobs = [
        ("chrF, English", lambda: us.chrf(hyps, refs).score, lambda: theirs(hyps, [refs])),
        ("chrF, English, two threads", lambda: us.chrf(hyps, refs, threads=2).score, None),
        ("chrF, English, with segment scores", lambda: us.chrf(hyps, refs).segments.sum(), None),
        ("chrF, English, two references", lambda: us.chrf(hyps, nested).score, lambda: theirs(hyps, [refs, more])),
        (
            "chrF++, English",
            lambda: us.chrf(hyps, refs, word_order=2).score,
            lambda: theirs(hyps, [refs], word_order=2),
        ),
        ("chrF, Japanese", lambda: us.chrf(ja_hyps, ja_refs).score, lambda: theirs(ja_hyps, [ja_refs])),
    ]
    rows = measure.compare(jobs)
    measure.report(
        "chrf",
        "Corpus chrF against sacrebleu",
        [
            f"{segments:,} segments of {sum(map(len, refs)) // segments} characters in English and"
            f" {sum(map(len, ja_refs)) // segments} in Japanese, lists of Python strings, one thread unless stated",
            "ratio: sacrebleu's time for the same work (one reference unless stated), divided by ours",
            measure.machine(),
            measure.versions("understudy", "sacrebleu", "numpy"),
        ],
        ["job", "faster than sacrebleu", "time against the first row"],
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
