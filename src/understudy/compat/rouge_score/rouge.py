"""rouge_score's command line: `python -m rouge_score.rouge`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from understudy.compat.rouge_score import io, rouge_scorer, scoring
from understudy.errors import UnderstudyError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, prog: str = "rouge_score") -> int:
    """Run the command and return its exit code: 0, or 1 if the files can't be scored.

    >>> files = ["--target_filepattern=examples/reference1.en", "--prediction_filepattern=examples/strong.en"]
    >>> main([*files, "--output_filename=build/scores.csv", "--use_stemmer"])
    0
    """
    parser = _parser(prog)
    options = parser.parse_args(argv)
    try:
        io.compute_scores_and_write_to_csv(
            options.target_filepattern,
            options.prediction_filepattern,
            options.output_filename,
            rouge_scorer.RougeScorer(options.rouge_types, options.use_stemmer, options.split_summaries),
            scoring.BootstrapAggregator() if options.aggregate else None,
            options.delimiter,
        )
    except (UnderstudyError, OSError, UnicodeDecodeError) as error:
        parser.exit(1, f"{prog}: {error}\n")
    return 0


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog, description="ROUGE of files of records, written as CSV, with the options of rouge_score 0.1.2."
    )
    for name, about in {
        "target_filepattern": "files of targets",
        "prediction_filepattern": "files of predictions",
        "output_filename": "the file to write",
    }.items():
        parser.add_argument(f"--{name}", required=True, help=about)
    parser.add_argument("--delimiter", default="\n", help="what ends a record; a line feed if not given")
    types = "types of scores, separated by commas; rouge1,rouge2,rougeL if not given"
    parser.add_argument("--rouge_types", type=lambda text: text.split(","), default="rouge1,rouge2,rougeL", help=types)
    for name, default, about in (
        ("use_stemmer", False, "compare Porter's stems of words"),
        ("aggregate", True, "write means with intervals"),
        ("split_summaries", False, "split texts into sentences by NLTK, for rougeLsum"),
    ):
        parser.add_argument(f"--{name}", action="store_true", default=default, help=about)
        parser.add_argument(f"--no{name}", dest=name, action="store_false", help=f"not --{name}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
