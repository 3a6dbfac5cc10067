"""Compare our chrF scores with those that sacrebleu, NLTK and chrF++.py gave for texts which can't be shipped here.

    python tests/oracles/check_golden_chrf.py GOLDEN

GOLDEN is the folder that check_golden.py takes, and the report and the exit code are like its.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from golden import TOLERANCE, Comparison, Golden, report

import understudy as us


def written(params: dict) -> str:
    listed = ((name, ("no", "yes")[value] if type(value) is bool else value) for name, value in params.items())
    return ",".join(f"{name}={value}" for name, value in listed)


def sacrebleu_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("sacrebleu"):
        if record["metric"] != "chrF":
            continue
        hyps, refs = golden.texts(record)
        settings = written(record["params"])
        result = us.score(hyps, refs, f"chrf:{settings}" if settings else "chrf")["chrf"]
        name = f"sacrebleu chrF, {record['data']}, {record['refs']}"
        yield name, settings, [record["score"]], [result.score], TOLERANCE
        if "seg" in record:
            yield f"{name}, segments", settings, record["seg"], list(result.segments), TOLERANCE


def nltk_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("nltk"):
        if "chrf" in record["metric"]:
            hyps, refs = golden.texts(record)
            settings = "beta=3,eps_smoothing=yes"
            ours = us.score(hyps, refs, f"chrf:{settings}")["chrf"].segments.mean() / 100
            yield "NLTK corpus_chrf, mean of segments", settings, [record["score"]], [ours], TOLERANCE


def original_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("others"):
        if record["impl"].startswith("chrF++.py"):
            hyps, refs = golden.texts(record | {"refs": "ref"})
            settings = f"char_order={record['nc']},word_order={record['nw']},beta={record['beta']},eps_smoothing=yes"
            result = us.score(hyps, refs, f"chrf:{settings}")["chrf"]
            ours = [result.score, result.segments.mean()]
            yield "chrF++.py, corpus and mean of segments", settings, [record["docF"], record["avgF"]], ours, TOLERANCE


if __name__ == "__main__":
    sys.exit(report(*sys.argv[1:], sacrebleu_records, nltk_records, original_records))
