"""sacrebleu's command line: references and systems from files, scores to standard output, the rest to the log."""

from __future__ import annotations

import io
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from understudy.compat.sacrebleu.dataset import DATASETS
from understudy.compat.sacrebleu.dataset.base import smart_open
from understudy.compat.sacrebleu.metrics import METRICS
from understudy.compat.sacrebleu.options import parse_args
from understudy.compat.sacrebleu.printing import (
    print_results_table,
    print_single_results,
    print_subset_results,
    print_test_set,
    sanity_check_lengths,
)
from understudy.compat.sacrebleu.significance import PairedTest
from understudy.compat.sacrebleu.terminal import Color, sacrelogger
from understudy.compat.sacrebleu.testsets import (
    download_test_set,
    filter_subset,
    get_available_testsets,
    get_available_testsets_for_langpair,
    get_langpairs_for_testset,
    get_reference_files,
)
from understudy.compat.sacrebleu.utils import args_to_dict
from understudy.errors import UnderstudyError

ORDER = "FATAL: the number of tab-delimited fields in the input stream differ across lines."


def main(argv: Sequence[str] | None = None, prog: str = "sacrebleu") -> int:
    """Run the command; exit codes are sacrebleu's.

    >>> main(["--list", "-l", "lv-en"])
    The available test sets for lv-en are:
    wmt17                         : Official evaluation data.
    wmt17/dev                     : Development sets released for new languages in 2017.
    0
    """
    args = parse_args(argv, prog)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    colors, handler = Color.ENABLE_COLORS, logging.StreamHandler()
    Color.ENABLE_COLORS = sys.stdout.isatty() and not (os.environ.get("NO_COLOR") or args.no_color)
    handler.setFormatter(logging.Formatter("%(message)s" if args.quiet else "sacreBLEU: %(message)s"))
    level = sacrelogger.level
    sacrelogger.addHandler(handler)
    sacrelogger.setLevel(logging.WARNING if args.quiet else logging.INFO)
    try:
        _run(args)
    except UnderstudyError as error:
        sacrelogger.error(str(error))
        return 1
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    finally:
        Color.ENABLE_COLORS = colors
        sacrelogger.removeHandler(handler)
        sacrelogger.setLevel(level)
        sys.stdout.flush()
    return 0


def _fail(*messages: str, code: int = 1) -> NoReturn:
    for message in messages:
        sacrelogger.error(message)
    sys.exit(code)


def _run(args: Namespace) -> None:
    if args.download:
        for file in download_test_set(args.download, args.langpair):
            sacrelogger.info(f"Found {file}")
    elif args.list:
        _list(args)
    elif args.citation and args.test_set:
        _cite(args.test_set)
    else:
        _check_options(args)
        if args.echo:
            for test_set in args.test_set.split(","):
                print_test_set(test_set, args.langpair, args.echo, args.origlang, args.subset)
        else:
            _evaluate(args)


def _list(args: Namespace) -> None:
    if args.test_set:
        for pair in [args.langpair] if args.langpair else get_langpairs_for_testset(args.test_set):
            print(f"{pair}: {', '.join(DATASETS[args.test_set].fieldnames(pair))}")
        return
    print(f"The available test sets{f' for {args.langpair}' if args.langpair else ''} are:")
    names = get_available_testsets_for_langpair(args.langpair) if args.langpair else get_available_testsets()
    for name in sorted(names):
        print(f"{name:<30}: {(DATASETS[name].description or '').strip()}")


def _cite(test_sets: str) -> None:
    for test_set in test_sets.split(","):
        if test_set not in DATASETS or DATASETS[test_set].citation is None:
            sacrelogger.error(f"No citation found for {test_set}")
        else:
            print(DATASETS[test_set].citation)


def _check_options(args: Namespace) -> None:
    """Refuse what doesn't fit together, in sacrebleu's words."""
    if args.sentence_level and len(args.metrics) > 1:
        _fail("Only one metric can be used in sentence-level mode.")
    if args.citation:
        _fail("I need a test set (-t).")
    if args.num_refs != 1 and (args.test_set is not None or len(args.refs) > 1):
        _fail(
            "The --num-refs argument allows you to provide any number of tab-delimited references in a single file.",
            "You can only use it with externally provided references, however (i.e., not with `-t`),",
            "and you cannot then provide multiple reference files.",
        )
    if args.test_set is None:
        if not args.refs:
            _fail(
                "If manual references given, make sure to provide them before the -i/--input argument to avoid"
                " confusion.",
                "Otherwise, I need a predefined test set (-t) from the following list:",
                str(get_available_testsets()),
            )
        if args.echo:
            sacrelogger.warning("--echo requires a test set (--t) and a language pair (-l)")
            sys.exit(1)
        return
    for test_set in args.test_set.split(","):
        if test_set not in DATASETS:
            _fail(f"Unknown test set {test_set!r}", "Please run with --list to see the available test sets.")
    if args.refs:
        _fail("I need exactly one of (a) a predefined test set (-t) or (b) a list of references")
    if args.langpair is None:
        _fail("I need a language pair (-l). Use --list to see available language pairs for this test set.")
    for test_set in args.test_set.split(","):
        pairs = get_langpairs_for_testset(test_set)
        if args.langpair not in pairs:
            _fail(
                f"No such language pair {args.langpair!r}",
                f"Available language pairs for {test_set!r} are:",
                *(f" > {pair}" for pair in pairs),
            )


def _evaluate(args: Namespace) -> None:
    if args.langpair:
        args.bleu_trg_lang = args.langpair.split("-")[1]
    if args.test_set is not None and args.bleu_tokenize == "none":
        sacrelogger.warning(
            "You are turning off BLEU's internal tokenizer presumably to supply your own tokenized files."
        )
        sacrelogger.warning("Published numbers will not be comparable to other papers.")
    full_refs = _references(args)
    args.num_refs = len(full_refs)
    names, full_systems = _systems(args)
    _check_systems(args, len(names))
    outputs = filter_subset([*full_systems, *full_refs], args.test_set, args.langpair, args.origlang, args.subset)
    systems, refs = outputs[: len(names)], outputs[len(names) :]
    for system in systems:
        if not system:
            _fail(_no_sentence(args))
        sanity_check_lengths(system, refs, args.test_set)
    if args.sentence_level:
        args.bleu_effective_order = True  # as sacrebleu does for single sentences
    metrics = {
        name.upper(): METRICS[name.upper()](**args_to_dict(args, name, strip_prefix=True), references=refs)
        for name in args.metrics
    }
    if args.sentence_level:
        _print_sentences(next(iter(metrics.values())), systems[0], refs, args)
        return
    if args.detail and args.format == "json":
        args.format = "text"
    if len(names) == 1:
        _print_one(metrics, systems[0], args)
        if args.detail:
            print_subset_results(metrics, full_systems[0], full_refs, args)
    else:
        _print_several(metrics, list(zip(names, systems, strict=True)), args)


def _no_sentence(args: Namespace) -> str:
    message = f"Test set {args.test_set!r} contains no sentence"
    if args.origlang is not None or args.subset is not None:
        message += " with"
        message += f" origlang={args.origlang}" if args.origlang else ""
        message += f" subset={args.subset}" if args.subset else ""
    return message


def _references(args: Namespace) -> list[list[str]]:
    """One list for each reference; test sets are put one behind the other."""
    files = [args.refs]
    if args.test_set is not None:
        files = [get_reference_files(test_set, args.langpair) for test_set in args.test_set.split(",")]
    if args.num_refs == 1:
        streams: list[list[str]] = [[] for _ in files[0]]
        for of_set in files:
            for stream, file in zip(streams, of_set, strict=True):
                stream += _lines(file, args.encoding)
        return streams
    rows = [line.split("\t", args.num_refs - 1) for line in _lines(args.refs[0], args.encoding)]
    for number, row in enumerate(rows, 1):
        if len(row) != args.num_refs:
            _fail(f"FATAL: line {number}: expected {args.num_refs} fields, but found {len(row)}.", code=17)
    return [list(column) for column in zip(*rows, strict=True)]


def _lines(file: str, encoding: str) -> list[str]:
    with smart_open(file, encoding=encoding) as lines:
        return [line.rstrip() for line in lines]


def _systems(args: Namespace) -> tuple[list[str], list[list[str]]]:
    """The names of the systems and their lines: from files, or side by side from standard input."""
    paired = args.paired_bs or args.paired_ar
    if args.input is None:
        rows = [line.rstrip().split("\t") for line in io.TextIOWrapper(sys.stdin.buffer, encoding=args.encoding)]
        rows = rows or [[""]]
        if len({len(row) for row in rows}) > 1:
            _fail(ORDER, code=17)
        systems = [[cell.rstrip() for cell in column] for column in zip(*rows, strict=True)]
        numbered = [f"System {number}" for number in range(1, len(systems) + 1)]
        return (["Baseline", *numbered[:-1]] if paired else numbered), systems
    names: list[str] = []
    for name in args.input:
        if name not in names:
            names.append(name)
        elif paired and name == names[0]:
            sacrelogger.info(f"Ignoring {name!r} as it was also given as the baseline.")
        else:
            _fail(f"{name!r} already used to name a system.", "Make sure to have a different basename for each system.")
    systems = [_lines(name, args.encoding) for name in names]
    if paired and names:
        names[0] = f"Baseline: {names[0]}"
    return names, systems


def _check_systems(args: Namespace, systems: int) -> None:
    paired = args.paired_bs or args.paired_ar
    if args.sentence_level and systems > 1:
        _fail("Only one system can be evaluated in sentence-level mode.")
    if args.sentence_level and (args.confidence or paired):
        _fail("Statistical tests are unavailable in sentence-level mode.")
    if paired and systems == 1:
        _fail("Paired tests require multiple input systems given to --input (-i).")
    if systems > 1 and args.confidence:
        _fail("Use paired tests (--paired) for multiple systems.")


def _print_sentences(metric: Any, system: list[str], refs: list[list[str]], args: Namespace) -> None:
    for hypothesis, *references in zip(system, *refs, strict=True):
        score = metric.sentence_score(hypothesis, references)
        print(score.format(args.width, args.score_only, metric.get_signature().format(args.short)))


def _print_one(metrics: dict[str, Any], system: list[str], args: Namespace) -> None:
    results = []
    for _, metric in sorted(metrics.items()):
        score = metric.corpus_score(system, None, args.confidence_n if args.confidence else 1)
        signature = metric.get_signature().format(args.short and args.format != "json")
        results.append(score.format(args.width, args.score_only, signature, args.format == "json"))
    print_single_results(results, args)


def _print_several(metrics: dict[str, Any], systems: list[tuple[str, list[str]]], args: Namespace) -> None:
    sacrelogger.info(f"Found {len(systems)} systems.")
    if args.paired_bs or args.paired_ar:
        kind, samples = ("bs", args.paired_bs_n) if args.paired_bs else ("ar", args.paired_ar_n)
        test = PairedTest(systems, metrics, None, kind, samples, n_jobs=args.paired_jobs)
        signatures, scores = test()
    else:
        signatures, scores = {}, {"System": [name for name, _ in systems]}
        for _, metric in sorted(metrics.items()):
            for _, system in systems:
                score = metric.corpus_score(system, None)
                scores.setdefault(score.name, []).append(score.format(args.width, True))
                signatures[score.name] = metric.get_signature()
    print_results_table(scores, {name: each.format(args.short) for name, each in signatures.items()}, args)
