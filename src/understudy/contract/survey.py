"""What a metric must know of all references before it counts the first row: the protocol of surveys.

Most metrics need none. NIST and CIDEr weigh an n-gram by how rare it is in all references, so they look at the
references twice: `Metric.survey` counts what it needs, and `rows` and `row` are given the survey. A metric that is
scored whole may use any value as its survey. One that keeps this protocol can be counted in chunks by threads and in
shards by other machines, whose surveys are added up before the second pass. It needs three things:

- the survey has `counts`: whole numbers by key, a tuple of strings. Counts of shards add up to those of the whole, can
  be pickled, written to files, and added by an engine such as Spark;
- `Metric.survey_from(counts, table)` makes the survey again, for rows of tokens in that table;
- where `Metric.survey_in_chunks` is true, `survey.for_chunks()` is a survey for rows of chunks of the references,
  each read into a token table of its own. A survey that knows words as words serves any table: it returns itself.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

# Whole numbers, so that sums depend neither on order nor on the split; an n-gram as a tuple of words, for example.
Counts = Counter[tuple[str, ...]]


class Survey(Protocol):
    """What `Metric.survey` returns if the metric is to be counted in chunks or shards."""

    @property
    def counts(self) -> Counts:
        """The survey as plain values, which add up over shards."""

    def for_chunks(self) -> Any:
        """A survey for rows of chunks, in any token table; it need not hold on to the tokens of the references."""
