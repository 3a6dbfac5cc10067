"""What jiwer 4 has removed and code still uses: `compute_measures`, `truth=`, `truth_transform=` and `standardize=`."""

from __future__ import annotations

from typing import Any

from understudy.compat.jiwer import transforms as tr
from understudy.compat.jiwer.process import WordOutput, process_words
from understudy.compat.jiwer.transformations import wer_default, wer_standardize

__all__ = ["compute_measures"]

RATES = ("wer", "mer", "wil", "wip", "hits", "substitutions", "deletions", "insertions")
ON_REQUEST = {"ops": "alignments", "truth": "references", "hypothesis": "hypotheses"}


class Measures(dict[str, Any]):
    """Rates and counts by name; alignments and both texts, as jiwer 3 named them, are made when they are asked for."""

    def __init__(self, output: WordOutput) -> None:
        super().__init__({name: getattr(output, name) for name in RATES})
        self._output = output

    def __missing__(self, name: str) -> Any:
        if name not in ON_REQUEST:
            raise KeyError(name)
        return getattr(self._output, ON_REQUEST[name])


def compute_measures(
    truth: Any = None,
    hypothesis: Any = None,
    truth_transform: tr.Transform = wer_default,
    hypothesis_transform: tr.Transform = wer_default,
    **removed: Any,
) -> dict[str, Any]:
    """All rates and counts in a dictionary, as jiwer 1 to 3 gave them.

    >>> compute_measures("a cat", "a bat")["substitutions"]
    1
    """
    texts = (truth, hypothesis, truth_transform, hypothesis_transform)
    return Measures(process_words(*(named_as_before(*texts, **removed) if removed else texts)))


def named_as_before(
    reference: Any, hypothesis: Any, reference_transform: Any, hypothesis_transform: Any, **removed: Any
) -> tuple[Any, Any, Any, Any]:
    """Take the arguments that jiwer 1 to 3 had.

    >>> named_as_before(None, "a", wer_default, wer_default, truth="b")[:2]
    ('b', 'a')
    """
    for name, value in removed.items():
        if name == "truth" and reference is None:
            reference = value
        elif name == "truth_transform" and reference_transform is wer_default:
            reference_transform = value
        elif name == "standardize" and reference_transform is hypothesis_transform is wer_default:
            if value:
                reference_transform = hypothesis_transform = wer_standardize
        elif name in ("truth", "truth_transform", "standardize"):
            raise TypeError(f"{name}= and what stands for it today are both given; leave {name}= out")
        else:
            raise TypeError(f"unknown argument {name!r}")
    return reference, hypothesis, reference_transform, hypothesis_transform
