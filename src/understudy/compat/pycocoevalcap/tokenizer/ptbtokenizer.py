"""Captions to tokens with blanks between, without Java."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from understudy.errors import InputError
from understudy.inputs.texts import texts
from understudy.tokens import Reading, TokenTable
from understudy.tokens.builtin.ptb import PUNCTUATION, kind_of, split_ptb

__all__ = ["PUNCTUATIONS", "PTBTokenizer"]

PUNCTUATIONS = sorted(PUNCTUATION)
LAST_STOP = re.compile(r"(?<![A-Za-z])([A-Za-z]{1,4})\.\s*\Z")


class PTBTokenizer:
    """The tokenizer of captions.

    >>> PTBTokenizer().tokenize({7: [{"caption": "A dog's bone, isn't it?"}]})
    {7: ["a dog 's bone is n't it"]}
    """

    def tokenize(self, captions_for_image: Mapping[Any, Sequence[Mapping[str, str]]]) -> dict[Any, list[str]]:
        """Tokenize `{image: [{"caption": text}, ...]}` to `{image: [tokens, ...]}`."""
        captions = [caption for image, listed in captions_for_image.items() for caption in _captions(image, listed)]
        table = TokenTable(Reading("ptb"))
        table.looked = True  # the peer doesn't look at the script
        tokens = table.add(texts(captions, "captions"))
        lines = iter(
            [
                " ".join(_in_context(captions, i) if _looks_ahead(caption) else tokens.words(i))
                for i, caption in enumerate(captions)
            ]
        )
        return {image: [next(lines) for _ in listed] for image, listed in captions_for_image.items()}


def _captions(image: Any, listed: Any) -> Iterator[str]:
    if isinstance(listed, (str, Mapping)) or not len(listed):
        raise InputError(f"image {image!r} has {listed!r:.80}; give a list of {{'caption': text}}, at least one")
    for each in listed:
        caption = each.get("caption") if isinstance(each, Mapping) else None
        if not isinstance(caption, str):
            raise InputError(f"image {image!r} has {each!r:.80} among its captions; give {{'caption': text}}")
        yield caption


def _looks_ahead(caption: str) -> bool:
    """Whether the stop at the end depends on the next caption: pycocoevalcap's tokenizer looks across line ends."""
    last = LAST_STOP.search(caption)
    return last is not None and (len(last[1]) == 1 or kind_of(last[1]) == "number")


def _in_context(captions: list[str], at: int) -> list[str]:
    """The tokens of one caption before those that follow, as far as the first that is not blank."""
    behind = []
    for caption in captions[at + 1 :]:
        behind.append(caption.replace("\n", " "))
        if caption.strip():
            break
    lowered = (token.lower() for token in split_ptb(captions[at], "\n".join(behind)))
    return [token for token in lowered if token not in PUNCTUATION]
