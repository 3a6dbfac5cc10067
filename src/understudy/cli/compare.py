"""`understudy compare`: is a system better than the baseline, or is it chance?"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from understudy.cli.options import add_history, add_inputs, add_output, add_threads, check_output, show, threads_of
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import FILES, add_files, labels, read
from understudy.comparison.tests import significance_tests
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.comparison.compared import Comparison
    from understudy.comparison.gate import Condition

HELP = "Compare systems with a baseline: intervals, tests, ranks."
EPILOG = (
    FILES
    + """
examples:
  understudy compare baseline.txt new.txt -r ref.txt -m bleu chrf
  understudy compare baseline.txt new.txt -r ref.txt --docs documents.txt --test bootstrap
  understudy compare baseline.txt new.txt -r ref.txt --fail-if "bleu.delta < -0.5 and bleu.p < 0.05"
  understudy compare data.tsv --hypothesis-name mt_a mt_b --docs document
"""
)
CONDITION_HOLDS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("base", metavar="BASE", help="hypotheses of the system to compare with")
    parser.add_argument(
        "systems", nargs="*", metavar="SYS", help="hypotheses of one system; none if BASE holds several"
    )
    add_inputs(parser)
    add_files(parser)
    parser.add_argument(
        "--docs",
        metavar="COLUMN",
        help="documents are resampled whole: a column, or a file of one document name a line",
    )
    parser.add_argument(
        "--test", choices=significance_tests(), default="randomization",
        help="how p-values are found (default: randomization)",
    )  # fmt: skip
    parser.add_argument("--trials", type=int, default=10_000, metavar="N", help="of randomization (default: 10000)")
    parser.add_argument("--resamples", type=int, default=1_000, metavar="N", help="of the bootstrap (default: 1000)")
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="of the random choices (default: 12345)")
    parser.add_argument(
        "--correction", choices=("holm", "bh", "none"), default="holm",
        help="for several comparisons, by metric (default: holm)",
    )  # fmt: skip
    parser.add_argument("--level", type=float, default=0.95, metavar="SHARE", help="of intervals (default: 0.95)")
    parser.add_argument("--compat", choices=("sacrebleu",), help="the p-values and intervals of another program")
    parser.add_argument(
        "--fail-if", metavar="CONDITION",
        help="exit with 3 if it holds for any system, such as 'bleu.delta < -0.5 and bleu.p < 0.05'",
    )  # fmt: skip
    add_output(parser)
    add_history(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Read, compare, print; give the exit code."""
    check_output(args)
    from understudy.comparison.compare import compare
    from understudy.comparison.gate import Condition
    from understudy.contract.resampling import check_numbers
    from understudy.scoring.evaluate import evaluate, named_metrics

    threads = threads_of(args)
    check_numbers(args.seed, args.level, trials=args.trials, resamples=args.resamples)
    metrics = args.metrics or ["bleu"]
    # A mistake in the command is found before any file is read.
    names = dict(zip(metrics, named_metrics(metrics, args.lang), strict=True))
    condition = None if args.fail_if is None else Condition.read(args.fail_if, names)
    if condition and args.compat and any(".delta_" in name for name in condition.names):
        raise SettingError(f"{args.compat} has no interval of a difference; leave it out of --fail-if")
    inputs = read(args, [args.base, *args.systems])
    if len(inputs.hypotheses) < 2:
        raise SettingError(f"there is nothing to compare {args.base!r} with; name another system")
    documents = None if args.docs is None else labels(inputs, args.docs, "--docs", "document name")
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(inputs.hypotheses, inputs.references, metrics, args.lang, threads, progress.step)
        comparison = compare(
            evaluation, test=args.test, trials=args.trials, resamples=args.resamples, seed=args.seed,
            documents=documents, correction=None if args.correction == "none" else args.correction, level=args.level,
            compat=args.compat, threads=threads, step=progress.step,
        )  # fmt: skip
    if args.save:
        from understudy.cli.saving import save

        save(args, evaluation, inputs.hypotheses, inputs.references, comparison)
    print(render(comparison, args))
    return 0 if condition is None else _check(comparison, condition)


def render(comparison: Comparison, args: argparse.Namespace) -> str:
    """Write the comparison in the form asked for."""
    from understudy.comparison.table import long_table

    if args.format == "json":
        return json.dumps(comparison.to_dict(), ensure_ascii=False, indent=2)
    if args.format == "tsv":
        return long_table(comparison).tsv()
    return show(comparison.table(args.digits), args.format)


def _check(comparison: Comparison, condition: Condition) -> int:
    from understudy.comparison.gate import values

    code = 0
    for system in next(iter(comparison.values())):
        if system == comparison.plan.baseline:
            continue
        found = values(comparison, system)
        if condition.holds(found):
            print(f"understudy: {system} fails: {condition.reason(found)}", file=sys.stderr)
            code = CONDITION_HOLDS
    return code
