"""`understudy meetings`: transcripts of several speakers in, error rates out that don't know who is who."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from understudy.cli.options import add_output, check_digits, put, show
from understudy.tables.outputs import Results
from understudy.tables.table import Cell, Table

if TYPE_CHECKING:
    from understudy.alignment.meetings import MeetingResult

HELP = "Score transcripts of meetings with several speakers, by cpWER or ORC-WER."
EPILOG = """\
HYP and REF are STM, CTM or SegLST, or tables with the columns session, speaker and perhaps begin.

examples:
  understudy meetings hyp.stm -r ref.stm
  understudy meetings hyp.json -r ref.stm -m cpwer orcwer cpwer:tokenizer=char --sessions
"""
COUNTS = ("substitutions", "deletions", "insertions", "ref_length")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("hyp", metavar="HYP", help="what the system heard")
    parser.add_argument("-r", "--reference", metavar="REF", required=True, help="what was said")
    parser.add_argument(
        "-m", "--metrics", nargs="+", default=["cpwer"], metavar="METRIC",
        help="cpwer or orcwer, perhaps with settings of WER, as in cpwer:lowercase=yes (default: cpwer)",
    )  # fmt: skip
    parser.add_argument("--sessions", action="store_true", help="one row per meeting, with who was taken for whom")
    add_output(parser)


def run(args: argparse.Namespace) -> None:
    """Read, score, print."""
    check_digits(args.digits)
    from understudy.alignment.meetings import read_meetings, score_meetings

    hyps, refs = read_meetings(args.hyp), read_meetings(args.reference)
    results = [score_meetings(hyps, refs, metric=spec) for spec in args.metrics]
    tables = [_sessions, _corpus] if args.sessions else [_corpus]
    shown = Results(
        lambda: [table(results, args.digits) for table in tables],
        lambda: (_sessions if args.sessions else _corpus)(results, 15),
        lambda: [_values(result) for result in results],
    )
    put(show(shown, args.format))


def _corpus(results: list[MeetingResult], digits: int) -> Table:
    columns = ("Metric", "Score", "Substitutions", "Deletions", "Insertions", "Reference", "Meetings")
    rows = tuple(map(_row, results))
    return Table(columns, rows, tuple(result.signature for result in results), digits)


def _row(result: MeetingResult) -> tuple[Cell, ...]:
    counts = (int(result.parts[name]) for name in COUNTS)
    return (result.metric.title, result.score, *counts, len(result.meetings))


def _sessions(results: list[MeetingResult], digits: int) -> Table:
    rows = tuple(
        (meeting, result.metric.title, score, ", ".join(_pairs(result, i)))
        for result in results
        for i, (meeting, score) in enumerate(zip(result.meetings, result.segments.tolist(), strict=True))
    )
    return Table(("Meeting", "Metric", "Score", "Reference = hypothesis"), rows, digits=digits)


def _pairs(result: MeetingResult, meeting: int) -> list[str]:
    """Who was taken for whom, each pair once; nobody is a dash."""
    pairs = dict.fromkeys(result.assignments[meeting])
    return [f"{ref if ref is not None else '-'} = {hyp if hyp is not None else '-'}" for ref, hyp in pairs]


def _values(result: MeetingResult) -> dict[str, Any]:
    return {
        "metric": result.metric.name,
        "signature": result.signature,
        "score": result.score,
        "parts": result.parts,
        "meetings": [
            {"meeting": name, "score": score, "assignment": [list(pair) for pair in dict.fromkeys(pairs)]}
            for name, score, pairs in zip(result.meetings, result.segments.tolist(), result.assignments, strict=True)
        ],
    }
