"""`understudy explain`: the arithmetic of one score, for a text or for segments picked from files."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import TYPE_CHECKING

from understudy.cli.options import add_inputs, cores, metrics_of
from understudy.cli.reading import FILES, add_files, read
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.explanation import Explanation
    from understudy.scoring.evaluate import Evaluation, Request

HELP = "Explain a score: its arithmetic as tables, marked text and formulas."
EPILOG = f"""\
Without --files, HYPOTHESIS and REF are texts; with it, files.
{FILES}
examples:
  understudy explain "the cat the cat on the mat" -r "the cat is on the mat" -r "there is a cat on the mat"
  understudy explain "a cat sat" -r "the cat sat down" -m wer meteor --format markdown
  understudy explain --files sys.txt -r ref.txt -m ter --worst 3
  understudy explain --files old.txt new.txt -r ref.txt -m chrf --most-changed --format html > changes.html
"""
FORMS = ("text", "markdown", "json", "html")
PLAIN_WIDTH = 80  # columns where the output is no terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("hypothesis", nargs="?", metavar="HYPOTHESIS", help="the text whose score is explained")
    add_inputs(parser)
    parser.add_argument("--files", nargs="+", metavar="SYS", help="explain segments of one or two systems")
    add_files(parser)
    parser.add_argument("--segment", type=int, metavar="N", help="with --files: the segment with this number, from 1")
    parser.add_argument(
        "--worst", type=int, nargs="?", const=1, metavar="K",
        help="with --files: the K segments of the first system with the worst score by the first metric (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--most-changed", type=int, nargs="?", const=1, metavar="K",
        help="with --files of two systems: the K segments whose score by the first metric differs most (default: 1)",
    )  # fmt: skip
    parser.add_argument("--format", choices=FORMS, default="text", help="output format (default: text)")


def run(args: argparse.Namespace) -> None:
    """Read, explain, print."""
    _check(args)
    request = metrics_of(args)
    if args.files is None:
        from understudy.scoring.explain import explain

        request.check_references(str(len(args.references)))
        explained = [explain(args.hypothesis, args.references, metric) for metric in request.metrics.values()]
        print(render(explained, args.format))
    else:
        print(render(_from_files(args, request), args.format))


def render(explanations: list[Explanation], form: str) -> str:
    """Write the explanations in the output format, one after the other."""
    if form == "json":
        return json.dumps([each.json() for each in explanations], ensure_ascii=False, indent=2)
    if form == "html":
        from understudy.explanation import page

        return page(explanations)
    if form == "markdown":
        return "\n\n".join(each.markdown() for each in explanations)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    rule = "\n\n" + "═" * width + "\n\n"
    return rule.join(each.text(_in_color(), width) for each in explanations)


def _in_color() -> bool:
    if "NO_COLOR" in os.environ:
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _check(args: argparse.Namespace) -> None:
    choices = {"--segment": args.segment, "--worst": args.worst, "--most-changed": args.most_changed}
    names = [name for name, value in choices.items() if value is not None]
    if args.files is None:
        if args.hypothesis is None:
            raise SettingError("there is nothing to explain; give a hypothesis as text, or files with --files")
        if names:
            raise SettingError(f"{names[0]} requires --files; name the files of one or two systems")
        if not args.references:
            raise SettingError("there is nothing to compare the hypothesis with; give a reference as text with -r")
        if all(map(os.path.isfile, [args.hypothesis, *args.references])):
            raise SettingError(
                f"{args.hypothesis!r:.80} and its references are names of files, but texts are explained here;"
                " give files with --files, and one of --segment N, --worst and --most-changed"
            )
        return
    if args.hypothesis is not None:
        raise SettingError(f"a text and --files are both given: {args.hypothesis!r:.80}; leave one of them out")
    if len(args.files) > 2:
        raise SettingError(f"--files takes one or two systems, got {len(args.files)}; leave the others out")
    if len(names) != 1:
        raise SettingError(
            "--files needs one of --segment N, --worst and --most-changed to pick segments;"
            f" got {' and '.join(names) or 'none'}"
        )
    if choices[names[0]] < 1:
        raise SettingError(f"{names[0]} must be at least 1, got {choices[names[0]]}")
    if args.most_changed is not None and len(args.files) != 2:
        raise SettingError("--most-changed compares two systems; give the files of both with --files")


def _from_files(args: argparse.Namespace, request: Request) -> list[Explanation]:
    from understudy.inputs.texts import references as aligned
    from understudy.scoring.evaluate import evaluate
    from understudy.scoring.explain import explanations

    inputs = read(args, args.files)
    systems, references = inputs.hypotheses, aligned(inputs.references)
    request.check_references(references.counts)
    metrics = list(request.metrics.values())
    if args.segment is not None:
        numbers = [args.segment]
    else:
        numbers = _picked(evaluate(systems, references, metrics[0], threads=cores(), checks=False), args)
    explained = {
        (number, place, name): explanation
        for place, metric in enumerate(metrics)
        for name, hyps in systems.items()
        for number, explanation in zip(
            numbers, explanations(hyps, references, metric, segments=numbers, system=name), strict=True
        )
    }
    # One segment after the other, and in it one metric after the other, for both systems.
    return [explained[number, place, name] for number in numbers for place in range(len(metrics)) for name in systems]


def _picked(evaluation: Evaluation, args: argparse.Namespace) -> list[int]:
    """The numbers of the segments to explain; the first of those with equal scores."""
    import numpy as np

    results = [next(iter(scores.values())) for scores in evaluation.values()]
    if args.most_changed is not None:
        badness = np.abs(results[1].segments - results[0].segments)
    else:
        badness = -results[0].segments if results[0].metric.higher_is_better else results[0].segments
    count = args.worst if args.most_changed is None else args.most_changed
    if count > len(badness):
        raise SettingError(f"{count} segments are asked for, but the files have {len(badness)}")
    return [int(place) + 1 for place in np.argsort(-badness, kind="stable")[:count]]
