"""`understudy explain`: the arithmetic of one score, for a text or for segments picked from files."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from typing import TYPE_CHECKING

from understudy.cli.options import add_inputs, cores
from understudy.cli.reading import FILES, add_files, read
from understudy.errors import SettingError

if TYPE_CHECKING:
    from understudy.contract.metric import Metric
    from understudy.explanation import Explanation
    from understudy.scoring.evaluate import Evaluation

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
PLAIN_WIDTH = 80  # where nobody looks at a terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("hypothesis", nargs="?", metavar="HYPOTHESIS", help="the text to explain the score of")
    add_inputs(parser)
    parser.add_argument("--files", nargs="+", metavar="SYS", help="pick segments from the files of one or two systems")
    add_files(parser)
    parser.add_argument("--segment", type=int, metavar="N", help="with --files: the segment of this number, from 1")
    parser.add_argument(
        "--worst", type=int, nargs="?", const=1, metavar="K",
        help="with --files: the K segments (1) that the first metric finds worst in the first system",
    )  # fmt: skip
    parser.add_argument(
        "--most-changed", type=int, nargs="?", const=1, metavar="K",
        help="with --files of two systems: the K segments (1) whose score by the first metric differs most",
    )  # fmt: skip
    parser.add_argument("--format", choices=FORMS, default="text", help="form of the output (default: text)")


def run(args: argparse.Namespace) -> None:
    """Read, explain, print."""
    _check(args)
    from understudy.scoring.evaluate import named_metrics

    # A mistake in the command is found before any file is read.
    metrics = list(named_metrics(args.metrics or ["bleu"], args.lang).values())
    if args.files is None:
        from understudy.inputs.texts import references
        from understudy.scoring.evaluate import check_facts
        from understudy.scoring.explain import explain

        check_facts(args.metrics or ["bleu"], references([args.references]))
        print(render([explain(args.hypothesis, args.references, metric) for metric in metrics], args.format))
    else:
        print(render(_from_files(args, metrics), args.format))


def render(explanations: list[Explanation], form: str) -> str:
    """Write the explanations in the form asked for, one after the other."""
    if form == "json":
        return json.dumps([each.json() for each in explanations], ensure_ascii=False, indent=2)
    if form == "html":
        from understudy.explanation import page

        return page(explanations)
    if form == "markdown":
        return "\n\n".join(each.markdown() for each in explanations)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    rule = "\n\n" + "═" * width + "\n\n"
    return rule.join(each.text(_in_colour(), width) for each in explanations)


def _in_colour() -> bool:
    if "NO_COLOR" in os.environ:
        return False
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _check(args: argparse.Namespace) -> None:
    choices = {"--segment": args.segment, "--worst": args.worst, "--most-changed": args.most_changed}
    given = [name for name, value in choices.items() if value is not None]
    if args.files is None:
        if args.hypothesis is None:
            raise SettingError("there is nothing to explain; give a hypothesis as text, or files with --files")
        if given:
            raise SettingError(f"{given[0]} picks a segment from files; give them with --files")
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
    if len(given) != 1:
        raise SettingError(
            "--files needs one of --segment N, --worst and --most-changed to pick segments;"
            f" got {' and '.join(given) or 'none'}"
        )
    if choices[given[0]] < 1:
        raise SettingError(f"{given[0]} must be at least 1, got {choices[given[0]]}")
    if args.most_changed is not None and len(args.files) != 2:
        raise SettingError("--most-changed compares two systems; give the files of both with --files")


def _from_files(args: argparse.Namespace, metrics: list[Metric]) -> list[Explanation]:
    from understudy.inputs.texts import references as aligned
    from understudy.scoring.evaluate import check_facts, evaluate
    from understudy.scoring.explain import explanations

    inputs = read(args, args.files)
    systems, references = inputs.hypotheses, inputs.references
    check_facts(args.metrics or ["bleu"], aligned(references))
    if args.segment is not None:
        numbers = [args.segment]
    else:
        numbers = _picked(evaluate(systems, references, metrics[0], threads=cores()), args)
    found = {
        (number, place, name): explanation
        for place, metric in enumerate(metrics)
        for name, hyps in systems.items()
        for number, explanation in zip(
            numbers, explanations(hyps, references, metric, segments=numbers, system=name), strict=True
        )
    }
    # One segment after the other, and in it one metric after the other, for both systems.
    return [found[number, place, name] for number in numbers for place in range(len(metrics)) for name in systems]


def _picked(evaluation: Evaluation, args: argparse.Namespace) -> list[int]:
    """The numbers of the segments to explain; of equals, the first."""
    import numpy as np

    results = [next(iter(found.values())) for found in evaluation.values()]
    if args.most_changed is not None:
        badness = np.abs(results[1].segments - results[0].segments)
    else:
        badness = -results[0].segments if results[0].metric.higher_is_better else results[0].segments
    count = args.worst if args.most_changed is None else args.most_changed
    if count > len(badness):
        raise SettingError(f"{count} segments are asked for, but the files have {len(badness)}")
    return [int(place) + 1 for place in np.argsort(-badness, kind="stable")[:count]]
