"""Compare our scores with those that the original programs printed for texts which can't be shipped here.

    python tests/oracles/check_golden.py GOLDEN

GOLDEN holds `metrics/*.jsonl` (one record a run of an original program) and the texts in `ted500/`. Every family of
records is listed with the setting of ours that reproduces it, the number of values compared and the largest relative
difference. The exit code is 1 if a difference exceeds the tolerance.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from golden import TOLERANCE, Comparison, Golden, report
from golden import relative as relative  # other comparisons take it from here

import understudy as us


def sacrebleu_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("sacrebleu"):
        if "BLEU" not in record["metric"]:
            continue
        hyps, refs = golden.texts(record)
        settings = f"tokenizer={record.get('tok') or '13a'},lowercase={'yes' if record.get('lc') else 'no'}"
        settings += f",order={record.get('max_ngram_order') or 4},smoothing={record.get('smooth') or 'exp'}"
        if record["metric"] == "sentence-BLEU":
            settings += f",effective_order={'always' if record['effective_order'] else 'never'}"
            ours = us.score(hyps, refs, f"bleu:{settings}")["bleu"].segments
            yield "sacrebleu sentence-BLEU", settings, record["seg"], list(ours), TOLERANCE
            continue
        result = us.score(hyps, refs, f"bleu:{settings}")["bleu"]
        orders = range(1, len(record["totals"]) + 1)
        expected = [record[name] for name in ("score", "bp", "sys_len", "ref_len")]
        ours = [result.parts[name] for name in ("score", "brevity", "hyp_length", "ref_length")]
        expected += record["precisions"] + record["totals"]
        ours += [result.parts[f"{part}_{n}"] for part in ("precision", "total") for n in orders]
        if record.get("smooth") != "add-k":  # there sacrebleu reports counts with k added
            expected += record["counts"]
            ours += [result.parts[f"match_{n}"] for n in orders]
        else:
            k = [0.0] + [1.0] * (len(orders) - 1)
            expected[-len(orders) :] = [total - each for total, each in zip(record["totals"], k, strict=True)]
        yield "sacrebleu BLEU", settings, expected, ours, TOLERANCE


def mteval_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("mteval"):
        hyps, refs = golden.texts(record)
        opts, version = record["opts"], record["impl"]
        old = "v11b" in version or "v12" in version
        international = "v12" in version or "--international-tokenization" in opts
        lower = "no" if "-c" in opts else "yes" if international else "ascii"
        settings = f"tokenizer={'intl' if international else '13a'},lowercase={lower}"
        settings += f",smoothing={'none' if old or '--no-smoothing' in opts else 'exp'}"
        settings += f",reference_length={'shortest' if old or 'shortest' in opts else 'closest'}"
        settings += ",effective_order=never" if old else ",compat=mteval"
        ours = [us.score(hyps, refs, f"bleu:{settings},order={n}")["bleu"].fraction for n in range(1, 10)]
        nine = us.score(hyps, refs, f"bleu:{settings},order=9")["bleu"].parts
        ours += [nine[f"precision_{n}"] / 100 for n in range(1, 10)]
        yield f"{version} BLEU", settings, record["BLEU_cum"] + record["BLEU_ind"], ours, TOLERANCE
        if "BLEU_seg" in record:
            segments = us.score(hyps, refs, f"bleu:{settings}")["bleu"].segments / 100
            expected = record["BLEU_seg"]
            expected = list(expected.values()) if isinstance(expected, dict) else expected
            yield f"{version} segment BLEU", settings, expected, list(segments), TOLERANCE


def multi_bleu_records(golden: Golden) -> Iterator[Comparison]:
    for record in golden.records("multibleu"):
        hyps, refs = golden.texts(record)
        detok = "detok" in record["impl"]
        lower = ("yes" if detok else "ascii") if record["lc"] else "no"
        settings = f"compat=multi-bleu,lowercase={lower}" + (",tokenizer=13a" if detok else "")
        parts = us.score(hyps, refs, f"bleu:{settings}")["bleu"].parts
        numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", record["line"])]
        names = ["score", *(f"precision_{n}" for n in range(1, 5)), "brevity", "ratio", "hyp_length", "ref_length"]
        digits = [2, 1, 1, 1, 1, 3, 3, 0, 0]
        ours = [round(parts[name], places) for name, places in zip(names, digits, strict=True)]
        yield f"{record['impl']} (as printed)", settings, numbers, ours, 1e-12


if __name__ == "__main__":
    sys.exit(report(sys.argv[1], sacrebleu_records, mteval_records, multi_bleu_records))
