"""`--by` where groups are scored apart: languages, each with its tokenizer, and systems that lack some."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.cli.options import metrics_of
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import open_sources, tell, with_where
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.formats import Inputs
    from understudy.scoring.evaluate import Evaluation
    from understudy.scoring.macro import GroupScores


def by_group(args: argparse.Namespace, threads: int) -> GroupScores | Inputs | None:
    """Score each group by itself, in its language, if the files call for it; else give their texts, or None.

    >>> args = argparse.Namespace(by="examples/documents.txt", systems=["examples/weak.en"], where=[], lang=None)
    >>> by_group(args, 1)
    """
    from pathlib import Path

    if Path(args.by).exists():  # a file of labels
        return None
    from understudy.formats.grouped import GroupedInputs, language_of, read_grouped
    from understudy.scoring.evaluate import evaluate
    from understudy.scoring.macro import GroupScores

    read = read_grouped(open_sources(args, args.systems), args.by)
    if not isinstance(read, GroupedInputs):
        inputs = with_where(read, args)
        tell(inputs.messages)
        return inputs
    for option, value in {"--scores": args.scores, "--save": args.save, "--output": args.output}.items():
        if value:
            raise SettingError(f"{option} is for one group at a time here; choose it with --where {args.by}=VALUE")
    tell(read.messages)
    evaluations: dict[str, Evaluation] = {}
    with ProgressBar(sys.stderr) as progress:
        for label, own in read.groups.items():
            lang = args.lang if args.lang is not None else language_of(label)
            request = metrics_of(argparse.Namespace(metrics=args.metrics, lang=lang))
            inputs = with_where(own, args)
            evaluations[label] = evaluate(
                inputs.hypotheses, inputs.references, request, threads=threads, step=progress.step,
                sources=inputs.sources, facts=inputs.facts, checks=args.checks,
            )  # fmt: skip
    return GroupScores(args.by, evaluations, bool(args.average), threads)


def split_groups(evaluation: Evaluation, name: str, labels: Sequence[str], threads: int) -> GroupScores:
    """The groups of one evaluation, from its rows.

    >>> import understudy as us
    >>> both = us.evaluate({"A": ["a cat", "a dog"]}, ["a cat", "a cow"], "chrf")
    >>> list(split_groups(both, "domain", ["news", "chat"], 1).evaluations)
    ['news', 'chat']
    """
    from understudy.scoring.evaluate import Evaluation, Scores
    from understudy.scoring.macro import GroupScores

    split = {
        system: {metric: result.by(labels) for metric, result in scores.items()}
        for system, scores in evaluation.items()
    }
    groups = {
        label: Evaluation(
            {system: Scores({metric: own[label] for metric, own in of.items()}) for system, of in split.items()}
        )
        for label in dict.fromkeys(labels)
    }
    return GroupScores(name, groups, True, threads)
