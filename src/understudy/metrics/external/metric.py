"""Segment scores that were computed elsewhere: by a neural metric, by an LLM judge, by people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.contract.about import About
from understudy.contract.arithmetic import Rows
from understudy.contract.metric import Parts, SegmentMean
from understudy.contract.result import Result
from understudy.contract.signature import quoted
from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError
from understudy.inputs.arguments import check_flags, strict
from understudy.metrics.external.about import ABOUT
from understudy.tokens import Reading

LARGEST = 1e6  # up to it, sums of a billion values are exact


@dataclass(frozen=True)
class Outside(SegmentMean):
    """The mean of scores that are given, not computed: everything that works on rows works with them."""

    name: str = "outside"  # type: ignore[misc]  # of each column of scores its own
    maximum: float | None = None  # type: ignore[misc]
    higher_is_better: bool = True  # type: ignore[misc]
    provenance: tuple[tuple[str, str], ...] = ()  # what made the scores: model, version, and so on
    command: str | None = None  # the program that makes them; None where they are given
    timeout: float = field(default=3600.0, compare=False)  # seconds to wait for the next score of a program
    cache: bool = field(default=True, compare=False)  # whether scores of a program are kept

    reads_text = False

    @property
    def title(self) -> str:  # type: ignore[override]
        """The name in tables."""
        return self.name

    @property
    def about(self) -> About:  # type: ignore[override]
        """What is known of a metric of this name."""
        return ABOUT.get(self.name, About())

    @property
    def signature(self) -> str:
        """The name, and what is known of where the scores come from."""
        if self.command is not None:
            return f"run({self.origin}):command={quoted(self.command)}"
        return f"external({self.origin})"

    @property
    def origin(self) -> str:
        """The name with what made the scores, or that nobody said what did."""
        said = [f"{key}={quoted(value)}" for key, value in self.provenance]
        unknown = [] if {key for key, _ in self.provenance} - {"scale"} else ["provenance=unknown"]
        return f"{self.name}:{','.join(unknown + said)}"

    @property
    def factors(self) -> tuple[str, ...]:
        """What is averaged."""
        return ("value",)

    @property
    def reading(self) -> Reading:
        """Refuse: there is no text behind these scores."""
        if self.command is not None:
            raise SettingError(
                f"{self.name} is run on whole test sets, by score, compare and report; leave it out here"
            )
        raise SettingError(f"{self.name} comes from outside: it has scores but can't score texts")

    def score(self, totals: Rows) -> Parts:
        """The mean."""
        return {"score": self.means(totals)["value"]}

    def result(self, values: Any) -> Result:
        """The result of a system whose segments have these scores."""
        column = _column(self.name, values)
        if self.maximum is not None and column.max() > self.maximum:
            raise InputError(f"{self.name} contains {column.max():g}, above its maximum of {self.maximum:g}")
        return Result(Stats(self, self.as_rows(column[:, np.newaxis]), "0"))


@strict
def scores_from(
    name: str,
    values: npt.ArrayLike,
    maximum: float | None = None,
    higher_is_better: bool = True,
    provenance: Mapping[str, str] | None = None,
) -> Result:
    """Use one number per segment, computed elsewhere, in tables, intervals, tests and reports.

    `provenance` says what made them, such as the model and its version; results that differ in it are not compared.

    >>> import understudy as us
    >>> comet = us.scores_from("comet", [0.75, 0.5, 1.0], maximum=1.0, provenance={"model": "wmt22-comet-da"})
    >>> comet.score, comet.segments.tolist(), comet.signature.partition(",")[0]
    (0.75, [0.75, 0.5, 1.0], 'external(comet:model=wmt22-comet-da):references=0')
    """
    return outside_metric(name, maximum, higher_is_better, {} if provenance is None else provenance).result(values)


def outside_metric(
    name: Any, maximum: Any = None, higher_is_better: Any = True, provenance: Any = MappingProxyType({}), **others: Any
) -> Outside:
    """Check what is said of a column of scores, and make its metric.

    >>> outside_metric("judge", 5).signature
    'external(judge:provenance=unknown)'
    """
    if not isinstance(name, str) or not name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise SettingError(f"a column of scores is named by letters, digits, '-', '_' and '.', got {name!r}")
    check_flags(higher_is_better=higher_is_better)
    if maximum is not None and not (isinstance(maximum, Real) and abs(float(maximum)) <= LARGEST):
        raise SettingError(f"maximum must be a number from {-LARGEST:g} to {LARGEST:g}, got {maximum!r:.80}")
    if not isinstance(provenance, Mapping):
        raise SettingError(
            f"provenance is {provenance!r:.60}; give names with values, as {{'model': 'wmt22-comet-da'}}"
        )
    pairs = dict(provenance)
    for key, value in pairs.items():
        if not isinstance(key, str) or not key.isidentifier() or not isinstance(value, str) or not value.strip():
            raise SettingError(
                f"the provenance of {name} has {key!r:.40}: {value!r:.40}; give words, as"
                " {'model': 'wmt22-comet-da', 'version': '2.2.2'}"
            )
    limit = None if maximum is None else float(maximum)
    return Outside(name, limit, bool(higher_is_better), tuple(sorted(pairs.items())), **others)


def _column(name: str, values: Any) -> Rows:
    try:
        column = np.array(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"the scores of {name} are not all numbers: {values!r:.80}; give one per segment") from None
    if column.ndim != 1 or column.size == 0:
        raise InputError(f"the scores of {name} have shape {column.shape}; give one number per segment")
    wrong = np.flatnonzero(~(np.abs(column) <= LARGEST))
    if wrong.size:
        raise InputError(
            f"segment {wrong[0] + 1} of {name} has the score {column[wrong[0]]};"
            f" a number from {-LARGEST:g} to {LARGEST:g} is needed"
        )
    return column
