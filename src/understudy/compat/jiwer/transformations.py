"""The ready compositions of transforms."""

from __future__ import annotations

from understudy.compat.jiwer import transforms as tr

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]

_SPACES: list[tr.Transform] = [tr.RemoveMultipleSpaces(), tr.Strip()]
_STANDARD: list[tr.Transform] = [
    tr.ToLowerCase(),
    tr.ExpandCommonEnglishContractions(),
    tr.RemoveKaldiNonWords(),
    tr.RemoveWhiteSpace(replace_by_space=True),
]
_JOINED = tr.ReduceToSingleSentence()
_WORDS, _CHARACTERS = tr.ReduceToListOfListOfWords(), tr.ReduceToListOfListOfChars()

wer_default = tr.Compose([*_SPACES, _WORDS])
wer_contiguous = tr.Compose([*_SPACES, _JOINED, _WORDS])
wer_standardize = tr.Compose([*_STANDARD, *_SPACES, _WORDS])
wer_standardize_contiguous = tr.Compose([*_STANDARD, *_SPACES, _JOINED, _WORDS])
cer_default = tr.Compose([tr.Strip(), _CHARACTERS])
cer_contiguous = tr.Compose([tr.Strip(), _JOINED, _CHARACTERS])
