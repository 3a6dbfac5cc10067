"""What `--save` does: append one record per system and metric, atomically."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison
    from understudy.scoring.evaluate import Evaluation


def save(
    args: argparse.Namespace,
    evaluation: Evaluation,
    systems: dict[str, list[str]],
    references: Mapping[str, Sequence[str | None]],
    comparison: Comparison | None = None,
) -> None:
    """Append the results to the file that `--save` names.

    >>> import tempfile, understudy as us
    >>> texts, path = ["a cat", "a dog"], tempfile.mkdtemp() + "/results.jsonl"
    >>> args = argparse.Namespace(save=path, test_set="tiny")
    >>> save(args, us.evaluate({"A": texts}, texts), {"A": texts}, {"ref": texts})
    """
    from understudy.history.log import append
    from understudy.history.records import Record

    pair = f"/{args.language_pair}" if "language_pair" in args and args.language_pair and args.test_set else ""
    test_set = f"{args.test_set}{pair}" if args.test_set else "+".join(PurePath(path).name for path in references)
    time = datetime.now(UTC).isoformat(timespec="seconds")
    records = [
        Record.of(
            system,
            result,
            test_set,
            systems[system],
            references,
            None if comparison is None else comparison[name][system].interval,
            time,
        ).to_dict()
        for system, scores in evaluation.items()
        for name, result in scores.items()
    ]
    append(args.save, records)
