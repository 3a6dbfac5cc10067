"""`understudy report`: systems and references in, one HTML page or PDF out."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import PurePath

from understudy.cli.names import add_names
from understudy.cli.options import (
    add_checks,
    add_inputs,
    add_test_set,
    add_threads,
    check_not_read,
    metrics_of,
    threads_of,
)
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import FILES, add_files, add_missing, add_where, labels, read
from understudy.cli.scores import add_scores, outside_scores, specs_of
from understudy.cli.testsets import add_subset

HELP = "Write an HTML or PDF report: verdict, leaderboard, significance tests, and every segment."
EPILOG = f"""\
{FILES}The page is self-contained: it can be mailed, and opened without a network.
A file named .pdf is printed by an installed Chromium, Chrome or Edge.

examples:
  understudy report A.txt B.txt -r ref.txt -o report.html
  understudy report A.txt B.txt -r ref.txt -s source.txt --docs documents.txt -m bleu chrf ter -o report.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system")
    add_inputs(parser)
    add_scores(parser)
    parser.add_argument("-s", "--source", metavar="FILE", help="source segments, shown with the translations")
    add_files(parser)
    add_names(parser)
    add_where(parser)
    add_missing(parser)
    add_test_set(parser)
    parser.set_defaults(save=None)
    add_subset(parser)
    parser.add_argument(
        "--docs", metavar="COLUMN", help="resample whole documents: a column, or a file with one document name per line"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", default="report.html",
        help="the file to write, .html or .pdf (default: report.html)",
    )  # fmt: skip
    parser.add_argument("--baseline", metavar="NAME", help="name of the baseline system (default: the first)")
    parser.add_argument("--title", metavar="TEXT", help="title of the report (default: names of the reference files)")
    parser.add_argument(
        "--trials", type=int, default=10_000, metavar="N", help="number of randomization trials (default: 10000)"
    )
    parser.add_argument(
        "--resamples", type=int, default=1_000, metavar="N", help="number of bootstrap resamples (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=12345, metavar="N", help="random seed (default: 12345)")
    add_checks(parser)
    parser.add_argument(
        "--ui-lang",
        metavar="CODE",
        default="en",
        help="language of the page itself: en, de, fr, es, zh, ja or ar (default: en); the texts have --lang",
    )
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, compute, write the page."""
    from understudy.contract.resampling import check_numbers
    from understudy.errors import unknown
    from understudy.formats.writing import replace_file
    from understudy.report import make_report
    from understudy.report.messages import check_language
    from understudy.report.pdf import find_browser, print_pdf

    threads = threads_of(args)
    check_language(args.ui_lang)
    browser = find_browser() if args.output.lower().endswith(".pdf") else None
    check_numbers(args.seed, trials=args.trials, resamples=args.resamples)
    request = metrics_of(args, default=("bleu", "chrf"))
    specs = specs_of(args)
    check_not_read(
        args.output, [*(each.path for each in specs), *args.systems, *args.references, args.source, args.docs]
    )
    inputs = read(args, args.systems)
    if args.baseline is not None and args.baseline not in inputs.hypotheses:
        raise unknown("baseline", args.baseline, inputs.hypotheses)
    documents = None if args.docs is None else labels(inputs, args.docs, "--docs", "document name")
    source = None if inputs.source is None else [text or "" for text in inputs.source]
    title = args.title or ", ".join(PurePath(path).name for path in inputs.references)
    with ProgressBar(sys.stderr) as progress:
        report = make_report(
            inputs.hypotheses, inputs.references, source, documents, request, None, args.baseline,
            args.trials, args.resamples, args.seed, threads, title, datetime.now(UTC).date().isoformat(), progress.step,
            args.ui_lang, inputs.facts, outside_scores(specs, inputs),
        )  # fmt: skip
        html = report.html()
        page = html.encode() if browser is None else print_pdf(html, browser)
    replace_file(args.output, page)
    if sys.stderr is not None:
        print(f"understudy: wrote {args.output} ({_size(len(page))})", file=sys.stderr)


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
