"""`--scores`: segment scores of other programs and of people, beside those of the metrics."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from understudy.cli.reading import tell

if TYPE_CHECKING:
    from understudy.contract.result import Result
    from understudy.formats import Inputs
    from understudy.scoring.outside import ScoresSpec


def add_scores(parser: argparse.ArgumentParser) -> None:
    """Declare the files of scores.

    >>> parser = argparse.ArgumentParser()
    >>> add_scores(parser)
    >>> parser.parse_args(["--scores", "comet=comet.json"]).scores
    ['comet=comet.json']
    """
    parser.add_argument(
        "--scores", action="append", default=[], metavar="NAME[:KEY=VALUE,...]=FILE",
        help="segment scores from outside, as comet:model=wmt22-comet-da,version=2.2.2=comet.json; repeat for further"
        " metrics, or once for each system",
    )  # fmt: skip


def specs_of(args: argparse.Namespace) -> list[ScoresSpec]:
    """What the options say, checked before any file is opened.

    >>> specs_of(argparse.Namespace(scores=["comet:version=2=comet.json"]))[0].provenance
    {'version': '2'}
    """
    from understudy.scoring.outside import ScoresSpec

    return [ScoresSpec.read(text) for text in args.scores]


def outside_scores(specs: list[ScoresSpec], inputs: Inputs) -> list[dict[str, Result]]:
    """Read the files of scores for these texts, and tell which file was taken for which system.

    >>> from understudy.formats import read_inputs
    >>> outside_scores([], read_inputs(["examples/weak.en"], ["examples/reference1.en"]))
    []
    """
    if not specs:
        return []
    from understudy.scoring.outside import ScoredTexts, read_outside

    results, messages = read_outside(specs, ScoredTexts(inputs.hypotheses, inputs.files, inputs.ids))
    tell(messages)
    return results
