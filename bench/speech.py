"""How much faster than its peers is what speech recognition needs: normalized error rates, and segmentation?

python bench/speech.py [UTTERANCES] [WORDS]

Writes bench/results/speech.md. The peers of the first row are jiwer with whisper-normalizer, on some of the utterances
and scaled up; of the second the program mweralign, if it is on the path, with its start.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import jiwer
import measure
from whisper_normalizer.english import EnglishTextNormalizer

import understudy as us

SPOKEN = (
    "um well it's|I'd been there|twenty five dollars|the colour of|nineteen ninety nine|you know|we won't|"
    "Mr. Smith said|two hundred and six|gonna be|3.5 million|the first time|uh|a programme|50%|isn't it|"
    "let's go|O.K.|in the theatre"
).split("|")
OTHER = "of and to in that is was for on with as at by this had not are but from or have an they which one were".split()
SAMPLE = 2000  # utterances that the peers are given
RUNS = 3


def utterances(count: int, seed: int) -> tuple[list[str], list[str]]:
    """Made-up transcripts of about 18 words, and their recognition with errors."""
    rng = random.Random(seed)
    rest = [
        f"{a}{b}" for a in ("re", "con", "un", "pre", "sub") for b in ("tain", "form", "port", "duct", "sent", "ly")
    ]
    refs = [" ".join(rng.choices([*SPOKEN, *OTHER, *rest], k=15)).capitalize() + "." for _ in range(count)]
    hyps = [" ".join(w for w in ref.lower().split() if rng.random() > 0.05) for ref in refs]
    return hyps, refs


def seconds(call: Callable[[], object]) -> float:
    """Processor time, the least of some runs: the machine may be busy."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def children(command: list[str]) -> float:
    """Processor time of a program, with its start."""
    import resource

    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def word_error_rate(count: int) -> list[str]:
    """WER with whisper-en."""
    hyps, refs = utterances(count, 1)
    normalize = EnglishTextNormalizer()

    def peer(some: slice) -> float:
        return 100 * jiwer.wer([normalize(each) for each in refs[some]], [normalize(each) for each in hyps[some]])

    def ours(some: slice) -> float:
        return float(us.wer(hyps[some], refs[some], normalizer="whisper-en"))

    few = slice(0, SAMPLE)
    if abs(ours(few) - peer(few)) > 1e-9:
        raise SystemExit(f"scores differ: ours {ours(few)}, the peers' {peer(few)}; nothing was measured")
    our, their = seconds(lambda: ours(slice(None))), seconds(lambda: peer(few)) * count / SAMPLE
    return [f"WER with whisper-en, {count:,} utterances", f"{our:.2f} s", f"{their:.1f} s", f"{their / our:.0f}"]


def segmentation(words: int) -> list[str]:
    """An hour of speech cut like its reference."""
    rng = random.Random(2)
    vocabulary = [f"w{int(rng.paretovariate(0.7))}" for _ in range(5000)]
    refs = [" ".join(rng.choices(vocabulary, k=20)) for _ in range(words // 20)]
    heard = [word if rng.random() > 0.1 else rng.choice(vocabulary) for word in " ".join(refs).split()]
    name = f"segmentation, {words:,} words, 10 % of them wrong"
    our = seconds(lambda: us.segment(" ".join(heard), refs))
    program = shutil.which("mweralign")
    if program is None:
        return [name, f"{our:.2f} s", "not installed", ""]
    with tempfile.TemporaryDirectory() as folder:
        ref, hyp = Path(folder, "ref"), Path(folder, "hyp")
        ref.write_text("\n".join(refs) + "\n", encoding="utf-8")
        hyp.write_text(" ".join(heard) + "\n", encoding="utf-8")
        their = children([program, "-r", str(ref), "-t", str(hyp), "-m", "none"])
    return [name, f"{our:.2f} s", f"{their:.1f} s", f"{their / our:.0f}"]


def main(count: int = 100_000, words: int = 10_000) -> None:
    rows = [word_error_rate(count), segmentation(words)]
    about = [
        "one thread, Python strings in; processor time, the best of three runs, because the machine was busy",
        f"jiwer with whisper-normalizer on {SAMPLE:,} of the utterances, scaled up; mweralign with its start",
        "the WER is the same number before anything is measured",
        measure.machine(),
        measure.versions("understudy", "jiwer", "whisper-normalizer"),
    ]
    measure.report("speech", "Speech", about, ["task", "understudy", "peers", "times as fast"], rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
