"""The same user code with only the import changed: how much faster is it?

python bench/dropin.py [SEGMENTS]

A peer has its jobs in JOBS: what a user writes, as a function of the module, and how much faster it must be at least.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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

    @cached_property
    def tokens(self) -> tuple[list[list[list[str]]], list[list[str]]]:
        """References and hypotheses as NLTK takes them, split once and not measured."""
        return [[ref.split() for ref in each] for each in self.refs], [hyp.split() for hyp in self.hyps]

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
    return module.corpus_bleu(*texts.tokens)


def rate(module: Any, texts: Texts) -> object:
    return module.word_error_rate(texts.hyps, texts.stream)


def sacre_bleu(module: Any, texts: Texts) -> object:
    return module.sacre_bleu_score(texts.hyps, [[ref] for ref in texts.stream])


def chrf(module: Any, texts: Texts) -> object:
    return module.chrf_score(texts.hyps, [[ref] for ref in texts.stream])


class Images:
    """What COCOEvalCap asks of pycocotools' COCO."""

    def __init__(self, captions: list[list[str]]) -> None:
        self.imgToAnns = {image: [{"caption": text} for text in each] for image, each in enumerate(captions)}

    def getImgIds(self) -> list[int]:
        return list(self.imgToAnns)


def captioned(module: Any, texts: Texts) -> object:
    """COCOEvalCap.evaluate without SPICE, which ours doesn't offer; each text is its caption, cut to twelve words."""

    class Skipped:
        def compute_score(self, gts: Any, res: Any) -> tuple[float, list[float]]:
            return 0.0, [0.0] * len(gts)

        def method(self) -> str:
            return "SPICE"

    module.Spice = Skipped
    refs = [[*([" ".join(ref.split()[:12]) for ref in each] * 5)][:5] for each in texts.refs]
    hyps = [[" ".join(hyp.split()[:12])] for hyp in texts.hyps]
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore"):
        return module.COCOEvalCap(Images(refs), Images(hyps)).evaluate()


JOBS = [
    Job("sacrebleu", "corpus_bleu", lambda module, texts: module.corpus_bleu(texts.hyps, [texts.stream]), 60),
    Job("sacrebleu", "corpus_chrf", lambda module, texts: module.corpus_chrf(texts.hyps, [texts.stream]), 60),
    Job("sacrebleu", "corpus_ter", lambda module, texts: module.corpus_ter(texts.hyps, [texts.stream]), 100, FEWER),
    Job("sacrebleu", "BLEU().corpus_score(n_bootstrap=1000)", bootstrap, 1, FEWER),
    Job("sacrebleu", "BLEU().sentence_score, one by one", sentences, 1, FEWER),
    Job("sacrebleu", "PairedTest, randomization, two systems", paired, 1, FEWER),
    Job("jiwer", "wer", lambda module, texts: module.wer(texts.stream, texts.hyps), 15),
    Job("jiwer", "wer, one by one", one_by_one, 1),
    Job("rouge_score.rouge_scorer", "RougeScorer.score, one by one", rouge, 10),
    Job("nltk.translate.bleu_score", "corpus_bleu", of_tokens, 20),
    Job("nltk.translate.nist_score", "corpus_nist", lambda module, texts: module.corpus_nist(*texts.tokens), 1, FEWER),
    Job(
        "nltk.translate.ribes_score",
        "corpus_ribes",
        lambda module, texts: module.corpus_ribes(*texts.tokens),
        1,
        FEWER,
    ),
    Job("torchmetrics.functional.text", "word_error_rate", rate, 1, FEWER),
    Job("torchmetrics.functional.text", "sacre_bleu_score", sacre_bleu, 1, FEWER),
    Job("torchmetrics.functional.text", "chrf_score", chrf, 1, FEWER // 10),
    Job("pycocoevalcap.eval", "COCOEvalCap.evaluate without SPICE, five references", captioned, 20, FEWER),
]


def starts(modules: list[str]) -> list[float]:
    """The processor seconds to import each module in a new process, without those of Python itself."""
    best = [float("inf")] * len(modules)
    for _ in range(STARTS):
        for i, module in enumerate(modules):
            program = f"import time; begin = time.process_time(); import {module}; print(time.process_time() - begin)"
            run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
            best[i] = min(best[i], float(run.stdout))
    return best


def measured(job: Job, texts: Texts) -> list[str]:
    part = texts.first(job.segments)
    modules = [importlib.import_module(name) for name in (f"understudy.compat.{job.peer}", job.peer)]
    calls = [lambda module=module: job.run(module, part) for module in modules]
    ours, theirs = measure.in_turn(calls, clock=time.process_time)
    return [f"{job.peer}: {job.title}", f"{len(part.hyps):,}", f"{theirs / ours:.0f} x", f"{job.least:g} x"]


def main(segments: int = ALL) -> None:
    texts = Texts(*corpus.parallel(segments))
    jobs = [job for job in JOBS if importlib.util.find_spec(job.peer.partition(".")[0])]
    rows = [measured(job, texts) for job in jobs]
    peers = sorted({job.peer for job in jobs})
    for peer in (peer for peer in peers if not peer.startswith("torchmetrics")):  # ours imports the peer itself
        theirs, ours = starts([peer, f"understudy.compat.{peer}"])
        rows.append([f"{peer}: import, in a new process", "", f"{theirs / ours:.1f} x", "1 x"])
    measure.report(
        "dropin",
        "The same code with only the import changed",
        [
            measure.machine(),
            measure.versions("understudy", *dict.fromkeys(peer.partition(".")[0] for peer in peers)),
            f"{segments:,} segments of about 17 words, one reference; processor time, best of three runs taken in turn",
            f"other programs were running: a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores",
        ],
        ["code", "segments", "faster", "at least"],
        rows,
        keep=segments == ALL,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
