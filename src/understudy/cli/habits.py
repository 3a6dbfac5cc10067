"""What people type out of habit: arguments in another order, and options of other programs, answered with ours."""

from __future__ import annotations

import argparse
import difflib
import os
from collections.abc import Sequence

from understudy.errors import SettingError, unknown
from understudy.metrics import CONTENTS, FORMS, is_metric

ALL = "all"
METRIC_OPTIONS = ("-m", "--metric")
PEER = "for sacrebleu's own options type 'understudy sacrebleu ...'"

# sacrebleu's options: what to type instead.
SACREBLEU = {
    ("-i", "--input"): "name the files of the systems before the options: understudy score sys.txt -r ref.txt",
    ("-t",): "test sets by name are for score, compare, report and testsets; give references with -r here",
    ("-l", "--langpair"): "give the language of the texts with --lang, as --lang de",
    ("--score-only",): "-b prints nothing but the scores",
    ("-w", "--width"): "give the number of decimals with --digits",
    (
        "-tok",
        "--tokenize",
    ): "a tokenizer is a setting of a metric: -m bleu:tokenizer=intl; --lang zh picks one that fits",
    ("-lc", "--lowercase"): "lower case is a setting of a metric: -m bleu:lowercase=yes",
    ("--confidence", "-ci"): "understudy compare gives the confidence intervals of all scores and differences",
    ("--confidence-n",): "understudy compare has --resamples",
    ("--paired-bs", "-pbs"): "use understudy compare BASE SYS -r REF --test bootstrap",
    ("--paired-ar", "-par"): "use understudy compare BASE SYS -r REF",
    ("--paired-bs-n", "-pbsn"): "understudy compare has --resamples",
    ("--paired-ar-n", "-parn"): "understudy compare has --trials",
    ("--smooth-method", "-s", "-sv", "--smooth-value"): "smoothing is a setting of BLEU: -m bleu:smoothing=floor",
    ("--sentence-level", "-sl"): "--segments prints the scores of segments",
    ("--force", "--quiet", "-q"): "leave it out; warnings are on standard error, which 2> /dev/null silences",
    ("-e",): "give the encoding of the files with --encoding",
    ("--num-refs", "-nr"): "give each reference with its own -r; TSV files may have several columns",
    ("--chrf-word-order",): "the order of words is a setting of chrF: -m chrf:word_order=2, or chrf++",
    ("--chrf-beta",): "beta is a setting of chrF: -m chrf:beta=3",
}
INSTEAD = {option: advice for options, advice in SACREBLEU.items() for option in options}


def in_order(argv: Sequence[str]) -> list[str]:
    """Put files and texts that follow `-m` before it, where they would be taken for metrics.

    >>> in_order(["score", "-m", "bleu", "sys.txt", "-r", "ref.txt"])
    ['score', 'sys.txt', '-m', 'bleu', '-r', 'ref.txt']
    """
    kept: list[str] = []
    moved: list[str] = []
    after_metric = False
    for place, each in enumerate(argv):
        if each == "--":
            kept += argv[place:]
            break
        if after_metric and _is_text(each):
            moved.append(each)
            continue
        kept.append(each)
        after_metric = each in METRIC_OPTIONS or (after_metric and not each.startswith("-"))
    start = next((place for place, each in enumerate(kept) if each.startswith("-")), len(kept))
    return [*kept[:start], *moved, *kept[start:]]


def _is_text(argument: str) -> bool:
    """Whether an argument names no metric, but a file, or is a text."""
    name = argument.partition(":")[0]
    if argument == "-":
        return True
    if argument.startswith("-") or is_metric(name.partition(",")[0]):
        return False
    return _exists(argument) or any(mark in name for mark in "./\\ ")


def _exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  # Path.exists fails on long texts


def metric_specs(written: Sequence[str]) -> list[str]:
    """The metrics that are meant: `bleu,nist` are two, `all` is every metric.

    >>> metric_specs(["bleu,nist:order=3,lowercase=yes,ter", "wer"])
    ['bleu', 'nist:order=3,lowercase=yes', 'ter', 'wer']
    """
    specs: list[str] = []
    for each in written:
        if each.partition("(")[0] in FORMS:  # commas are part of its command
            specs.append(each)
            continue
        first, *others = each.split(",")
        specs.append(first)
        for piece in others:
            is_setting = ":" not in piece.partition("=")[0] and not is_metric(piece) and ":" in specs[-1]
            specs[-1:] = [f"{specs[-1]},{piece}"] if is_setting else [specs[-1], piece]
    return [name for spec in specs for name in (CONTENTS if spec.lower() == ALL else [spec])]


def unknown_command(argv: Sequence[str], commands: Sequence[str]) -> SettingError:
    """The error for a command that doesn't exist; a command line of sacrebleu's is recognized by its options.

    >>> print(unknown_command(["ref.txt", "-i", "sys.txt"], ["score", "sacrebleu"]))
    'ref.txt' is no command; name one, as 'understudy score sys.txt -r ref.txt' (for sacrebleu's own options ...
    """
    if any(each in INSTEAD for each in argv) or _exists(argv[0]):
        return SettingError(f"{argv[0]!r} is no command; name one, as 'understudy score sys.txt -r ref.txt' ({PEER})")
    return unknown("command", argv[0], commands)


def joined(argv: Sequence[str]) -> list[str]:
    """Options of sacrebleu's that a short one of ours, with its value joined, would hide: -tok is no -t ok.

    >>> joined(["score", "sys.txt", "-lc", "-t", "wmt24"])
    ['-lc']
    """
    return [each for each in argv if each in INSTEAD and not each.startswith("--") and len(each) > 2]


def refuse(command: argparse.ArgumentParser, name: str, leftover: Sequence[str]) -> None:
    """Print the usage of the command and what to type instead of what it doesn't know; exit with 2.

    >>> refuse(argparse.ArgumentParser("score"), "score", ["-b"])
    Traceback (most recent call last):
    SystemExit: 2
    """
    options = [each for each in leftover if each.startswith("-")]
    command.error(_about_option(command, options[0]) if options else _about_text(name, leftover[0]))


def _about_option(command: argparse.ArgumentParser, argument: str) -> str:
    option = argument.partition("=")[0]
    if option in INSTEAD:
        return f"there is no option {option} here: {INSTEAD[option]} ({PEER})"
    long = [each[2:] for each in command._option_string_actions if each.startswith("--")]
    near = difflib.get_close_matches(option.lstrip("-"), long, 1)
    hint = f" (did you mean --{near[0]}?)" if near else ""
    return f"there is no option {option}{hint}; --help lists all"


def _about_text(name: str, argument: str) -> str:
    if name == "explain":
        return f"{argument!r:.80} is a second text; references are given with -r, as -r {argument!r:.80}"
    return (
        f"{argument!r:.80} is one argument too many; name all systems one after the other,"
        " and give -r once for each file of references: -r ref.A -r ref.B"
    )
