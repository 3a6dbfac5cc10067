"""Lists of tokens as NLTK takes them: references first, tokens of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from understudy.errors import InputError
from understudy.inputs.tokens import Tokens


class AssertedError(InputError, AssertionError):
    """What NLTK asserts is not so."""


def as_tokens(list_of_references: Sequence[Any], hypotheses: Sequence[Any]) -> tuple[Tokens, Tokens]:
    """Take hypotheses and references, checked; what is no string, such as the number of a word, is numbered anew.

    >>> hyps, refs = as_tokens([[["a", "cat"]]], [["a", "cat"]])
    >>> len(hyps), len(refs)
    (1, 1)
    """
    if len(list_of_references) != len(hypotheses):
        raise AssertedError(
            f"there are {len(hypotheses)} hypotheses but references for {len(list_of_references)};"
            " give a list of references for each hypothesis, references first"
        )
    check_lists(list_of_references, hypotheses)
    nested, texts = list_of_references, hypotheses
    if not set(map(type, chain(texts, nested, chain.from_iterable(nested)))) <= {list, tuple}:
        nested, texts = [[list(each) for each in references] for references in nested], list(map(list, texts))
    try:
        return Tokens(texts), Tokens(nested)
    except InputError:
        numbers: dict[Any, str] = {}
        return Tokens(_numbered(each, numbers) for each in texts), Tokens(
            [_numbered(each, numbers) for each in references] for references in nested
        )


def check_lists(list_of_references: Sequence[Any], hypotheses: Sequence[Any]) -> None:
    """Refuse bare strings, which NLTK would score by their letters.

    >>> check_lists([[["a", "cat"]]], [["a", "cat"]])
    """
    every = chain(hypotheses, list_of_references, chain.from_iterable(list_of_references))
    if not any(issubclass(kind, (str, bytes)) for kind in set(map(type, every))):
        return
    for number, (references, hypothesis) in enumerate(zip(list_of_references, hypotheses, strict=True), 1):
        for text in (hypothesis, references, *references):
            if isinstance(text, (str, bytes)):
                raise InputError(
                    f"segment {number} has the bare string {text!r:.60} where a list is due, which would be taken for"
                    " its letters; give [['a', 'reference'], ...] and ['a', 'hypothesis'], for example by .split()"
                )


def _numbered(tokens: Iterable[Any], numbers: dict[Any, str]) -> list[str]:
    return [numbers.setdefault(token, str(len(numbers))) for token in tokens]
