"""A test set counted portion by portion: the tokens of a portion are few, and forgotten before the next is read.

A row doesn't depend on its neighbours, so that portions change no number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from understudy import _core
from understudy.arithmetic import Rows
from understudy.metric import Bound, Metric, Stats
from understudy.texts import Progress, References
from understudy.tokens import TokenTables

Step = Callable[[str, int, int], object]  # what is being done, segments done, segments in all

BYTES = 4 << 20  # of text in a portion, about: its tokens fit into a processor's cache


def count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    threads: int = 1,
    step: Step | None = None,
) -> dict[str, dict[str, Stats]]:
    """Count all systems by metrics that read text alike but for case: the texts are split once for all of them.

    >>> from understudy.metrics import make_metric
    >>> from understudy.texts import references, texts
    >>> stats = count({"wer": make_metric("wer")}, {"A": texts(["a cat"], "hypotheses")}, references(["the cat"]))
    >>> stats["A"]["wer"].totals().parts()["score"]
    50.0
    """
    tables = TokenTables(list(dict.fromkeys(metric.reading for metric in metrics.values())))
    tables.look(refs.flat)
    size = len(refs) if any(map(is_surveyed, metrics.values())) else _segments_in_a_portion(hypotheses, refs)
    if size >= len(refs):
        whole = _count(metrics, hypotheses, refs, tables, threads, step)
        return _as_stats(metrics, {(system, name): rows for system, name, rows in whole}, refs.counts)
    found: dict[tuple[str, str], Rows] = {}
    for begin in range(0, len(refs), size):
        end = min(begin + size, len(refs))
        if step is not None:
            step("segments", begin, len(refs))
        parts = {system: segments.part(begin, end) for system, segments in hypotheses.items()}
        for system, name, rows in _count(metrics, parts, refs.part(begin, end), tables, threads):
            if (system, name) not in found:
                found[system, name] = np.empty((len(refs), rows.shape[1]), rows.dtype)
            found[system, name][begin:end] = rows
    return _as_stats(metrics, found, refs.counts)


def is_surveyed(metric: Metric) -> bool:
    """Whether a metric must know all references before the first segment: then there is only one portion.

    >>> from understudy.metrics import make_metric
    >>> is_surveyed(make_metric("nist")), is_surveyed(make_metric("bleu"))
    (True, False)
    """
    return type(metric).survey is not Metric.survey


def _segments_in_a_portion(hypotheses: Mapping[str, _core.Texts], refs: References) -> int:
    longest = max(segments.bytes for segments in hypotheses.values())
    return 1 + len(refs) * BYTES // (1 + longest + refs.flat.bytes)


def _count(
    metrics: Mapping[str, Metric],
    hypotheses: Mapping[str, _core.Texts],
    refs: References,
    tables: TokenTables,
    threads: int,
    step: Step | None = None,
) -> Iterator[tuple[str, str, Rows]]:
    def watch(what: str, total: int = len(refs)) -> Progress | None:
        return None if step is None else lambda done: step(what, done, total)

    tokens = tables.add(refs.flat, threads, watch("references", len(refs.flat)))
    bound = {
        name: Bound.to(metric, refs, tables.tables[metric.reading], tokens[metric.reading])
        for name, metric in metrics.items()
    }
    for system, segments in hypotheses.items():
        tokens = tables.add(segments, threads, watch(system))
        for name, each in bound.items():
            hyps = tokens[each.metric.reading]
            yield system, name, each.count(hyps, threads, watch(f"{system} {each.metric.name}")).rows


def _as_stats(
    metrics: Mapping[str, Metric], found: Mapping[tuple[str, str], Rows], counts: str
) -> dict[str, dict[str, Stats]]:
    stats: dict[str, dict[str, Stats]] = {}
    for (system, name), rows in found.items():
        stats.setdefault(system, {})[name] = Stats(metrics[name], rows, counts)
    return stats
