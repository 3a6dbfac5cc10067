"""`understudy compare`: is a system better than the baseline, or is it chance?"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from understudy.cli.names import add_names
from understudy.cli.options import (
    add_checks,
    add_columns,
    add_history,
    add_inputs,
    add_output,
    add_threads,
    check_output,
    metrics_of,
    put,
    show,
    threads_of,
)
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import FILES, add_files, add_missing, add_where, labels, read
from understudy.cli.scores import add_scores, outside_scores, specs_of
from understudy.cli.testsets import add_subset
from understudy.comparison.tests import significance_tests
from understudy.errors import SettingError
from understudy.tables.outputs import Results

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
  understudy compare baseline.txt new.txt -r ref.txt --scores comet:model=wmt22-comet-da,version=2.2.2=comet.json
  understudy compare data.tsv --hypothesis-name mt_a mt_b --docs document
"""
)
CONDITION_HOLDS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("base", metavar="BASE", help="hypotheses of the baseline")
    parser.add_argument(
        "systems", nargs="*", metavar="SYS", help="hypotheses of one system; not needed if BASE contains several"
    )
    add_inputs(parser)
    add_scores(parser)
    parser.add_argument(
        "-s", "--source", metavar="SRC", help="source segments, for checks and for metrics that are run"
    )
    add_files(parser)
    add_names(parser)
    add_where(parser)
    add_missing(parser)
    add_subset(parser)
    parser.add_argument(
        "--docs", metavar="COLUMN", help="resample whole documents: a column, or a file with one document name per line"
    )
    parser.add_argument(
        "--test", choices=significance_tests(), default="randomization",
        help="significance test for the p-values (default: randomization)",
    )  # fmt: skip
    parser.add_argument(
        "--trials", type=int, default=10_000, metavar="N", help="number of randomization trials (default: 10000)"
    )
    parser.add_argument(
        "--resamples", type=int, default=1_000, metavar="N", help="number of bootstrap resamples (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="random seed (default: 12345)")
    parser.add_argument(
        "--correction", choices=("holm", "bh", "none"), default="holm",
        help="correction for multiple comparisons, per metric (default: holm)",
    )  # fmt: skip
    parser.add_argument("--level", type=float, default=0.95, metavar="LEVEL", help="confidence level (default: 0.95)")
    parser.add_argument("--compat", choices=("sacrebleu",), help="compute p-values and intervals as another tool does")
    parser.add_argument(
        "--fail-if", metavar="CONDITION",
        help="exit with 3 if it holds for any system, such as 'bleu.delta < -0.5 and bleu.p < 0.05'",
    )  # fmt: skip
    add_output(parser)
    add_columns(parser)
    add_history(parser)
    add_checks(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Read, compare, print; return the exit code."""
    check_output(args)
    from understudy.comparison.compare import compare
    from understudy.comparison.gate import Condition
    from understudy.contract.resampling import check_numbers
    from understudy.scoring.evaluate import evaluate

    threads = threads_of(args)
    check_numbers(args.seed, args.level, trials=args.trials, resamples=args.resamples)
    request = metrics_of(args)
    specs = specs_of(args)
    names = {str(each.spec): name for name, each in request.by_name.items()} | {each.name: each.name for each in specs}
    condition = None if args.fail_if is None else Condition.read(args.fail_if, names)
    if condition and args.compat and any(".delta_" in name for name in condition.names):
        raise SettingError(f"{args.compat} has no interval of a difference; leave it out of --fail-if")
    inputs = read(args, [args.base, *args.systems])
    if len(inputs.hypotheses) < 2:
        raise SettingError(f"there is nothing to compare {args.base!r} with; name another system")
    documents = None if args.docs is None else labels(inputs, args.docs, "--docs", "document name")
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(
            inputs.hypotheses, inputs.references, request, threads=threads, step=progress.step, sources=inputs.sources,
            facts=inputs.facts,
        ).add_each(outside_scores(specs, inputs))  # fmt: skip
        comparison = compare(
            evaluation, test=args.test, trials=args.trials, resamples=args.resamples, seed=args.seed,
            documents=documents, correction=None if args.correction == "none" else args.correction, level=args.level,
            compat=args.compat, threads=threads, step=progress.step,
        )  # fmt: skip
    if args.save:
        from understudy.cli.saving import save

        save(args, evaluation, inputs.hypotheses, inputs.references, comparison)
    put(render(comparison, args))
    return 0 if condition is None else _check(comparison, condition)


def render(comparison: Comparison, args: argparse.Namespace) -> str:
    """Write the comparison in the output format."""
    from understudy.comparison.table import long_table

    results = Results(
        lambda: [comparison.table(args.digits)],
        lambda: long_table(comparison),
        lambda: comparison.to_dict(),
        lambda: comparison.verdict.lines,
        lambda: comparison.latex(args.digits, args.columns),
    )
    return show(results, args.format, args.columns)


def _check(comparison: Comparison, condition: Condition) -> int:
    from understudy.comparison.gate import values

    code = 0
    for system in next(iter(comparison.values())):
        if system == comparison.plan.baseline:
            continue
        numbers = values(comparison, system)
        if condition.holds(numbers):
            print(f"understudy: {system} fails: {condition.reason(numbers)}", file=sys.stderr)
            code = CONDITION_HOLDS
    return code
