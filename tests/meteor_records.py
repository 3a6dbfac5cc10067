"""What METEOR 1.5 printed, one run after another, and the settings of ours that reproduce each run."""

from __future__ import annotations

import gzip
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.errors import LanguageWarning
from understudy.metrics.meteor.metric import METEOR
from understudy.metrics.meteor.readable import STATISTICS

SHIPPED = Path(__file__).parent / "oracles" / "meteor" / "records.jsonl.gz"


@dataclass(frozen=True)
class Run:
    """One run of METEOR: what it printed for the corpus, and for every segment."""

    corpus: dict
    segments: list[dict]

    @property
    def name(self) -> str:
        return self.corpus["config"]

    @property
    def hyps(self) -> list[str]:
        return [segment["hyp"] for segment in self.segments]

    @property
    def refs(self) -> list[list[str]]:
        return [segment["refs"] for segment in self.segments]


def runs(path: Path) -> Iterator[Run]:
    """The runs in a file."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    begins = [i for i, record in enumerate(records) if record.get("type") == "corpus"]
    for begin, end in zip(begins, [*begins[1:], len(records)], strict=True):
        yield Run(records[begin], records[begin + 1 : end])


def metric_of(options: list[str]) -> METEOR:
    """Our settings for METEOR's command line."""

    def after(option: str, default: str | None = None) -> str | None:
        return options[options.index(option) + 1] if option in options else default

    lang = after("-l", "en")
    norm = "lower" if "-lower" in options else "none"
    if "-norm" in options:
        norm = "nopunct" if "-noPunct" in options else "full"
    modules = after("-m")
    full = modules is None and lang != "other"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        return METEOR(
            lang=lang,
            task=after("-t"),
            norm=norm,
            modules=modules.split() if modules else None,
            paraphrase="auto" if full else None,
            beam=int(after("-x", "40")),
            characters="-ch" in options,
        )


def differences(run: Run, metric: METEOR) -> Iterator[str]:
    """Tell every segment, and what of the corpus, that differs from METEOR's: the largest score difference is 1e-12."""
    stats = metric.stats(run.hyps, run.refs)
    scores = stats.segment_scores() / 100
    for at, (segment, row, score) in enumerate(zip(run.segments, stats.rows, scores, strict=True)):
        where = f"{run.name} {segment['i']}"
        if " ".join(metric.reading(segment["hyp"])) != segment["hyp_tok"]:
            yield f"{where}: tokens {metric.reading(segment['hyp'])}, not {segment['hyp_tok']!r}"
        if segment["ref_tok"] not in [" ".join(metric.reading(ref)) for ref in segment["refs"]]:
            yield f"{where}: tokens of the references lack {segment['ref_tok']!r}"
        expected = dict(zip(STATISTICS, segment["stats"], strict=True))
        words = [len(segment[side].split()) for side in ("hyp_tok", "ref_tok")]
        if [expected["chunks"], expected["hyp_matched"], expected["ref_matched"]] == [1, *words]:
            expected["chunks"] = 0  # as METEOR has it in the sum for a corpus
        ours = dict(zip(STATISTICS, row.tolist(), strict=False))
        if ours != expected:
            yield f"{where}: statistics {ours}, not {expected}"
        if not abs(score - segment["score"]) <= 1e-12:
            yield f"{where}: score {score}, not {segment['score']}"
        found = metric.alignment(segment["hyp"], segment["refs"]) if at < 100 else None
        if found is not None and [list(match) for match in found.matches] != segment["matches"]:
            yield f"{where}: matches {found.matches}, not {segment['matches']}"
    yield from corpus_differences(run, metric, stats.totals().parts())


def corpus_differences(run: Run, metric: METEOR, parts: dict[str, float]) -> Iterator[str]:
    names = {"precision": "precision", "recall": "recall", "fmean": "f_mean", "penalty": "penalty", "score": "score"}
    names |= {"chunks": "chunks", "test_len": "hyp_length", "ref_len": "ref_length"}
    for theirs, mine in names.items():
        scale = 100 if mine in ("precision", "recall", "f_mean", "score") else 1
        if not np.isclose(parts[mine] / scale, run.corpus[theirs], rtol=1e-14, atol=0):
            yield f"{run.name}: {mine} {parts[mine]} of the corpus, not {run.corpus[theirs]}"
    if metric.eval_id != run.corpus["eval_id"]:
        yield f"{run.name}: Eval ID {metric.eval_id}, not {run.corpus['eval_id']}"


def furthest(run: Run, metric: METEOR) -> float:
    """The largest difference of a segment score or of the score of the corpus."""
    stats = metric.stats(run.hyps, run.refs)
    ours = [*(stats.segment_scores() / 100), stats.totals().parts()["score"] / 100]
    theirs = [*(segment["score"] for segment in run.segments), run.corpus["score"]]
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
