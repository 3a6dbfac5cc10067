"""`understudy stats`: count one shard of a test set, for `understudy merge` to add."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from understudy.cli.options import add_inputs, add_threads, metrics_of, threads_of
from understudy.cli.reading import FILES, add_files, read, tell
from understudy.errors import FormatError, SettingError

if TYPE_CHECKING:
    from understudy.contract.metric import Metric
    from understudy.formats import Inputs
    from understudy.scoring.evaluate import Request
    from understudy.sharding.partial import PartialSums, PartialSurvey

HELP = "Count the statistics of one shard of a test set; 'understudy merge' adds up the shards."
EPILOG = (
    FILES
    + """
If FILE exists and holds the statistics of the same texts, the shard is finished and nothing is counted again.

examples:
  understudy stats shard-7.jsonl --name A -m bleu chrf -o part-7.json
  understudy merge part-*.json

  understudy stats shard-7.jsonl --name A -m nist --survey -o survey-7.json
  understudy merge survey-*.json -o survey.json
  understudy stats shard-7.jsonl --name A -m nist --use-survey survey.json -o part-7.json
"""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("systems", nargs="+", metavar="SYS", help="hypotheses of one system, for this shard")
    add_inputs(parser)
    add_files(parser)
    parser.add_argument(
        "--name", action="extend", nargs="+", default=[], metavar="NAME", dest="names",
        help="system names, the same for every shard (default: file names)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write, atomically")
    parser.add_argument(
        "--survey", action="store_true",
        help="first pass for nist, cider and ciderD: only survey the references",
    )  # fmt: skip
    parser.add_argument("--use-survey", metavar="FILE", help="second pass: the merged surveys of all shards")
    add_threads(parser)


def run(args: argparse.Namespace) -> None:
    """Read, count, write."""
    from understudy.sharding.shard_files import exists, write_partial

    threads = threads_of(args)
    request = metrics_of(args)
    metrics = request.metrics
    _check(args, metrics)
    whole = _survey_of_all(args, metrics)
    inputs = _named(read(args, args.systems), args.names)
    shard = _digest(args, inputs)
    if exists(args.output):
        _check_finished(args, metrics, shard, whole, inputs)
        tell((f"{args.output} holds this shard already; nothing to do",))
        return
    counted = _survey(args, metrics, inputs, threads) if args.survey else _sums(args, request, inputs, whole, threads)
    write_partial(args.output, counted)


def _check(args: argparse.Namespace, metrics: dict[str, Metric]) -> None:
    from understudy.scoring.chunks import surveyed
    from understudy.sharding.shards import check_sums

    check_sums(metrics)
    two_passes = surveyed(metrics)
    if args.survey and args.use_survey is not None:
        raise SettingError("--survey is the first pass and --use-survey the second; give one of them")
    if two_passes and not args.survey and args.use_survey is None:
        raise SettingError(
            f"{', '.join(two_passes)} must know the references of all shards first: count them with --survey, add the"
            " files with 'understudy merge -o survey.json', and give --use-survey survey.json here"
        )
    if not two_passes and (args.survey or args.use_survey is not None):
        raise SettingError(f"{', '.join(metrics)} needs no survey; leave --survey and --use-survey out")


def _survey_of_all(args: argparse.Namespace, metrics: dict[str, Metric]) -> PartialSurvey | None:
    from understudy.scoring.chunks import surveyed
    from understudy.sharding.partial import PartialSurvey
    from understudy.sharding.shard_files import read_partial

    if args.use_survey is None:
        return None
    whole = read_partial(args.use_survey)
    if not isinstance(whole, PartialSurvey):
        raise FormatError(f"{args.use_survey} holds sums, not a survey; write one with --survey")
    for metric in surveyed(metrics).values():
        if metric.signature not in whole.surveys:
            raise FormatError(
                f"{args.use_survey} holds a survey for {', '.join(whole.surveys)}, not for {metric.signature};"
                " survey with the same metrics"
            )
    return whole


def _named(inputs: Inputs, names: list[str]) -> Inputs:
    from dataclasses import replace

    if not names:
        return inputs
    systems = list(inputs.hypotheses)
    if len(names) != len(systems) or len(set(names)) != len(names):
        raise SettingError(
            f"--name gives {', '.join(names)} to the systems {', '.join(systems)}; name each, and no two alike"
        )
    return replace(inputs, hypotheses=dict(zip(names, inputs.hypotheses.values(), strict=True)))


def _digest(args: argparse.Namespace, inputs: Inputs) -> str:
    from understudy.sharding.partial import digest

    return digest({} if args.survey else inputs.hypotheses, inputs.references)


def _survey(args: argparse.Namespace, metrics: dict[str, Metric], inputs: Inputs, threads: int) -> PartialSurvey:
    from understudy.sharding.partial import PartialSurvey
    from understudy.sharding.shards import survey

    return PartialSurvey(survey(metrics, inputs.references, threads), (_digest(args, inputs),), len(inputs))


def _sums(
    args: argparse.Namespace, request: Request, inputs: Inputs, whole: PartialSurvey | None, threads: int
) -> PartialSums:
    from understudy.sharding.partial import PartialSums, digest
    from understudy.sharding.shards import Counting

    references = () if whole is None else (digest({}, inputs.references),)
    if whole is not None and not set(references) <= set(whole.shards):
        raise FormatError(
            f"the references of {inputs.first.path} are not among those that {args.use_survey} surveyed;"
            " survey every shard with the files with which it is counted"
        )
    counting = Counting(request.metrics, None if whole is None else whole.surveys)
    systems = {
        name: list(counting.totals(hyps, inputs.references, threads).values())
        for name, hyps in inputs.hypotheses.items()
    }
    request.check_references(next(iter(systems.values()))[0].counts)
    surveyed = None if whole is None else (whole.name, whole.segments)
    return PartialSums(systems, (_digest(args, inputs),), surveyed, references)


def _check_finished(
    args: argparse.Namespace, metrics: dict[str, Metric], shard: str, whole: PartialSurvey | None, inputs: Inputs
) -> None:
    """Refuse to take another file for this shard, or to overwrite it."""
    from understudy.scoring.chunks import surveyed
    from understudy.sharding.partial import PartialSurvey
    from understudy.sharding.shard_files import read_partial

    finished = read_partial(args.output)
    if isinstance(finished, PartialSurvey):
        same = args.survey and set(finished.surveys) == {each.signature for each in surveyed(metrics).values()}
    else:
        signatures = [metric.signature for metric in metrics.values()]
        same = not args.survey and finished.signatures == signatures
        same = same and list(finished.systems) == list(inputs.hypotheses)
        same = same and (finished.surveyed and finished.surveyed[0]) == (whole and whole.name)
    if not same or finished.shards != (shard,):
        raise FormatError(
            f"{args.output} holds the statistics of other texts, systems or metrics; remove it, or name another file"
        )
