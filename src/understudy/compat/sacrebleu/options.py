"""The options of sacrebleu's command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from understudy.compat.sacrebleu.metrics import METRICS
from understudy.compat.sacrebleu.metrics.bleu import BLEU
from understudy.compat.sacrebleu.metrics.chrf import CHRF
from understudy.compat.sacrebleu.version import __version__

FORMATS = ["json", "text", "latex"]


def parse_args(argv: Sequence[str] | None = None, prog: str = "sacrebleu") -> argparse.Namespace:
    """Parse a command line; $SACREBLEU_FORMAT takes the place of --format.

    >>> parse_args(["ref.txt", "-i", "sys.txt", "-m", "bleu", "ter", "-w", "4"]).metrics
    ['bleu', 'ter']
    """
    parser = argparse.ArgumentParser(
        prog=prog,
        description="sacreBLEU: Hassle-free computation of shareable BLEU scores.\n"
        "Quick usage: score your detokenized output against WMT'14 EN-DE:\n"
        "    cat output.detok.de | sacrebleu -t wmt14 -l en-de",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for add in (_add_test_sets, _add_inputs, _add_bleu, _add_chrf, _add_ter, _add_tests, _add_reporting):
        add(parser)
    parser.add_argument("--version", "-V", action="version", version=f"%(prog)s {__version__}")
    args = parser.parse_args(argv)
    form = os.environ.get("SACREBLEU_FORMAT", "").lower()
    if form in FORMATS:
        args.format = form
    return args


def _add_test_sets(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--citation", "--cite", action="store_true", help="Dump the bibtex citation and quit.")
    add("--list", action="store_true", help="Print a list of all available test sets.")
    add("--test-set", "-t", help="The test set to use, or a comma-separated list of them; read from sacrebleu's cache.")
    add("--language-pair", "-l", dest="langpair", help="Source-target language pair, such as en-de.")
    add("--origlang", "-ol", help='Only sentences with this original language; "non-" before it means all others.')
    add("--subset", help="Only sentences whose document annotation matches this regular expression.")
    add("--download", help="Say where the files of a test set are; nothing is downloaded.")
    add("--echo", nargs="+", help="Print these fields of the test set (src, ref, docid ... or all) and quit.")


def _add_inputs(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--input", "-i", nargs="*", help="Read input from file(s) instead of STDIN.")
    add("refs", nargs="*", default=[], help="References; they come before the -i/--input argument.")
    add("--num-refs", "-nr", type=int, default=1, help="Split the references on tabs, so many. (Default: %(default)s)")
    add("--encoding", "-e", default="utf-8", help="Encoding of text files (Default: %(default)s)")
    names = [name.lower() for name in METRICS]
    add("--metrics", "-m", choices=names, nargs="+", default=["bleu"], help="Metrics to compute (Default: bleu)")
    add("--sentence-level", "-sl", action="store_true", help="Compute metric for each sentence.")


def _add_bleu(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("BLEU related arguments").add_argument
    defaults = BLEU.SMOOTH_DEFAULTS
    add(
        *("--smooth-method", "-s"),
        choices=defaults.keys(),
        default="exp",
        dest="bleu_smooth_method",
        help="Smoothing: exponential decay, floor (of zero counts), add-k (for n>1), or none. (Default: %(default)s)",
    )
    values = f"floor: {defaults['floor']}, add-k: {defaults['add-k']}"
    add(
        "--smooth-value", "-sv", type=float, dest="bleu_smooth_value", help=f"The smoothing value. (Defaults: {values})"
    )
    add(
        *("--tokenize", "-tok"),
        choices=BLEU.TOKENIZERS,
        dest="bleu_tokenize",
        help="Tokenizer; by default zh for Chinese, ja-mecab for Japanese, ko-mecab for Korean, 13a otherwise.",
    )
    add("--lowercase", "-lc", dest="bleu_lowercase", action="store_true", help="Ignore case. (Default: %(default)s)")
    add("--force", action="store_true", dest="bleu_force", help="Insist that your tokenized input is detokenized.")


def _add_chrf(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("chrF related arguments").add_argument
    add("--chrf-char-order", "-cc", type=int, default=CHRF.CHAR_ORDER, help="Character order. (Default: %(default)s)")
    add("--chrf-word-order", "-cw", type=int, default=CHRF.WORD_ORDER, help="Word order; 2 is chrF++. (Default: 0)")
    add("--chrf-beta", type=int, default=CHRF.BETA, help="Weight of recall. (Default: %(default)s)")
    add("--chrf-whitespace", action="store_true", help="Count whitespace as characters. (Default: %(default)s)")
    add("--chrf-lowercase", action="store_true", help="Ignore case. (Default: %(default)s)")
    add("--chrf-eps-smoothing", action="store_true", help="Smooth as chrF++.py, NLTK and Moses. (Default: %(default)s)")


def _add_ter(parser: argparse.ArgumentParser) -> None:
    title = "TER related arguments (The defaults replicate TERCOM's behavior)"
    add = parser.add_argument_group(title).add_argument
    add("--ter-case-sensitive", action="store_true", help="Heed case. (Default: %(default)s)")
    add("--ter-asian-support", action="store_true", help="Treat Asian characters specially. (Default: %(default)s)")
    add("--ter-no-punct", action="store_true", help="Remove punctuation. (Default: %(default)s)")
    add("--ter-normalized", action="store_true", help="Normalize and tokenize. (Default: %(default)s)")


def _add_tests(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("Confidence interval (CI) estimation for single-system evaluation").add_argument
    add("--confidence", "-ci", action="store_true", help="Report a bootstrap confidence interval.")
    add("--confidence-n", "-cin", type=int, default=1000, help="Number of resamples (Default: %(default)s).")
    group = parser.add_argument_group("Paired significance testing for multi-system evaluation")
    either = group.add_mutually_exclusive_group()
    either.add_argument("--paired-ar", "-par", action="store_true", help="Paired approximate randomization.")
    either.add_argument("--paired-bs", "-pbs", action="store_true", help="Paired bootstrap resampling.")
    add = group.add_argument
    add("--paired-ar-n", "-parn", type=int, default=10000, help="Number of trials (Default: %(default)s).")
    add("--paired-bs-n", "-pbsn", type=int, default=1000, help="Number of resamples (Default: %(default)s).")
    add("--paired-jobs", "-j", type=int, default=1, help="Taken for habit's sake: one process is enough.")


def _add_reporting(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("Reporting related arguments").add_argument
    add("--quiet", "-q", action="store_true", help="Suppress verbose messages.")
    add("--short", "-sh", action="store_true", help="Produce a shorter (less human readable) signature.")
    add("--score-only", "-b", action="store_true", help="Print only the computed score.")
    add("--width", "-w", type=int, default=1, help="Floating point width (Default: %(default)s).")
    add("--detail", "-d", action="store_true", help="Print scores by original language and domain too.")
    add("--no-color", "-nc", action="store_true", help="Disable the occasional use of terminal colors.")
    add("--format", "-f", default="json", choices=FORMATS, help="Output format; see SACREBLEU_FORMAT. (Default: json)")
