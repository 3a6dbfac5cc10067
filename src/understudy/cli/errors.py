"""`understudy errors`: which words went wrong most often, in a corpus."""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import TYPE_CHECKING

from understudy.cli.names import add_names
from understudy.cli.options import add_format, add_threads, check_not_read, put, show, threads_of
from understudy.cli.reading import FILES, add_files, add_missing, add_where, labels, read
from understudy.tables.outputs import Results

if TYPE_CHECKING:
    from understudy.contract.metric import Metric

HELP = "List the most frequent errors: words substituted, left out, put in, and those most often wrong."
EPILOG = (
    FILES
    + """
examples:
  understudy errors sys.txt -r ref.txt
  understudy errors A.txt B.txt -r ref.txt --by domains.txt --most 5
  understudy errors sys.txt -r ref.txt -m cer --output errors.xlsx
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system")
    parser.add_argument(
        "-r", "--reference", action="append", default=[], metavar="REF", dest="references",
        help="references, one per segment; with several, the best of each segment is aligned",
    )  # fmt: skip
    parser.add_argument(
        "-m", "--metric", metavar="METRIC[:SETTINGS]", help="error rate that aligns (default: wer:tokenizer=13a)"
    )
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, such as zh; selects the tokenizer")
    add_files(parser)
    add_names(parser)
    add_where(parser)
    add_missing(parser)
    parser.add_argument("--by", metavar="COLUMN", help="count groups of segments: a column, or a file of labels")
    parser.add_argument("--most", type=int, default=10, metavar="N", help="errors of each kind (default: 10)")
    parser.add_argument(
        "--output", metavar="FILE", help="write them to this file: .xlsx, .tsv, .csv, .jsonl or .parquet"
    )
    add_format(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, align, count, print."""
    from understudy.alignment.corpus_errors import CorpusErrors
    from understudy.formats.writing import output_format, replace_file

    threads, metric = threads_of(args), metric_of(args)
    output = None if args.output is None else output_format(args.output)
    check_not_read(args.output, [*args.systems, *args.references, args.by])
    inputs = read(args, args.systems)
    groups = None if args.by is None else labels(inputs, args.by, "--by")
    by = "" if args.by is None else PurePath(args.by).name
    found = CorpusErrors.of(inputs.hypotheses, inputs.references, metric, groups, by, args.most, threads)
    if output is not None:
        replace_file(args.output, output.load().write(found.columns()))
        return
    put(show(Results(lambda: [found.table()], found.table, found.to_dict), args.format))


def metric_of(args: argparse.Namespace) -> Metric:
    """The error rate that aligns.

    >>> metric_of(argparse.Namespace(metric=None, lang=None)).signature
    'wer:tokenizer=13a,lowercase=no,ties=most-hits,average=corpus'
    """
    from understudy.metrics import make_metric
    from understudy.tokens.languages import tokenizer_for

    if args.metric is not None:
        return make_metric(args.metric, args.lang)
    fitting = None if args.lang is None else tokenizer_for(args.lang)
    return make_metric("wer", args.lang) if fitting else make_metric("wer:tokenizer=13a")
