"""Sentences and their transforms to token tables: natively where a transform ends as jiwer's default ones do."""

from __future__ import annotations

from typing import Any

from understudy import _core
from understudy.compat.jiwer import transforms as tr
from understudy.errors import InputError
from understudy.inputs.tokens import Tokens
from understudy.tokens import PRETOKENIZED, Reading, TokenTable

Pair = tuple[_core.Tokens, _core.Tokens]  # of hypotheses and references, which are as many
# The last transforms, which a native tokenizer does.
ENDINGS: dict[str, tuple[type[tr.AbstractTransform], ...]] = {
    "jiwer": (tr.RemoveMultipleSpaces, tr.Strip, tr.ReduceToListOfListOfWords),
    "letters": (tr.Strip, tr.ReduceToListOfListOfChars),
}


def tokenize_pair(reference: Any, hypothesis: Any, of_reference: tr.Transform, of_hypothesis: tr.Transform) -> Pair:
    """Transform both and read them into one vocabulary.

    >>> from understudy.compat.jiwer.transformations import wer_default
    >>> hyps, refs = tokenize_pair("a cat", ["the cat"], wer_default, wer_default)
    >>> hyps.words(0), refs.words(0)
    (['the', 'cat'], ['a', 'cat'])
    """
    tokenizer = _tokenizer(of_reference)
    if tokenizer is None or tokenizer != _tokenizer(of_hypothesis):
        return _pretokenized(reference, hypothesis, of_reference, of_hypothesis)
    refs, hyps = _before(of_reference, tokenizer, reference), _before(of_hypothesis, tokenizer, hypothesis)
    _check_lengths(len(refs), len(hyps))
    try:
        of_refs, of_hyps = _core.Texts(refs, "references"), _core.Texts(hyps, "hypotheses")
    except InputError as error:
        raise TypeError(str(error)) from None  # as jiwer does where a sentence is no string
    if len(refs) == 1:
        return _core.encode_segment(of_hyps, of_refs, tokenizer, "no")
    table = TokenTable(Reading(tokenizer))
    table.looked = True  # jiwer doesn't look at the script
    ref_tokens = table.add(of_refs)
    return table.add(of_hyps), ref_tokens


def _tokenizer(transform: tr.Transform) -> str | None:
    """The native tokenizer that does the last transforms."""
    if type(transform) is not tr.Compose:
        return None
    for name, ending in ENDINGS.items():
        last = transform.transforms[-len(ending) :]
        if tuple(map(type, last)) == ending and getattr(last[-1], "word_delimiter", " ") == " ":
            return name
    return None


def _before(transform: Any, tokenizer: str, sentences: Any) -> list[str]:
    """Apply the transforms before those that the tokenizer does; without any sentence there is an empty one."""
    listed = [sentences] if isinstance(sentences, str) else sentences
    for each in transform.transforms[: -len(ENDINGS[tokenizer])]:
        listed = each(listed)
    if not isinstance(listed, list):
        tr.Strip()(listed)  # says what is wrong with it
    return listed or [""]


def _pretokenized(reference: Any, hypothesis: Any, of_reference: tr.Transform, of_hypothesis: tr.Transform) -> Pair:
    refs = _transformed(reference, of_reference, "reference")
    hyps = _transformed(hypothesis, of_hypothesis, "hypothesis")
    _check_lengths(len(refs), len(hyps))
    table = TokenTable(Reading(PRETOKENIZED))
    ref_tokens = table.add(refs.texts)
    return table.add(hyps.texts), ref_tokens


def _transformed(sentences: Any, transform: tr.Transform, what: str) -> Tokens:
    tokens = transform([sentences] if isinstance(sentences, str) else sentences)
    if isinstance(tokens, list) and all(isinstance(each, list) for each in tokens):
        try:
            return Tokens(tokens)
        except InputError as error:
            if "surrogate" in str(error):
                raise
    raise InputError(
        f"after its transform each {what} should be a list of words or characters, got {tokens!r:.80};"
        " end the transform with ReduceToListOfListOfWords() or ReduceToListOfListOfChars()"
    )


def _check_lengths(references: int, hypotheses: int) -> None:
    if references != hypotheses:
        raise InputError(
            f"after the transforms there are {references} reference and {hypotheses} hypothesis sentences;"
            " give as many of each, or use wer_contiguous or cer_contiguous for both to align all as one"
        )
