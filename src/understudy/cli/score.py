"""`understudy score`: systems and references in, a table of scores out."""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import PurePath
from typing import TYPE_CHECKING

from understudy.cli.grouping import by_group, split_groups
from understudy.cli.names import add_names
from understudy.cli.options import (
    add_checks,
    add_columns,
    add_history,
    add_inputs,
    add_output,
    add_threads,
    check_not_read,
    check_output,
    metrics_of,
    put,
    show,
    threads_of,
)
from understudy.cli.progress import ProgressBar
from understudy.cli.reading import FILES, add_files, add_missing, add_where, labels, longer, read, read_or_stream, tell
from understudy.cli.scores import add_scores, outside_scores, specs_of
from understudy.cli.segment import add_documents, read_cut
from understudy.cli.testsets import add_subset
from understudy.errors import SettingError, TextWarning
from understudy.tables.outputs import Results

if TYPE_CHECKING:
    from understudy.formats import Inputs
    from understudy.formats.streaming import Stream
    from understudy.scoring.evaluate import Evaluation, Request
    from understudy.scoring.groups import Groups
    from understudy.scoring.macro import GroupScores

HELP = "Score one or several systems against references."
EPILOG = (
    FILES
    + """
examples:
  understudy score sys.txt -r ref.txt
  understudy score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu bleu:tokenizer=intl,lowercase=yes
  understudy score sys.txt -r ref.txt --segments --format tsv > segments.tsv
  understudy score data.tsv --hypothesis-name mt_a mt_b --reference-name human --by domain
  understudy score A.txt B.txt -r ref.txt -m bleu chrf --scores comet:model=wmt22-comet-da,version=2.2.2=comet.json
  understudy score sys.txt -t wmt24 -l en-de
  understudy score data.jsonl --segments --output scored.jsonl
  understudy score asr.txt -r ref.txt --resegment -m wer:normalizer=whisper-en
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system")
    add_inputs(parser)
    add_scores(parser)
    parser.add_argument("-s", "--source", metavar="SRC", help="source segments; checked, and copied to --output")
    add_files(parser)
    add_names(parser)
    add_where(parser)
    add_missing(parser)
    add_subset(parser)
    parser.add_argument("--by", metavar="COLUMN", help="score groups of segments: a column, or a file of labels")
    parser.add_argument(
        "--average", choices=("macro",), help="with --by: also the mean over groups, and the mean of ranks in them"
    )
    parser.add_argument(
        "--resegment", action="store_true",
        help="cut the systems' output like the references first, with the least word error rate",
    )  # fmt: skip
    add_documents(parser)
    parser.add_argument("--segments", action="store_true", help="print segment scores")
    parser.add_argument("--parts", action="store_true", help="print the components of each score")
    parser.add_argument(
        "--output", metavar="FILE",
        help="write segment scores next to the input's columns: .tsv, .csv, .jsonl, .parquet or .xlsx",
    )  # fmt: skip
    # Options are added in the order in which --help lists them; other commands repeat these lines, with theirs between.
    parser.add_argument(
        "-b",
        "--bare",
        action="store_true",
        help="print only the scores: a line for each system, tabs between metrics",
    )
    add_output(parser)
    add_columns(parser)
    add_history(parser)
    add_checks(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, score, print."""
    _check(args)
    from understudy.formats.streaming import Stream
    from understudy.scoring.evaluate import evaluate
    from understudy.scoring.macro import GroupScores

    threads = threads_of(args)
    request = metrics_of(args)
    specs = specs_of(args)
    inputs: Inputs | Stream | GroupScores | None = read_cut(args) if args.resegment else None
    if args.by and not args.resegment and not args.test_set and not args.subset:
        inputs = by_group(args, threads)
    if inputs is None:
        inputs = _read(args, request)
    if isinstance(inputs, GroupScores):
        put(_render_macro(inputs, args))
        return
    if isinstance(inputs, Stream):
        put(render(_score_in_pieces(inputs, request, threads), args))
        return
    by = None if args.by is None else labels(inputs, args.by, "--by")
    with ProgressBar(sys.stderr) as progress:
        evaluation = evaluate(
            inputs.hypotheses, inputs.references, request, threads=threads, step=progress.step, sources=inputs.sources,
            facts=inputs.facts,
        ).add_each(outside_scores(specs, inputs))  # fmt: skip
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
        put(render(evaluation, args))
    else:
        from understudy.scoring.groups import Groups

        if args.average:
            put(_render_macro(split_groups(evaluation, PurePath(args.by).name, by, threads), args))
            return
        put(_render_groups(Groups(evaluation, PurePath(args.by).name, by, threads), args))


def _read(args: argparse.Namespace, request: Request) -> Inputs | Stream:
    return read(args, args.systems) if _needs_segments(args, request) else read_or_stream(args, args.systems)


def _needs_segments(args: argparse.Namespace, request: Request) -> bool:
    """Whether more than sums is needed, so that all segments must be held."""
    if (
        args.segments
        or args.by
        or args.save
        or args.source
        or args.test_set
        or args.subset
        or args.scores
        or args.where
    ):
        return True
    from understudy.sharding.accumulator import adds_up

    return not all(map(adds_up, request.metrics.values()))


def _score_in_pieces(stream: Stream, request: Request, threads: int) -> Evaluation:
    """Score files that are too large to be held; only the sums are known at the end."""
    from understudy.contract.stats import Totals
    from understudy.scoring.evaluate import Evaluation, evaluate, requested
    from understudy.sharding.accumulator import add_totals, as_scores, totals_of

    totals: dict[str, dict[str, Totals]] = {}
    messages: tuple[str, ...] = ()
    made = requested(request.metrics.values())  # one batch need not have as many references as all of them
    with ProgressBar(sys.stderr) as progress, warnings.catch_warnings():
        warnings.simplefilter("once", TextWarning)  # not again for every piece
        for number, inputs in enumerate(stream):
            messages = longer(messages, inputs.messages)
            evaluation = evaluate(inputs.hypotheses, inputs.references, made, threads=threads, checks=not number)
            for system, scores in evaluation.items():
                totals[system] = add_totals([totals.get(system, {}), totals_of(scores)])
            progress.step("scoring", stream.done, stream.size)
    tell(messages)
    for counts in {each.counts for of_system in totals.values() for each in of_system.values()}:
        request.check_references(counts)
    return Evaluation({system: as_scores(of_system) for system, of_system in totals.items()})


def _check(args: argparse.Namespace) -> None:
    if args.average and not args.by:
        raise SettingError(f"--average {args.average} is over groups; say which with --by COLUMN")
    if args.documents is not None and not args.resegment:
        raise SettingError("--documents requires --resegment; use --by for a score of each document")
    tables = {"--segments": args.segments, "--parts": args.parts, "--by": args.by, "--bare": args.bare}
    names = [name for name, value in tables.items() if value]
    if len(names) > 1:
        raise SettingError(f"{' and '.join(names)} print different tables; choose one of them")
    if args.output is not None:
        if not args.segments:
            raise SettingError(f"--output requires --segments; add it, or leave out --output {args.output!r}")
        from understudy.formats.writing import output_format

        output = output_format(args.output)
        # A table may be replaced by itself with the scores added; everything else would be lost.
        check_not_read(args.output, [*args.systems[1:], *args.references, args.source, args.by])
        if output.name == "xlsx":
            check_not_read(args.output, args.systems[:1], ", and would lose its other sheets and its layout")
    check_output(args)


def render(evaluation: Evaluation, args: argparse.Namespace) -> str:
    """Write the evaluation in the output format."""
    from understudy.scoring import table as scores
    from understudy.scoring.paper import latex

    if args.bare:
        return _bare(evaluation, args.digits)
    segments = args.segments and not args.output  # they are in the file already
    choose = scores.segments if segments else scores.parts if args.parts else scores.scores
    long = scores.parts if args.parts else scores.long_segments if segments else scores.long_scores
    return show(
        Results(
            lambda: [choose(evaluation, args.digits)],
            lambda: long(evaluation),
            lambda: scores.as_json(evaluation, segments),
            latex=None if segments or args.parts else lambda: latex(evaluation, args.digits, args.columns),
        ),
        args.format,
        args.columns,
    )


def _bare(evaluation: Evaluation, digits: int) -> str:
    rows = ([f"{result.score:.{digits}f}" for result in found.values()] for found in evaluation.values())
    return "\n".join(map("\t".join, rows))


def _render_macro(groups: GroupScores, args: argparse.Namespace) -> str:
    from understudy.scoring.macro import as_json, long_table, table

    results = Results(lambda: [table(groups, args.digits)], lambda: long_table(groups), lambda: as_json(groups))
    return show(results, args.format, args.columns)


def _render_groups(groups: Groups, args: argparse.Namespace) -> str:
    from understudy.scoring.groups import as_json, long_table, table

    results = Results(lambda: [table(groups, args.digits)], lambda: long_table(groups), lambda: as_json(groups))
    return show(results, args.format, args.columns)
