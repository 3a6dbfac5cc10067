"""The brevity penalty of BLEU, which RIBES uses too."""

from __future__ import annotations

from understudy.contract.arithmetic import Rows, divide, exp, where


def brevity_penalty(hyp_length: Rows, ref_length: Rows) -> Rows:
    """1 for a text at least as long as its reference, less for a shorter one, 0 for an empty one.

    >>> import numpy as np
    >>> float(brevity_penalty(np.array(6.0), np.array(6.0)))
    1.0
    """
    shorter = hyp_length < ref_length
    if shorter is False:  # type: ignore[comparison-overlap]  # a single text, and nothing to penalize
        return 1.0
    return where(shorter, where(hyp_length > 0, exp(1 - divide(ref_length, hyp_length)), 0.0), 1.0)
