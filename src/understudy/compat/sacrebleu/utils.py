"""The helpers that other packages import from sacrebleu's `utils`; the command imports some of them as well."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from understudy.compat.sacrebleu.dataset import DATASETS, SUBSETS
from understudy.compat.sacrebleu.dataset.base import SACREBLEU_DIR, smart_open
from understudy.compat.sacrebleu.printing import (
    _format_score_lines,
    print_results_table,
    print_single_results,
    print_subset_results,
    print_test_set,
    sanity_check_lengths,
)
from understudy.compat.sacrebleu.sums import my_log, sum_of_lists
from understudy.compat.sacrebleu.terminal import Color, sacrelogger
from understudy.compat.sacrebleu.testsets import (
    download_test_set,
    filter_subset,
    get_available_origlangs,
    get_available_subsets,
    get_available_testsets,
    get_available_testsets_for_langpair,
    get_files,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
)

__all__ = [
    "DATASETS",
    "SACREBLEU_DIR",
    "SUBSETS",
    "Color",
    "_format_score_lines",
    "args_to_dict",
    "download_test_set",
    "filter_subset",
    "get_available_origlangs",
    "get_available_subsets",
    "get_available_testsets",
    "get_available_testsets_for_langpair",
    "get_files",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "my_log",
    "print_results_table",
    "print_single_results",
    "print_subset_results",
    "print_test_set",
    "sacrelogger",
    "sanity_check_lengths",
    "smart_open",
    "sum_of_lists",
]


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """The options whose name begins with a prefix, which may be taken off.

    >>> args_to_dict(Namespace(bleu_force=True, width=1), "bleu", strip_prefix=True)
    {'force': True}
    """
    start = f"{prefix}_"
    return {
        name.removeprefix(start) if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(start)
    }
