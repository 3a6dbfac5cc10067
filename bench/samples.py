"""The text of a page, and the calls of ours and of the peers that its rows measure on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import corpus
import peers
import shapes

import understudy as us
from understudy.inputs.texts import texts
from understudy.tokens import Reading, TokenTable


@dataclass(frozen=True)
class Sample:
    """Hypotheses and references. `streams` has the references one list after the other, `nested` by segment."""

    hyps: list[str]
    streams: tuple[list[str], ...]
    nested: list[list[str]]

    @property
    def refs(self) -> list[str]:
        return self.streams[0]

    @property
    def segments(self) -> int:
        return len(self.hyps)

    @property
    def words(self) -> int:
        """The words of the hypotheses and of the first references."""
        return sum(len(line.split()) for line in self.hyps + self.refs)

    @property
    def characters(self) -> int:
        """The average length of the first references."""
        return sum(map(len, self.refs)) // self.segments


Call = Callable[[Any], object]  # of what a row's `of` makes of the page's text


def sample(segments: int, references: int) -> Sample:
    hyps, nested = corpus.parallel(segments, references)
    return Sample(hyps, tuple(list(stream) for stream in zip(*nested, strict=True)), nested)


def single(hyps: list[str], refs: list[str]) -> Sample:
    """A sample with one reference for each segment."""
    return Sample(hyps, (refs,), [[ref] for ref in refs])


# What `Row.of` may be: these make another text of the page's.


def english(text: Sample) -> Sample:
    return text


def fifth(text: Sample) -> Sample:
    count = max(1, text.segments // 5)
    return single(text.hyps[:count], text.refs[:count])


def twentieth(text: Sample) -> Sample:
    """All references, but few hypotheses."""
    return Sample(text.hyps[: max(1, text.segments // 20)], text.streams, text.nested)


def japanese(text: Sample) -> Sample:
    return single(*shapes.japanese(text.segments))


def summaries(text: Sample) -> Sample:
    """The same words as texts of three lines."""
    starts = range(0, text.segments, 3)
    hyps, refs = (["\n".join(lines[at : at + 3]) for at in starts] for lines in (text.hyps, text.refs))
    return single(hyps, refs)


class Tokens:
    """Text that is split at whitespace already, for our hLEPOR and for the peers'."""

    def __init__(self, text: Sample) -> None:
        self.bound = us.hlepor.settings(tokenizer="none").bind(text.refs)
        self.hyps = self.bound.table.add(texts(text.hyps, "hypotheses"))
        separate = peers.hlepor_module()._separate_to_words
        self.separated = separate(text.refs, text.hyps, separate_punctuation=False)
        self.texts = text

    def ours(self) -> object:
        return self.bound.count(self.hyps).totals().parts()

    def by_hlepor(self) -> None:
        module = peers.hlepor_module()
        separate = module._separate_to_words
        module._separate_to_words = lambda *_: self.separated
        try:
            peers.hlepor(self.texts.hyps, self.texts.refs)
        finally:
            module._separate_to_words = separate

    def by_nltk(self) -> None:
        refs, _, hyps, *_ = self.separated
        peers.nltk_lepor(hyps, refs, lambda listed: listed)


# The calls of the rows.


def ours(metric: Callable[..., us.Result], references: int = 1, **settings: Any) -> Call:
    """The score of the corpus by one of our metrics."""
    return lambda text: metric(text.hyps, text.refs if references == 1 else text.nested, **settings).score


def segment_scores(metric: Callable[..., us.Result], **settings: Any) -> Call:
    return lambda text: metric(text.hyps, text.refs, **settings).segments.sum()


def several(names: tuple[str, ...], settings: str = "", threads: int = 1) -> Call:
    """The scores of several of our metrics, which share what they read."""
    metrics = [f"{name}{settings}" for name in names]
    return lambda text: [each.score for each in us.score(text.hyps, text.refs, metrics, threads=threads).values()]


def theirs(peer: Callable[..., object], references: int = 1, **settings: Any) -> Call:
    """What a function of `peers` computes."""
    return lambda text: peer(text.hyps, *text.streams[:references], **settings)


def tokens_13a(text: Sample) -> None:
    table = TokenTable(Reading("13a"))
    table.add(texts(text.hyps, "hypotheses"))
    table.add(texts(text.refs, "references"))
