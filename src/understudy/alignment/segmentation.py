"""Output that is not cut like its reference: cut it so that the word error rate is least (Matusov et al. 2005)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from understudy import _core
from understudy.alignment.pieces import Piece, pieces
from understudy.errors import InputError, choose
from understudy.inputs.arguments import check_flags, check_lang, strict
from understudy.inputs.texts import References, references, texts
from understudy.tables.edits import KINDS
from understudy.tokens import Reading, Split, tokenizer_for, tokenizer_name

Punctuation = Literal["keep", "ignore"]
DELETION, INSERTION = KINDS.index("deletion"), KINDS.index("insertion")


@dataclass(frozen=True)
class Segmentation:
    """How texts are compared while they are cut; the words of the output stay as they are.

    >>> Segmentation("13a", lowercase=True).signature
    '13a/lowercase'
    """

    tokenizer: str | Split = "none"
    lowercase: bool = False
    punctuation: Punctuation = "keep"
    documents: bool = False  # whether no piece reaches from one document into another

    def __post_init__(self) -> None:
        choose("punctuation", self.punctuation, ("keep", "ignore"))
        _ = self.reading  # raises if a name is unknown

    @cached_property
    def reading(self) -> Reading:
        """How a piece becomes tokens."""
        return Reading(self.tokenizer, "yes" if self.lowercase else "no")

    @property
    def signature(self) -> str:
        """What stands in the signature of a score, after `segmentation=`."""
        said = {
            "lowercase": self.lowercase,
            "no-punctuation": self.punctuation == "ignore",
            "documents": self.documents,
        }
        return "/".join([tokenizer_name(self.tokenizer), *(name for name, holds in said.items() if holds)])

    def tokens(self, text: str) -> list[list[str]]:
        """The tokens of every piece of a text at which it may be cut."""
        return [self._compared(each) for each in pieces(text, self.reading)]

    def _compared(self, piece: Piece) -> list[str]:
        if self.punctuation == "keep":
            return piece.tokens
        bare = ("".join(c for c in token if unicodedata.category(c)[0] != "P") for token in piece.tokens)
        return [token for token in bare if token]

    def cut(self, text: str, refs: Sequence[Sequence[str]]) -> list[str]:
        """Cut one text, or the text of one document, into as many pieces as there are segments with references."""
        units = pieces(text, self.reading)
        compared = [self._compared(each) for each in units]
        expected = [[[word for unit in self.tokens(ref) for word in unit] for ref in several] for several in refs]
        ends = _ends(compared, expected)
        return [_joined(units[begin:end]) for begin, end in zip([0, *ends[:-1]], ends, strict=True)]


def _joined(units: Sequence[Piece]) -> str:
    return "".join((" " if unit.spaced and place else "") + unit.text for place, unit in enumerate(units))


def _ends_by_alignment(hyp: _core.Tokens, refs: _core.Tokens, expected: list[list[list[str]]]) -> list[int]:
    """Where pieces end if any two tokens may be parted: behind what is aligned with a segment's only reference.

    What is inserted between two segments belongs to the former; at the beginning, to the first that has words.
    """
    steps, _ = _core.align_edits(hyp, refs, "jiwer")  # the fastest of those with the fewest errors
    of_refs = np.flatnonzero(steps != INSERTION)  # the step of each token of the reference
    hyps_before = np.cumsum(steps != DELETION) - (steps != DELETION)
    ends_of_refs = np.append(hyps_before[of_refs[1:]], len(hyp.ids))  # of each, with what is inserted behind it
    counts = np.cumsum([len(tokens) for (tokens,) in expected])  # tokens of the reference up to each segment
    return [int(ends_of_refs[count - 1]) if count else 0 for count in counts.tolist()]


def _ends_by_search(
    hyp: _core.Tokens, refs: _core.Tokens, expected: list[list[list[str]]], places: npt.NDArray[np.int64]
) -> list[int]:
    """Where pieces end: with the fewest errors against the best reference of each segment."""
    starts = np.cumsum([0, *(len(several) for several in expected)])
    may_cut = np.zeros(len(hyp.ids) + 1, np.uint8)
    may_cut[places] = 1
    return _core.segment_ends(hyp, may_cut, refs, starts)


def _ends(units: list[list[str]], expected: list[list[list[str]]]) -> list[int]:
    """The number of units up to the end of each piece."""
    vocabulary = _core.Vocabulary()
    hyp = _core.intern([[token for tokens in units for token in tokens]], vocabulary)
    places = np.cumsum([0, *map(len, units)])  # where the tokens of each unit begin
    if all(len(several) == 1 for several in expected) and all(len(tokens) <= 1 for tokens in units):
        refs = _core.intern([[token for (tokens,) in expected for token in tokens]], vocabulary)
        ends = _ends_by_alignment(hyp, refs, expected)
    else:
        refs = _core.intern([tokens for several in expected for tokens in several], vocabulary)
        ends = _ends_by_search(hyp, refs, expected, places)
    # A unit without tokens, such as a dash that is ignored, goes with what stands before it.
    found: list[int] = (np.searchsorted(places, ends, side="right") - 1).tolist()
    return [*found[:-1], len(units)]


@strict
def segment(
    hyp: Any,
    refs: Any,
    *,
    documents: Sequence[str] | None = None,
    tokenizer: str | Split | None = None,
    lowercase: bool = False,
    punctuation: Punctuation = "keep",
    lang: str | None = None,
) -> list[str]:
    """Cut a text like its reference: one piece per reference segment, with the least word error rate.

    `hyp` is one text, or lines that are joined; with `documents`, a label for each reference segment, it has one text
    per document, in order, or is a mapping from the label to the text.

    >>> import understudy as us
    >>> us.segment("the cat sat down on a mat it slept", ["The cat sat down", "on the mat.", "It slept."])
    ['the cat sat down', 'on a mat', 'it slept']
    """
    check_flags(lowercase=lowercase)
    check_lang(lang)
    if documents is not None and not (
        isinstance(documents, Sequence) and not isinstance(documents, str | bytes)
        and all(isinstance(label, str) for label in documents)
    ):  # fmt: skip
        raise InputError(f"the documents are {documents!r:.80}; give a list of strings, one label per segment")
    settings = Segmentation(
        tokenizer if tokenizer is not None else (tokenizer_for(lang) if lang is not None else None) or "none",
        lowercase,
        punctuation,
        documents is not None,
    )
    return resegment(hyp, references(refs), settings, documents)


def resegment(hyp: Any, refs: References, settings: Segmentation, documents: Sequence[str] | None = None) -> list[str]:
    """Cut a text by settings that were made already.

    >>> resegment("a b c", references(["a", "b c"]), Segmentation())
    ['a', 'b c']
    """
    every = [[refs.flat[i] for i in range(*span)] for span in pairwise(refs.starts.tolist())]
    if documents is None:
        if isinstance(hyp, Mapping):
            raise InputError("texts by document need documents=, a label for each reference segment")
        lines = [hyp] if isinstance(hyp, str) else _lines(hyp)
        return settings.cut("\n".join(lines), every)
    if len(documents) != len(every):
        raise InputError(
            f"there are {len(documents)} labels of documents but references for {len(every)} segments; give one each"
        )
    places: dict[str, list[int]] = {}
    for place, label in enumerate(documents):
        places.setdefault(label, []).append(place)
    cut = [""] * len(every)
    for label, text in _by_document(hyp, list(places)).items():
        own = places[label]
        for place, piece in zip(own, settings.cut(text, [every[i] for i in own]), strict=True):
            cut[place] = piece
    return cut


def _lines(hyp: Any) -> list[str]:
    held = texts(hyp, "hypothesis")
    return [held[i] for i in range(len(held))]


def _by_document(hyp: Any, labels: list[str]) -> Mapping[str, str]:
    if isinstance(hyp, Mapping):
        missing = [label for label in labels if label not in hyp]
        if missing or len(hyp) != len(labels):
            raise InputError(
                f"the texts are of {len(hyp)} documents and the references of {len(labels)}"
                + (f"; there is no text of {missing[0]!r}" if missing else "; leave the others out")
            )
        return hyp
    lines = [hyp] if isinstance(hyp, str) else _lines(hyp)
    if len(lines) != len(labels):
        raise InputError(
            f"there are {len(lines)} texts but {len(labels)} documents; give one text (one line of a file) for each"
            " document, in the order of the references"
        )
    return dict(zip(labels, lines, strict=True))
