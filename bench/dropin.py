"""The same user code with only the import changed: how much faster is it?

python bench/dropin.py [SEGMENTS]

A peer has its jobs in JOBS: what a user writes, as a function of the module, and how much faster it must be at least.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import corpus
import measure

ALL = 10_000
FEWER = 1_000  # for what takes the peer minutes
STARTS = 7  # processes, of which the fastest counts


@dataclass(frozen=True)
class Texts:
    hyps: list[str]
    refs: list[list[str]]  # one list a segment

    @property
    def stream(self) -> list[str]:
        """The first reference of each segment."""
        return [each[0] for each in self.refs]

    def first(self, segments: int) -> Texts:
        return Texts(self.hyps[:segments], self.refs[:segments])


@dataclass(frozen=True)
class Job:
    peer: str
    title: str
    run: Callable[[Any, Texts], object]
    least: float  # times as fast
    segments: int = ALL


def bootstrap(module: Any, texts: Texts) -> object:
    return module.BLEU().corpus_score(texts.hyps, [texts.stream], n_bootstrap=1000)


def sentences(module: Any, texts: Texts) -> object:
    metric = module.BLEU(effective_order=True)
    return [metric.sentence_score(hyp, [ref]) for hyp, ref in zip(texts.hyps, texts.stream, strict=True)]


def paired(module: Any, texts: Texts) -> object:
    significance = importlib.import_module(f"{module.__name__}.significance")
    systems = [("A", texts.hyps), ("B", corpus.altered(texts.hyps, 0.05, seed=1))]
    return significance.PairedTest(systems, {"BLEU": module.BLEU()}, [texts.stream], "ar")()


def rouge(module: Any, texts: Texts) -> object:
    scorer = module.RougeScorer(["rouge1", "rouge2", "rougeL"])
    return [scorer.score(ref, hyp) for hyp, ref in zip(texts.hyps, texts.stream, strict=True)]


def one_by_one(module: Any, texts: Texts) -> object:
    return [module.wer(ref, hyp) for hyp, ref in zip(texts.hyps, texts.stream, strict=True)]


def of_tokens(module: Any, texts: Texts) -> object:
    refs = [[ref.split() for ref in each] for each in texts.refs]
    return module.corpus_bleu(refs, [hyp.split() for hyp in texts.hyps])


JOBS = [
    Job("sacrebleu", "corpus_bleu", lambda module, texts: module.corpus_bleu(texts.hyps, [texts.stream]), 60),
    Job("sacrebleu", "corpus_chrf", lambda module, texts: module.corpus_chrf(texts.hyps, [texts.stream]), 60),
    Job("sacrebleu", "corpus_ter", lambda module, texts: module.corpus_ter(texts.hyps, [texts.stream]), 100, FEWER),
    Job("sacrebleu", "BLEU().corpus_score(n_bootstrap=1000)", bootstrap, 1, FEWER),
    Job("sacrebleu", "BLEU().sentence_score, one by one", sentences, 1, FEWER),
    Job("sacrebleu", "PairedTest, randomization, two systems", paired, 1, FEWER),
    Job("jiwer", "wer", lambda module, texts: module.wer(texts.stream, texts.hyps), 15),
    Job("jiwer", "wer, one by one", one_by_one, 1),
    Job("rouge_score.rouge_scorer", "RougeScorer.score, one by one", rouge, 10, FEWER),
    Job("nltk.translate.bleu_score", "corpus_bleu", of_tokens, 20),
]


def start(module: str) -> float:
    """The seconds to import a module in a new process, without those of Python itself."""
    program = f"import time; begin = time.perf_counter(); import {module}; print(time.perf_counter() - begin)"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(STARTS)]
    return min(float(run.stdout) for run in runs)


def measured(job: Job, texts: Texts) -> list[str]:
    part = texts.first(job.segments)
    modules = [importlib.import_module(name) for name in (f"understudy.compat.{job.peer}", job.peer)]
    ours, theirs = measure.in_turn([lambda module=module: job.run(module, part) for module in modules])
    return [f"{job.peer}: {job.title}", f"{len(part.hyps):,}", f"{theirs / ours:.0f} x", f"{job.least:g} x"]


def main(segments: int = ALL) -> None:
    texts = Texts(*corpus.parallel(segments))
    rows = [measured(job, texts) for job in JOBS]
    peers = sorted({job.peer for job in JOBS})
    for peer in peers:
        ratio = start(peer) / start(f"understudy.compat.{peer}")
        rows.append([f"{peer}: import, in a new process", "", f"{ratio:.1f} x", "1 x"])
    measure.report(
        "dropin",
        "The same code with only the import changed",
        [
            measure.machine(),
            measure.versions("understudy", *dict.fromkeys(peer.partition(".")[0] for peer in peers)),
            f"{segments:,} segments of about 17 words, one reference, one thread; best of three runs taken in turn",
        ],
        ["code", "segments", "faster", "at least"],
        rows,
        keep=segments == ALL,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
