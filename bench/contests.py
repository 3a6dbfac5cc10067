"""Who is measured against whom: a metric of ours and a peer that computes the same from the same text."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import peers
from shapes import SHAPES, Text, ted

import understudy as us

ENGLISH = tuple(name for name in SHAPES if name != "japanese")
ALL = tuple(SHAPES)
FIVE = ("bleu", "nist", "wer", "meteor", "lepor")  # of five families, with their default settings


@dataclass(frozen=True)
class Contest:
    """`scale`: what the peer's scores are multiplied by to be ours; none where its definition is another."""

    name: str
    metrics: tuple[str, ...]
    peer: str
    package: str
    theirs: Callable[[list[str], list[str]], object]
    scale: float | None = 1
    shapes: tuple[str, ...] = ENGLISH
    warm: int = 50  # TED-like lines that the peer is given before it is measured

    def warm_up(self) -> None:
        self.theirs(*ted(self.warm))

    def check(self, text: Text) -> None:
        """Refuse to compare the times of different scores."""
        if self.scale is None:
            return
        found = self.theirs(text.hyps, text.refs)
        listed = found if isinstance(found, list) else [found]
        for our, their in zip(ours(self.metrics, text), listed, strict=True):
            if abs(our - their * self.scale) > 1e-6 * max(1, abs(our)):
                raise RuntimeError(f"another score: ours is {our:.6f}, the peer's {their * self.scale:.6f}")


def ours(metrics: Sequence[str], text: Text, threads: int = 1) -> list[float]:
    return [result.score for result in us.score(text.hyps, text.refs, list(metrics), threads=threads).values()]


def by(function: Callable[..., object], **settings: object) -> Callable[[list[str], list[str]], object]:
    return functools.partial(function, **settings)


CONTESTS = [
    Contest("BLEU, 13a", ("bleu",), "sacrebleu", "sacrebleu", peers.sacrebleu_bleu),
    Contest(
        "BLEU, char",
        ("bleu:tokenizer=char",),
        "sacrebleu",
        "sacrebleu",
        by(peers.sacrebleu_bleu, tokenize="char"),
        shapes=("japanese",),
    ),
    Contest("chrF", ("chrf",), "sacrebleu", "sacrebleu", peers.sacrebleu_chrf, shapes=ALL),
    Contest("chrF++", ("chrf++",), "sacrebleu", "sacrebleu", by(peers.sacrebleu_chrf, word_order=2)),
    # Ours looks for every shift in long segments, sacrebleu's does not.
    Contest("TER", ("ter",), "sacrebleu", "sacrebleu", peers.sacrebleu_ter, scale=None),
    Contest("WER", ("wer",), "jiwer", "jiwer", peers.jiwer_wer, 100),
    Contest("WER", ("wer",), "rapidfuzz, str.split", "rapidfuzz", peers.rapidfuzz_wer, 100),
    Contest("CER", ("cer",), "jiwer", "jiwer", peers.jiwer_cer, 100, shapes=ALL),
    Contest("NIST, whitespace tokens", ("nist:tokenizer=none,lowercase=no",), "NLTK", "nltk", peers.nltk_nist),
    Contest("GLEU, whitespace tokens", ("gleu:tokenizer=none",), "NLTK", "nltk", peers.nltk_gleu, 100),
    # It answers with statistics, not scores. Java compiles what it runs often.
    Contest("METEOR", ("meteor",), "METEOR's jar, warm", "pycocoevalcap", peers.meteor_jar, None, warm=3000),
    Contest(
        "ROUGE-1, -2 and -L",
        tuple(f"{name}:compat=rouge_score,stemmer=none" for name in ("rouge1", "rouge2", "rougeL")),
        "rouge-score",
        "rouge-score",
        peers.rouge_score,
    ),
    Contest(
        "CIDEr-D, whitespace tokens",
        ("ciderD:tokenizer=none,lowercase=no",),
        "pycocoevalcap",
        "pycocoevalcap",
        peers.pycocoevalcap_cider,
    ),
    # It splits at punctuation by NLTK's rules, ours by mteval's.
    Contest("hLEPOR", ("hlepor",), "hLepor", "hLepor", peers.hlepor, None),
]
