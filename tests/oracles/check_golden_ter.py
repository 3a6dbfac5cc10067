"""Compare our TER with the edits that sacrebleu and tercom counted for texts which can't be shipped here.

    python tests/oracles/check_golden_ter.py GOLDEN

GOLDEN is the folder that check_golden.py takes. Edits and lengths of every segment are compared, exactly. tercom's are
compared with our exact search; the segments in which they differ are listed with the number of words. They may differ
where tercom counts an empty word (-P leaves a blank at the beginning), where sacrebleu normalizes references twice, and
in long segments, where a beam makes tercom count too many edits, or it takes another of equally good shifts.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from golden import Golden

from understudy.contract.metric import Metric
from understudy.metrics import make_metric
from understudy.tokens.builtin.tercom import PUNCTUATION, TercomWords

LONG = 75  # words
# name, our setting, expected edits and lengths, ours, words of the hypotheses
Comparison = tuple[str, str, list[float], list[float], list[float], list[float], list[float]]


def with_empty_word(text: str, normalized: bool) -> list[str]:
    """tercom's words with -P: a blank that is left at the beginning makes an empty word before it."""
    line = " ".join(TercomWords(normalized=True)(text)) if normalized else text
    left = re.sub(f"[{re.escape(PUNCTUATION)}]", "", line)
    return [""] * left[:1].isspace() + left.split()


def counted(golden: Golden, record: dict, metric: Metric) -> tuple[list[float], list[float], list[float]]:
    hyps, refs = golden.texts(record)
    parts = metric.score(metric.stats(hyps, refs).rows)
    return parts["edits"].tolist(), parts["ref_length"].tolist(), parts["hyp_length"].tolist()


def sacrebleu_records(golden: Golden, compat: str) -> Iterator[Comparison]:
    for record in golden.records("sacrebleu"):
        if record["metric"] == "TER":
            params = dict(record["params"])
            sensitive = params.pop("case_sensitive", False)
            chosen = [f"{name}=yes" for name, value in params.items() if value]
            settings = ",".join([*chosen, *(["lowercase=no"] if sensitive else []), *([compat] if compat else [])])
            name = f"sacrebleu, {record['sys']}, {record['refs']}"
            yield (
                name,
                settings,
                record["seg_edits"],
                record["seg_reflen"],
                *counted(golden, record, make_metric(f"ter:{settings}".rstrip(":"))),
            )


def tercom_records(golden: Golden) -> Iterator[Comparison]:
    names = {"-s": "lowercase=no", "-N": "normalized=yes", "-P": "no_punct=yes"}
    for record in golden.records("tercom"):
        if "-d" in record["opts"]:  # ours has tercom's usual distance of 50 words only
            continue
        settings = ",".join(names[option] for option in record["opts"] if option in names)
        name = f"tercom {' '.join(record['opts'])}, {record['sys']}, {record['refs']}"
        metric = make_metric(f"ter:{settings}".rstrip(":"))
        yield name, settings, record["edits"], record["words"], *counted(golden, record, metric)
        if "-P" in record["opts"]:
            split = functools.partial(with_empty_word, normalized="-N" in record["opts"])
            counts = counted(golden, record, make_metric("ter", tokenizer=split))
            yield (
                f"{name}, with its empty words",
                "tokenizer=with_empty_word",
                record["edits"],
                record["words"],
                *counts,
            )


def report(comparison: Comparison, strict: bool) -> bool:
    name, settings, edits, lengths, our_edits, our_lengths, words = comparison
    pairs = zip(edits, lengths, our_edits, our_lengths, words, strict=True)
    differing = [(i, *each) for i, each in enumerate(pairs, 1) if each[:2] != each[2:4]]
    # With -P ours has no empty words (the comparison that has them follows), and it normalizes references once.
    expected = "-P" in name and not name.endswith("empty words")
    expected |= name.startswith("sacrebleu") and "normalized" in settings
    unexplained = [each for each in differing if strict or (not expected and each[5] < LONG)]
    total = f"{100 * sum(edits) / sum(lengths):.6f}, ours {100 * sum(our_edits) / sum(our_lengths):.6f}"
    print(f"{'DIFFERS' if unexplained else 'ok':8}{name}: {len(edits)} segments, TER {total}, {len(differing)} differ")
    print(f"        {settings or '(defaults)'}")
    for i, theirs, length, ours, our_length, count in differing[:12]:
        print(f"          segment {i}: {theirs:g}/{length:g}, ours {ours:g}/{our_length:g}, {count:g} words")
    return not unexplained


def main(folder: str) -> int:
    golden = Golden(Path(folder))
    good = [report(each, strict=True) for each in sacrebleu_records(golden, "compat=sacrebleu")]
    print("\nThe exact search against sacrebleu and tercom:\n")
    exact = [*sacrebleu_records(golden, ""), *tercom_records(golden)]
    good += [report(each, strict=False) for each in exact]
    return int(not all(good))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
