"""`understudy score`: systems and references in, a table of scores out."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from understudy.cli.options import add_history, add_inputs, add_output, check_output, cores, show
from understudy.cli.progress import ProgressBar
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.evaluation import Evaluation

HELP = "Score one or several systems against references."
EPILOG = """\
Files are UTF-8 text with one segment a line, plain or compressed (.gz, .bz2, .xz, .zst); - is standard input.

examples:
  understudy score sys.txt -r ref.txt
  understudy score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu bleu:tokenizer=intl,lowercase=yes
  understudy score sys.txt -r ref.txt --segments --format tsv > segments.tsv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system")
    add_inputs(parser)
    parser.add_argument("--segments", action="store_true", help="print the score of every segment")
    parser.add_argument("--parts", action="store_true", help="print what each score is made of")
    add_output(parser)
    add_history(parser)
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")


def run(args: argparse.Namespace) -> None:
    """Read, score, print."""
    if args.segments and args.parts:
        raise SettingError("--segments and --parts print different tables; choose one of them")
    check_output(args)
    from understudy.evaluation import evaluate, named_metrics
    from understudy.formats import read_parallel
    from understudy.texts import check_threads

    threads = cores() if args.threads is None else args.threads
    check_threads(threads)
    metrics = args.metrics or ["bleu"]
    named_metrics(metrics, args.lang)  # a mistake in the command is found before any file is read
    systems, references = read_parallel(args.systems, args.references)
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(systems, references, metrics, args.lang, threads, progress.step)
    if args.save:
        from understudy.cli.saving import save

        save(args, evaluation, systems, references)
    print(render(evaluation, args))


def render(evaluation: Evaluation, args: argparse.Namespace) -> str:
    """Write the evaluation in the form asked for."""
    from understudy.report import scores

    if args.format == "json":
        return json.dumps(scores.as_json(evaluation, args.segments), ensure_ascii=False, indent=2)
    if args.format == "tsv" and not args.parts:
        return (scores.long_segments(evaluation) if args.segments else scores.long_scores(evaluation)).tsv()
    choose = scores.segments if args.segments else scores.parts if args.parts else scores.scores
    return show(choose(evaluation, args.digits), args.format)
