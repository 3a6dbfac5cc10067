"""What sacrebleu's command prints: single results, tables of systems, test sets, subsets."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from understudy.compat.sacrebleu.dataset.base import smart_open
from understudy.compat.sacrebleu.explanations import paired_explanation
from understudy.compat.sacrebleu.table import framed, latex
from understudy.compat.sacrebleu.terminal import Color, sacrelogger
from understudy.compat.sacrebleu.testsets import (
    _dataset,
    filter_subset,
    get_available_origlangs,
    get_available_subsets,
)

INTERVAL = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")


def _format_score_lines(scores: dict[str, Any], width: int = 2, multiline: bool = True) -> dict[str, list[str]]:
    """Results as text, by column; names of columns tell if there are intervals."""
    columns: dict[str, list[str]] = {"System": scores.pop("System")}
    intervals = False
    for metric, results in scores.items():
        intervals |= any(getattr(each, "mean", None) is not None for each in results)
        title = f"{metric} (μ ± 95% CI)" if intervals else metric
        columns[title] = [each if isinstance(each, str) else _cell(each, width, multiline) for each in results]
    return columns


def _cell(result: Any, width: int, multiline: bool) -> str:
    text = f"{result.score:.{width}f}"
    if result.mean is not None:
        text += f" ({result.mean:.{width}f} ± {result.ci:.{width}f})"
    if result.p_value is not None:
        p = f"(p = {result.p_value:.4f})"
        text += ("\n" if multiline else " ") + (Color.format(p, "red") if result.p_value > 0.05 else f"{p}*")
    return text


def print_results_table(results: dict[str, Any], signatures: Mapping[str, str], args: Namespace) -> None:
    """Print the scores of several systems, and below them what was tested and the signatures."""
    if args.format == "json":
        systems = results.pop("System")
        listed = [
            {"system": name} | {metric: _plain(values[place]) for metric, values in results.items()}
            for place, name in enumerate(systems)
        ]
        print(json.dumps(listed, indent=4, default=float))
        return
    columns = _format_score_lines(results, args.width, multiline=args.format != "latex")
    baseline = columns["System"][0] if columns["System"][0].startswith("Baseline:") else ""
    if baseline:
        for cells in columns.values():
            cells[0] = Color.format(cells[0], "yellow")
    columns = {Color.format(name, "cyan"): cells for name, cells in columns.items()}
    print((latex if args.format == "latex" else framed)(columns))
    print()
    if args.paired_bs or args.paired_ar:
        print(paired_explanation(args, baseline))
    print("-----------------\nMetric signatures\n-----------------")
    for name, signature in signatures.items():
        print(f" - {name:<10} {signature}")


def _plain(value: Any) -> Any:
    return value if isinstance(value, str) else value.__dict__


def print_single_results(results: list[str], args: Namespace) -> None:
    """Print the scores of one system, one below the other at their equals signs."""
    if args.format == "json":
        print(results[0] if len(results) == 1 else "[\n" + ",\n".join(results) + "\n]")
        return
    if "μ" in results[0]:
        results = [INTERVAL.sub(lambda match: Color.format(match.group(), "cyan"), each) for each in results]
    ends = [each.find("=") - 1 for each in results]
    if len(results) == 1 or args.score_only:
        print("\n".join(results))
        return
    for end, line in zip(ends, results, strict=True):
        print(f"{line[:end]:>{max(ends)}}{line[end:]}")


def sanity_check_lengths(system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None) -> None:
    """Exit if references have another number of segments than the system."""
    if all(len(stream) == len(system) for stream in refs):
        return
    sacrelogger.error("System and reference streams have different lengths.")
    if test_set:
        sacrelogger.error(
            "This could be an issue with your system output or with sacreBLEU's reference database if -t is given."
        )
    sys.exit(1)


def print_test_set(
    test_set: str, langpair: str, requested_fields: list[str], origlang: str | None = None, subset: str | None = None
) -> None:
    """Print fields of a test set, separated by tabs."""
    dataset = _dataset(test_set)
    fields, files = dataset.fieldnames(langpair), dataset.get_files(langpair)
    if "all" in requested_fields and len(requested_fields) != 1:
        sacrelogger.error("Cannot use --echo all with other fields")
        sys.exit(1)
    wanted = fields if "all" in requested_fields else requested_fields
    first = min(each for each in fields if each.startswith("ref"))
    wanted = [first if each == "ref" and "ref" not in fields else each for each in wanted]
    for field in wanted:
        if field not in fields:
            sacrelogger.error(f"No such field {field} in test set {test_set} for language pair {langpair}.")
            sacrelogger.error(f"available fields for {test_set}/{langpair}: {', '.join(fields)}")
            if "ref" not in fields:
                sacrelogger.error(f"'ref' also allowed for backwards compatibility (will return {first})")
            sys.exit(1)
    streams = [list(smart_open(files[fields.index(field)])) for field in wanted]
    for lines in zip(*filter_subset(streams, test_set, langpair, origlang, subset), strict=True):
        print("\t".join(line.rstrip() for line in lines))


def print_subset_results(metrics: Mapping[str, Any], full_system: Any, full_refs: Any, args: Namespace) -> None:
    """Print the scores of the segments of each original language and domain."""
    origins = [args.origlang] if args.origlang else get_available_origlangs(args.test_set, args.langpair)
    if not origins:
        print("No subset information found. Consider using --origlang argument.")
        return
    subsets = [args.subset] if args.subset is not None else get_available_subsets(args.test_set, args.langpair)
    results: dict[str, list[tuple[int, Any]]] = {}
    for origin in origins:
        for subset in [None, *subsets]:
            system, *refs = filter_subset([full_system, *full_refs], args.test_set, args.langpair, origin, subset)
            if system:
                scores = [(len(system), metric.corpus_score(system, refs)) for metric in metrics.values()]
                results[f"origlang={origin} {_subset_name(subset)}"] = scores
    left = max(map(len, results)) + 1
    widest = max(len(score.name) for _, score in next(iter(results.values())))
    for key, scores in results.items():
        name = Color.format(f"{key:<{left}}", "yellow")
        for segments, score in scores:
            print(f"{name}: sentences={segments:<6} {score.name:<{widest}} = {score.score:.{args.width}f}")


def _subset_name(subset: str | None) -> str:
    if subset is None:
        return "domain=ALL"
    return f"country={subset[8:]}" if subset.startswith("country:") else f"domain={subset}"
