"""Compare our NIST scores with those that mteval and NLTK gave for texts which can't be shipped here.

    python tests/oracles/check_golden_nist.py GOLDEN

GOLDEN is the folder that check_golden.py takes, and the report and the exit code are like its.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from golden import TOLERANCE, Comparison, Golden, report

import understudy as us


def mteval_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("mteval"):
        hyps, refs = golden.texts(record)
        opts, version = record["opts"], record["impl"]
        international = "v12" in version or "--international-tokenization" in opts
        lower = "no" if "-c" in opts else "yes" if international else "ascii"
        settings = f"tokenizer={'intl' if international else '13a'},lowercase={lower},compat=mteval"
        nine = us.score(hyps, refs, f"nist:{settings},order=9")["nist"].parts
        five = us.score(hyps, refs, f"nist:{settings}")["nist"]
        ours = [five.score] + [nine[f"{part}_{n}"] for part in ("cumulative", "individual") for n in range(1, 10)]
        expected = [record["NIST"], *record["NIST_cum"], *record["NIST_ind"]]
        yield f"{version} NIST, {record['refs']}", settings, expected, ours, TOLERANCE
        if "NIST_seg" in record:
            seg = record["NIST_seg"]
            listed = list(seg.values()) if isinstance(seg, dict) else seg
            yield f"{version} segment NIST, {record['refs']}", settings, listed, list(five.segments), TOLERANCE


def nltk_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("nltk"):
        if record["metric"] == "corpus_nist":  # its score with two references is no oracle
            hyps, refs = golden.texts(record)
            settings = f"tokenizer=none,lowercase=no,order={record['n']}"
            ours = us.score(hyps, refs, f"nist:{settings}")["nist"].score
            yield "NLTK corpus_nist, ref", settings, [record["score"]], [ours], TOLERANCE


if __name__ == "__main__":
    sys.exit(report(sys.argv[1], mteval_records, nltk_records))
