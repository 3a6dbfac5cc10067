"""`understudy humans`: human scores and metrics in, how far they agree out."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from typing import TYPE_CHECKING, Any

from understudy.cli.options import FORMATS, add_inputs, add_threads, check_digits, show, threads_of
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import add_files, choices, tell
from understudy.cli.reading import read as read_files
from understudy.errors import SettingError, TextWarning, choose

if TYPE_CHECKING:
    from understudy.agreement.agreement import Agreement
    from understudy.agreement.judgments import Judgments
    from understudy.formats.records import Record

HELP = "Measure how metrics agree with people, and which metric agrees better."
EPILOG = """\
HUMAN is a table with a header line: tab-separated values, or one JSON object a line. Its columns are system, score,
segment (the number of the line; without it the scores are of whole systems), and perhaps annotator, document, domain.
In the layout mqm each line is an error, with category and severity in place of the score.
HUMAN may also be a folder of mt-metrics-eval, which holds the systems and references too.

examples:
  understudy humans human.tsv --systems A.txt B.txt C.txt -r ref.txt -m bleu chrf
  understudy humans human.tsv --scores comet.tsv --without refB
  understudy humans mqm.tsv --systems *.txt -r ref.txt -m chrf ter --test pearson --unit document
  understudy humans wmt23 --language-pair en-de --human-scores mqm --reference-name refA -m chrf
"""
LAYOUTS = ("auto", "scores", "da", "da-z", "esa", "mqm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("human", metavar="HUMAN", help="human scores")
    parser.add_argument(
        "--systems", nargs="+", metavar="SYS", default=[],
        help="hypotheses of each system that was judged; a file is named like its system, an ending aside",
    )  # fmt: skip
    add_inputs(parser)
    add_files(parser)
    parser.add_argument("--human-scores", metavar="NAME", help="which human scores of a folder of mt-metrics-eval")
    parser.add_argument(
        "--scores", action="append", default=[], metavar="TSV",
        help="scores of metrics, with the columns system, segment, metric, score; again for each further table",
    )  # fmt: skip
    parser.add_argument(
        "--lower", action="append", default=[], metavar="METRIC", help="a metric of --scores that is better when lower"
    )
    parser.add_argument(
        "--layout", choices=LAYOUTS, default="auto", help="what HUMAN holds (default: told by its columns)"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="leave out a system, such as a human translation"
    )
    parser.add_argument("--domain", metavar="NAME", help="keep only the segments of one domain")
    parser.add_argument(
        "--missing",
        choices=("error", "drop"),
        default="error",
        help="what to do where a metric has no score (default: error)",
    )
    parser.add_argument(
        "--accuracy",
        choices=("kocmi", "mtme"),
        default="kocmi",
        help="rule of pairwise accuracy for ties (default: kocmi)",
    )
    parser.add_argument(
        "--threshold",
        type=float,
        metavar="POINTS",
        help="distance of human scores for daRR (default: 25 for da and esa)",
    )
    parser.add_argument(
        "--test",
        default="auto",
        metavar="STATISTIC",
        help="the statistic by which metrics are compared, or none (default: acc_eq)",
    )
    parser.add_argument(
        "--unit",
        choices=("item", "document", "pair"),
        default="item",
        help="what is swapped between metrics (default: item)",
    )
    parser.add_argument(
        "--sides", choices=("two", "one"), default="two", help="one: only a better first metric counts (default: two)"
    )
    parser.add_argument(
        "--trials", type=int, default=10_000, metavar="N", help="number of randomization trials (default: 10000)"
    )
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="random seed (default: 12345)")
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of the output (default: text)")
    parser.add_argument("--digits", type=int, default=3, metavar="N", help="decimals in tables (default: 3)")
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, score, compare with people, print."""
    check_digits(args.digits)
    from understudy.formats.readers.mtme import is_tree

    tree = is_tree(args.human)
    if tree and not args.systems:
        args.systems = [args.human]
    if args.human_scores is not None and not tree:
        raise SettingError(f"--human-scores is for a folder of mt-metrics-eval, which {args.human!r} is not")
    if not args.systems and not args.scores:
        raise SettingError("nothing to compare with people; give --systems with -r, or --scores")
    if (bool(args.systems) != bool(args.references) and not tree) or (args.metrics and not args.systems):
        raise SettingError("--systems and -r belong together, and -m needs them")
    from understudy.agreement.humans import humans
    from understudy.agreement.layouts import judgments_from
    from understudy.agreement.metric_tests import TESTABLE
    from understudy.agreement.swapping import TrialPlan

    choose("statistic to test", args.test, ("auto", "none", *TESTABLE))
    TrialPlan(args.trials, args.seed)  # a mistake in the command is found before any file is read
    human = judgments_from(_human(args, tree), args.layout)
    scored, given = _scored(args, human), _given(args)
    for name in scored.keys() & given.keys():
        raise SettingError(f"{name} is asked for by -m and stands in --scores too; give it another name there")
    agreement = humans(
        human,
        {**scored, **given},
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
    print(render(agreement, args))


def _human(args: argparse.Namespace, tree: bool) -> list[Record]:
    from understudy.formats.readers.mtme import human_records
    from understudy.formats.records import read_records

    return human_records(args.human, args.human_scores, choices(args)) if tree else read_records(args.human)


def _scored(args: argparse.Namespace, human: Judgments) -> dict[str, dict[str, Any]]:
    """Score the systems whose hypotheses are given."""
    if not args.systems:
        return {}
    from understudy.agreement.metric_scores import by_metric, name_systems
    from understudy.scoring.evaluate import evaluate, named_metrics

    threads = threads_of(args)
    metrics = args.metrics or ["bleu"]
    named_metrics(metrics, args.lang)
    inputs = read_files(args, args.systems)
    systems, references = inputs.hypotheses, inputs.references
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
        evaluation = evaluate(named, references, metrics, args.lang, threads, progress.step)
    return {name: dict(each) for name, each in by_metric(evaluation).items()}


def _given(args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Read the scores that are given."""
    from understudy.agreement.metric_scores import scores_by_metric
    from understudy.formats.records import read_records

    return scores_by_metric(record for path in args.scores for record in read_records(path))


def render(agreement: Agreement, args: argparse.Namespace) -> str:
    """Write the agreement in the form asked for."""
    from understudy.agreement.table import long_table

    if args.format == "json":
        return json.dumps(agreement.to_dict(), ensure_ascii=False, indent=2)
    if args.format == "tsv":
        return long_table(agreement).tsv()
    tables = [agreement.table(args.digits)]
    if agreement.differences:
        tables.append(agreement.tests(max(args.digits, 4)))  # p-values are small
    return "\n\n".join(show(table, args.format) for table in tables)
