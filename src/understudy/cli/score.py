"""`understudy score`: systems and references in, a table of scores out."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from pathlib import PurePath
from typing import TYPE_CHECKING

from understudy.cli.options import (
    add_history,
    add_inputs,
    add_output,
    add_threads,
    check_not_read,
    check_output,
    show,
    threads_of,
)
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import FILES, add_files, labels, read, read_or_stream, tell
from understudy.errors import SettingError, TextWarning

if TYPE_CHECKING:
    from understudy.formats.streaming import Stream
    from understudy.scoring.evaluate import Evaluation
    from understudy.scoring.groups import Groups

HELP = "Score one or several systems against references."
EPILOG = (
    FILES
    + """
examples:
  understudy score sys.txt -r ref.txt
  understudy score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu bleu:tokenizer=intl,lowercase=yes
  understudy score sys.txt -r ref.txt --segments --format tsv > segments.tsv
  understudy score data.tsv --hypothesis-name mt_a mt_b --reference-name human --by domain
  understudy score data.jsonl --segments --output scored.jsonl
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system")
    add_inputs(parser)
    parser.add_argument(
        "-s", "--source", metavar="SRC", help="the source of every segment; checked, and kept by --output"
    )
    add_files(parser)
    parser.add_argument("--by", metavar="COLUMN", help="score each group of segments: a column, or a file of labels")
    parser.add_argument("--segments", action="store_true", help="print the score of every segment")
    parser.add_argument("--parts", action="store_true", help="print what each score is made of")
    parser.add_argument(
        "--output", metavar="FILE",
        help="write the segment scores beside the input's own columns: .tsv, .csv, .jsonl or .parquet",
    )  # fmt: skip
    add_output(parser)
    add_history(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, score, print."""
    _check(args)
    from understudy.formats import Inputs
    from understudy.scoring.evaluate import evaluate, named_metrics

    threads = threads_of(args)
    metrics = args.metrics or ["bleu"]
    named_metrics(metrics, args.lang)  # a mistake in the command is found before any file is read
    inputs = read(args, args.systems) if _needs_segments(args, metrics) else read_or_stream(args, args.systems)
    if not isinstance(inputs, Inputs):
        print(render(_score_in_pieces(inputs, args, metrics, threads), args))
        return
    by = None if args.by is None else labels(inputs, args.by, "--by")
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(inputs.hypotheses, inputs.references, metrics, args.lang, threads, progress.step)
    if args.output:
        from understudy.formats.writing import write_scores
        from understudy.scoring.table import segment_columns

        if inputs.first.table is None:
            check_not_read(args.output, args.systems)
        write_scores(args.output, inputs, segment_columns(evaluation))
    if args.save:
        from understudy.cli.saving import save

        save(args, evaluation, inputs.hypotheses, inputs.references)
    if by is None:
        print(render(evaluation, args))
    else:
        from understudy.scoring.groups import Groups

        print(_render_groups(Groups(evaluation, PurePath(args.by).name, by, threads), args))


def _needs_segments(args: argparse.Namespace, metrics: list[str]) -> bool:
    """Whether more than sums is asked for, so that everything must be held."""
    if args.segments or args.by or args.save or args.source:
        return True
    from understudy.scoring.evaluate import named_metrics
    from understudy.sharding.accumulator import adds_up

    return not all(map(adds_up, named_metrics(metrics, args.lang).values()))


def _score_in_pieces(stream: Stream, args: argparse.Namespace, metrics: list[str], threads: int) -> Evaluation:
    """Score files that are too large to be held; what is known of them at the end are the sums."""
    from understudy.contract.stats import Totals
    from understudy.scoring.evaluate import Evaluation, evaluate, requested
    from understudy.sharding.accumulator import add_totals, as_scores, totals_of

    totals: dict[str, dict[str, Totals]] = {}
    request = requested(metrics, args.lang)
    made = requested(request.metrics.values())  # one batch need not have as many references as all of them
    with ProgressBar(sys.stderr) as progress, warnings.catch_warnings():
        warnings.simplefilter("once", TextWarning)  # not again for every piece
        for number, inputs in enumerate(stream):
            if not number:
                tell(inputs.told)
            evaluation = evaluate(inputs.hypotheses, inputs.references, made, threads=threads)
            for system, scores in evaluation.items():
                totals[system] = add_totals([totals.get(system, {}), totals_of(scores)])
            progress.step("scoring", stream.done, stream.size)
    for counts in {each.counts for of_system in totals.values() for each in of_system.values()}:
        request.check_references(counts)
    return Evaluation({system: as_scores(of_system) for system, of_system in totals.items()})


def _check(args: argparse.Namespace) -> None:
    tables = [
        name for name, asked in {"--segments": args.segments, "--parts": args.parts, "--by": args.by}.items() if asked
    ]
    if len(tables) > 1:
        raise SettingError(f"{' and '.join(tables)} print different tables; choose one of them")
    if args.output is not None:
        if not args.segments:
            raise SettingError("--output is for the scores of segments; give --segments too")
        from understudy.formats.writing import output_format

        output_format(args.output)
        # A table may be replaced by itself with the scores beside; everything else would be lost.
        check_not_read(args.output, [*args.systems[1:], *args.references, args.source, args.by])
    check_output(args)


def render(evaluation: Evaluation, args: argparse.Namespace) -> str:
    """Write the evaluation in the form asked for."""
    from understudy.scoring import table as scores

    segments = args.segments and not args.output  # they are in the file already
    if args.format == "json":
        return json.dumps(scores.as_json(evaluation, segments), ensure_ascii=False, indent=2)
    if args.format == "tsv" and not args.parts:
        return (scores.long_segments(evaluation) if segments else scores.long_scores(evaluation)).tsv()
    choose = scores.segments if segments else scores.parts if args.parts else scores.scores
    return show(choose(evaluation, args.digits), args.format)


def _render_groups(groups: Groups, args: argparse.Namespace) -> str:
    from understudy.scoring.groups import as_json, long_table, table

    if args.format == "json":
        return json.dumps(as_json(groups), ensure_ascii=False, indent=2)
    return show(long_table(groups) if args.format == "tsv" else table(groups, args.digits), args.format)
