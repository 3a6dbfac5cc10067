"""`understudy humans`: human scores and metrics in, how far they agree out."""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.cli.options import add_inputs, add_output, add_threads, check_digits, metrics_of, put, show, threads_of
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import add_files, selection_of, tell
from understudy.cli.reading import read as read_files
from understudy.cli.scores import specs_of
from understudy.errors import SettingError, TextWarning, choose
from understudy.tables.outputs import Results

if TYPE_CHECKING:
    from understudy.agreement.agreement import Agreement
    from understudy.agreement.judgments import Judgments
    from understudy.formats.records import Record
    from understudy.scoring.evaluate import Request
    from understudy.tables.table import Table

HELP = "Measure how well metrics agree with human judgments, and which metric agrees better."
EPILOG = """\
HUMAN is a table with a header line: tab-separated values, or one JSON object per line. Its columns are system, score,
segment (the line number; without it the scores are system-level), and optionally annotator, document, domain.
In the layout mqm each line is an error, with category and severity instead of the score.
HUMAN may also be an mt-metrics-eval folder, which contains the systems and references too.

examples:
  understudy humans human.tsv --systems A.txt B.txt C.txt -r ref.txt -m bleu chrf
  understudy humans human.tsv --scores comet.tsv --without refB
  understudy humans human.tsv --scores comet:model=wmt22-comet-da,version=2.2.2=en-de.comet.seg.score
  understudy humans mqm.tsv --systems *.txt -r ref.txt -m chrf ter --test pearson --unit document
  understudy humans wmt23 --language-pair en-de --human-scores mqm --reference-name refA -m chrf
"""
LAYOUTS = ("auto", "scores", "da", "da-z", "esa", "mqm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("human", metavar="HUMAN", help="human scores")
    parser.add_argument(
        "--systems", nargs="+", metavar="SYS", default=[],
        help="hypotheses of each judged system; name each file after its system, the extension is ignored",
    )  # fmt: skip
    add_inputs(parser)
    add_files(parser)
    parser.add_argument("--human-scores", metavar="NAME", help="which human scores of an mt-metrics-eval folder")
    parser.add_argument(
        "--scores", action="append", default=[], metavar="[NAME[:KEY=VALUE,...]=]FILE",
        help="metric scores: of one metric, as comet:version=2.2.2=comet.json, or a table with the columns system,"
        " segment, metric, score; repeat for further files",
    )  # fmt: skip
    parser.add_argument(
        "--lower", action="append", default=[], metavar="METRIC", help="a metric of --scores for which lower is better"
    )
    parser.add_argument(
        "--layout", choices=LAYOUTS, default="auto", help="kind of human scores (default: detected from the columns)"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="exclude a system, such as a human translation"
    )
    parser.add_argument("--domain", metavar="NAME", help="keep only the segments of one domain")
    parser.add_argument(
        "--missing",
        choices=("error", "drop"),
        default="error",
        help="what to do if a metric score is missing (default: error)",
    )
    parser.add_argument(
        "--accuracy",
        choices=("kocmi", "mtme"),
        default="kocmi",
        help="tie handling in pairwise accuracy (default: kocmi)",
    )
    parser.add_argument(
        "--threshold",
        type=float,
        metavar="POINTS",
        help="minimum difference of human scores for daRR (default: 25 for da and esa)",
    )
    parser.add_argument(
        "--test",
        default="auto",
        metavar="STATISTIC",
        help="statistic to test for significance, or none (default: acc_eq)",
    )
    parser.add_argument(
        "--unit",
        choices=("item", "document", "pair"),
        default="item",
        help="unit that is permuted between metrics (default: item)",
    )
    parser.add_argument("--sides", choices=("two", "one"), default="two", help="one- or two-sided test (default: two)")
    parser.add_argument(
        "--trials", type=int, default=10_000, metavar="N", help="number of randomization trials (default: 10000)"
    )
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="random seed (default: 12345)")
    add_output(parser, digits=3)
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, score, compare with human judgments, print."""
    check_digits(args.digits)
    from understudy.formats.detect import folder_format

    tree = folder_format(args.human) is not None
    if tree and not args.systems:
        args.systems = [args.human]
    if args.human_scores is not None and not tree:
        raise SettingError(f"--human-scores requires an mt-metrics-eval folder, which {args.human!r} is not")
    if not args.systems and not args.scores:
        raise SettingError("nothing to compare with people; give --systems with -r, or --scores")
    if (bool(args.systems) != bool(args.references) and not tree) or (args.metrics and not args.systems):
        raise SettingError("--systems and -r belong together, and -m needs them")
    from understudy.agreement.humans import humans
    from understudy.agreement.layouts import judgments_from
    from understudy.agreement.metric_tests import TESTABLE
    from understudy.agreement.swapping import TrialPlan

    choose("statistic to test", args.test, ("auto", "none", *TESTABLE))
    TrialPlan(args.trials, args.seed)  # a mistake in the command is reported before any file is read
    request = metrics_of(args) if args.systems else None
    human = judgments_from(_human(args, tree), args.layout)
    scored, read = _scored(args, request, human), _scores_of_tables(args)
    for name in scored.keys() & read.keys():
        raise SettingError(f"{name} is both in -m and in --scores; rename it there")
    agreement = humans(
        human,
        {**scored, **read},
        without=args.without,
        domain=args.domain,
        missing=args.missing,
        lower=args.lower,
        reference=", ".join(args.references or args.reference_names) or None,
        accuracy=args.accuracy,
        threshold=args.threshold,
        test=args.test,
        unit=args.unit,
        trials=args.trials,
        seed=args.seed,
        sides=args.sides,
    )
    put(render(agreement, args))


def _human(args: argparse.Namespace, tree: bool) -> list[Record]:
    from understudy.formats.readers.mtme import human_records
    from understudy.formats.records import read_records

    return human_records(args.human, args.human_scores, selection_of(args)) if tree else read_records(args.human)


def _scored(args: argparse.Namespace, request: Request | None, human: Judgments) -> dict[str, dict[str, Any]]:
    """Score the systems of --systems."""
    if request is None:
        return {}
    from understudy.agreement.metric_scores import by_metric, name_systems
    from understudy.scoring.evaluate import evaluate

    threads = threads_of(args)
    inputs = read_files(args, args.systems)
    references = inputs.references
    systems = {_judged(name, inputs.files[name], human): lines for name, lines in inputs.hypotheses.items()}
    if args.systems == [args.human]:
        tell(tuple(f"{name} is left out: nobody judged it" for name in systems if name not in human.systems))
        systems = {name: lines for name, lines in systems.items() if name in human.systems}
        args.references = list(references)
    named = name_systems(systems, human.systems, args.without)
    for name, lines in named.items():
        if any(lines == each for each in references.values()):
            warnings.warn(
                f"{name!r} is a copy of a reference, so that every metric finds it perfect;"
                f" leave it out with --without {name}, or use another reference",
                TextWarning,
                stacklevel=2,
            )
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(named, references, request, threads=threads, step=progress.step)
    return {name: dict(each) for name, each in by_metric(evaluation).items()}


def _judged(name: str, path: str, human: Judgments) -> str:
    """The name of a system as people judged it: its own, or that of its file where names were shortened."""
    return name if name in human.systems or Path(path).is_dir() else Path(path).name


def _scores_of_tables(args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Read the scores of --scores."""
    from understudy.agreement.metric_scores import scores_by_metric
    from understudy.formats.records import read_records
    from understudy.scoring.outside import results_by_system

    tables = [each for each in args.scores if not _is_named(each)]
    named = results_by_system(specs_of(argparse.Namespace(scores=[each for each in args.scores if _is_named(each)])))
    read = scores_by_metric(record for path in tables for record in read_records(path))
    for name in named.keys() & read.keys():
        raise SettingError(f"{name} is in two files of --scores; rename it in one of them")
    return {**read, **named}


def _is_named(scores: str) -> bool:
    """Whether it is NAME=FILE, not a table of several metrics."""
    return "=" in scores and not Path(scores).exists()


def render(agreement: Agreement, args: argparse.Namespace) -> str:
    """Write the agreement in the output format."""
    from understudy.agreement.table import long_table

    results = Results(
        lambda: _tables(agreement, args.digits),
        lambda: long_table(agreement),
        lambda: agreement.to_dict(),
    )
    return show(results, args.format)


def _tables(agreement: Agreement, digits: int) -> list[Table]:
    tables = [agreement.table(digits)]
    if agreement.differences:
        tables.append(agreement.tests(max(digits, 4)))  # p-values are small
    return tables
