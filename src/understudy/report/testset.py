"""The texts of a report: what systems, references and sources hold, and how their words are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from understudy import _core
from understudy.contract.metric import Metric
from understudy.contract.resampling import check_documents
from understudy.errors import InputError
from understudy.inputs import texts as inputs
from understudy.report.content import Counts, Texts
from understudy.tokens import Reading, TokenTable, tokenizer_name
from understudy.tokens.scripts import sample, unfit

LETTERWISE = {"char", "letters", "all-characters"}  # tokenizers whose tokens are no words


@dataclass(frozen=True)
class TestSet:
    """All texts by segment."""

    __test__ = False  # it is no test, whatever pytest makes of its name

    name: str
    systems: dict[str, list[str]]
    references: list[list[str]]
    sources: list[str] | None
    documents: list[str] | None
    reading: Reading  # of the words that are counted and compared outside metrics

    @classmethod
    def read(
        cls,
        systems: Mapping[str, Any],
        references: Any,
        sources: Any,
        documents: Sequence[Any] | None,
        metrics: Sequence[Metric],
    ) -> TestSet:
        """Take the texts in the forms that `evaluate` takes them."""
        lists = {name: _listed(hyps, "hypotheses") for name, hyps in systems.items()}
        segments = len(next(iter(lists.values())))
        name = ", ".join(map(str, references)) if isinstance(references, Mapping) else "Unnamed test set"
        refs = inputs.references(references, segments)
        per_segment = [
            [refs.flat[j] for j in range(int(refs.starts[i]), int(refs.starts[i + 1]))] for i in range(segments)
        ]
        return cls(
            name,
            lists,
            per_segment,
            None if sources is None else _beside(_listed(sources, "sources"), segments, "sources"),
            None if documents is None else [str(each) for each in check_documents(documents, segments) or ()],
            _words(metrics, [refs[0] for refs in per_segment]),
        )

    def __len__(self) -> int:
        return len(self.references)

    @cached_property
    def first_references(self) -> list[str]:
        """The first reference of every segment."""
        return [refs[0] for refs in self.references]

    @cached_property
    def tokens(self) -> list[_core.Tokens]:
        """The words of every system, then of the first references, numbered by one vocabulary."""
        table = TokenTable(self.reading)
        return [table.add(inputs.texts(each, "texts")) for each in (*self.systems.values(), self.first_references)]

    @cached_property
    def lengths(self) -> list[int]:
        """The words of the first reference of every segment."""
        lengths: list[int] = np.diff(self.tokens[-1].offsets.astype(np.int64)).tolist()
        return lengths

    def counts(self) -> Counts:
        """How much there is of everything, and how words were counted."""
        numbers = sorted({len(refs) for refs in self.references})
        return Counts(
            segments=len(self),
            documents=None if self.documents is None else len(set(self.documents)),
            references="-".join(str(each) for each in dict.fromkeys([numbers[0], numbers[-1]])),
            reference_words=sum(self.lengths),
            system_words={name: len(tokens.ids) for name, tokens in zip(self.systems, self.tokens[:-1], strict=True)},
            tokenizer=tokenizer_name(self.reading.tokenizer),
        )

    def texts(self) -> Texts:
        """All texts, for the page."""
        return Texts(self.systems, self.references, self.sources, self.documents)


def _listed(source: Any, what: str) -> list[str]:
    column = inputs.texts(source, what)
    return [column[i] for i in range(len(column))]


def _beside(listed: list[Any], segments: int, what: str) -> list[Any]:
    if len(listed) != segments:
        raise InputError(f"there are {segments} segments but {len(listed)} {what}; give one per segment")
    return listed


def _words(metrics: Sequence[Metric], texts: list[str]) -> Reading:
    """Read words as the first metric does that finds words in these texts; else by rules, or character by character."""
    read = [each.reading.tokenizer for each in metrics if each.reads_text]
    readings = [Reading(tokenizer) for tokenizer in read if tokenizer not in LETTERWISE]
    some = [texts[i] for i in sample(len(texts))]
    for reading in [*readings, Reading("13a"), Reading("zh")]:
        if not isinstance(reading.tokenizer, str) or unfit(reading.tokenizer, some) is None:
            return reading
    return Reading("char")
