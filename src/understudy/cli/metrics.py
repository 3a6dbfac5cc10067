"""`understudy metrics`: the metrics, and what they measure."""

from __future__ import annotations

import argparse
import inspect

HELP = "List the metrics, or describe one."
EPILOG = """\
examples:
  understudy metrics
  understudy metrics bleu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("metric", nargs="?", metavar="METRIC", help="the metric to describe")


def run(args: argparse.Namespace) -> None:
    """Print the list, or one metric's page."""
    from understudy.metrics import CONTENTS, from_outside, metric_class

    if args.metric:
        print(inspect.getdoc(metric_class(args.metric)))
        return
    names = [*CONTENTS, *from_outside()]
    width = max(map(len, names))
    for name in names:
        first, *_ = (inspect.getdoc(metric_class(name)) or "").splitlines()
        print(f"{name:{width}}  {first}")
