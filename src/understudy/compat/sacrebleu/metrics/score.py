"""A score as sacrebleu returns and prints it."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence


class Score:
    """A number with its name; `_mean` and `_ci` are those of a bootstrap, `_verbose` is printed behind the score.

    >>> Score("chrF2", 61.357)
    chrF2 = 61.36
    """

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """Write the score, alone, as one line or as JSON with the settings of the signature.

        >>> Score("TER", 12.5).format(width=1, signature="nrefs:1|case:lc")
        'TER|nrefs:1|case:lc = 12.5'
        """
        number = f"{self.score:.{width}f}"
        values: dict[str, object] = {"name": self.name, "score": float(number), "signature": signature}
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {half}"
            number += f" ({interval})"
            values |= {"confidence_mean": float(mean), "confidence_var": float(half), "confidence": interval}
        if score_only:
            return number
        if self._verbose:
            values["verbose_score"] = self._verbose
        if is_json:
            values |= dict(pair.split(":") for pair in signature.split("|"))
            return json.dumps(values, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {number}" + (f" {self._verbose}" if self._verbose else "")

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Keep the mean of bootstrap scores and half the distance between their 2.5 % and 97.5 % marks."""
        ordered = sorted(each.score for each in scores)
        aside = len(ordered) // 40
        self._ci = 0.5 * (ordered[len(ordered) - aside - 1] - ordered[aside])
        self._mean = statistics.mean(ordered)

    def __repr__(self) -> str:
        return self.format()
