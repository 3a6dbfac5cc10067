"""Compare our ROUGE, GLEU, RIBES and CIDEr-D with those of the original programs for texts which can't be shipped.

    python tests/oracles/check_golden_rouge.py GOLDEN

GOLDEN is the folder that check_golden.py takes, and the report and the exit code are like its.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from golden import TOLERANCE, Comparison, Golden, report

import understudy as us

NAMES = {"precision": "p", "recall": "r", "score": "f"}


def rouge_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("rouge"):
        folder = "ted.{}.detok.eng" if record["data"].startswith("ted500") else "sum.{}.eng"
        hyps, refs = (golden.lines(folder.format(each)) for each in (record["sys"], "ref"))
        if "blocks" in record["data"]:
            hyps, refs = (["\n".join(lines[i : i + 5]) for i in range(0, len(lines), 5)] for lines in (hyps, refs))
        settings = f"{record['type']}:compat=rouge_score,stemmer={'porter' if record['stemmer'] else 'none'}"
        stats = us.make_metric(settings).stats(hyps, refs)
        of_segments, of_corpus = stats.metric.score(stats.rows), stats.totals().parts()
        family = f"rouge_score {record['type']}, {'lines' if 'blocks' in record['data'] else 'segments'}"
        for name, letter in NAMES.items():
            if letter in record:
                yield family, settings, record[letter], list(of_segments[name] / 100), TOLERANCE
        if "mean" in record:
            yield f"{family}, means", settings, record["mean"], [of_corpus[name] / 100 for name in NAMES], TOLERANCE


def cider_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("others"):
        if "CIDEr-D" in record["impl"]:
            hyps, refs = golden.texts(record)
            result = us.score(hyps, refs, "ciderD:tokenizer=none")["ciderD"]
            expected, ours = [record["score"], *record["seg"]], [result.score, *result.segments]
            yield f"pycocoevalcap CIDEr-D, {record['refs']}", "ciderD:tokenizer=none", expected, ours, TOLERANCE


def gleu_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("nltk"):
        if record["metric"] == "corpus_gleu":
            one, two = (
                us.gleu(*golden.texts(record | {"refs": refs}), tokenizer="none") for refs in ("ref", "ref+other")
            )
            expected = [record["score"], record["score_2refs"], *record["seg"]]
            yield (
                "NLTK GLEU",
                "gleu:tokenizer=none",
                expected,
                [one.fraction, two.fraction, *one.segments / 100],
                TOLERANCE,
            )


def ribes_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("others"):
        if record["impl"].startswith("RIBES"):
            result = us.ribes(*golden.texts(record | {"refs": "ref"}), tokenizer="none")
            expected = [record["score"], *record["seg"]]
            yield record["impl"], "ribes:tokenizer=none", expected, [result.fraction, *result.segments / 100], TOLERANCE


if __name__ == "__main__":
    sys.exit(report(*sys.argv[1:], rouge_records, cider_records, gleu_records, ribes_records))
