"""`understudy testsets`: test sets by name: which there are, their texts, their papers, and how to get them."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from understudy.cli.options import add_format, put, show
from understudy.cli.progress import ProgressBar
from understudy.errors import SettingError
from understudy.tables.outputs import Results

if TYPE_CHECKING:
    from understudy.tables.table import Table
    from understudy.testsets.catalog import TestSet

HELP = "List, print, cite and download test sets."
EPILOG = """\
Test sets are read from sacrebleu's cache ($SACREBLEU, or ~/.sacrebleu) and from mt-metrics-eval's folder; only
'understudy testsets download NAME' downloads. UNDERSTUDY_TESTSETS names a file with sets of your own.

examples:
  understudy testsets -l en-de
  understudy testsets download wmt24
  understudy testsets -t wmt24 -l en-de --echo src > wmt24.en
  understudy score sys.txt -t wmt24 -l en-de
  understudy testsets -t wmt24 --cite
"""
ACTIONS = ("list", "download")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("action", nargs="?", default="list", metavar="ACTION", help="list (the default) or download")
    parser.add_argument("wanted", nargs="*", metavar="NAME", help="test sets to download")
    parser.add_argument("--list", action="store_const", const="list", dest="action", help="list the test sets")
    parser.add_argument("-t", "--test-set", metavar="NAME", help="the test set, such as wmt24")
    parser.add_argument("-l", "--language-pair", metavar="PAIR", help="the language pair, such as en-de")
    parser.add_argument(
        "--echo", nargs="+", metavar="FIELD",
        help="print fields of the test set, one segment per line, between tabs: src, ref, docid, origlang, domain",
    )  # fmt: skip
    add_subset(parser)
    parser.add_argument("--cite", action="store_true", help="print what to cite")
    parser.add_argument("--mirror", metavar="URL", help="download from a folder of this address instead")
    parser.add_argument("--dry-run", action="store_true", help="print what would be downloaded, and its size")
    add_format(parser)


def add_subset(parser: argparse.ArgumentParser) -> None:
    """Declare which segments of a test set count.

    >>> parser = argparse.ArgumentParser()
    >>> add_subset(parser)
    >>> parser.parse_args(["--subset", "origin=en", "domain=news"]).subset
    ['origin=en', 'domain=news']
    """
    parser.add_argument(
        "--subset", action="extend", nargs="+", default=[], metavar="KEY=VALUE",
        help="only these segments of the test set: origin=en, origin=non-en, document=NAME, domain=NAME",
    )  # fmt: skip


def run(args: argparse.Namespace) -> None:
    """Do what was asked for."""
    if args.action not in ACTIONS:
        raise SettingError(f"unknown action {args.action!r}; choose list or download")
    if args.action == "download":
        _download(args)
    elif args.wanted:
        raise SettingError(f"{args.wanted[0]!r} is one argument too many; choose a test set with -t")
    elif args.cite:
        print(_citation(_chosen(args)))
    elif args.echo:
        _echo(args)
    else:
        _list(args)


def _chosen(args: argparse.Namespace) -> TestSet:
    from understudy.testsets.catalog import find_test_set

    if args.test_set is None:
        raise SettingError("which test set? give its name with -t, as -t wmt24")
    return find_test_set(args.test_set)


def _citation(test_set: TestSet) -> str:
    from understudy.testsets.catalog import citation_of

    terms = test_set.licence or "not recorded here; see where the data come from"
    lines = [
        f"% {test_set.name}: {test_set.description}", *(f"% {each}" for each in test_set.data), f"% licence: {terms}"
    ]  # fmt: skip
    return "\n".join([*lines, citation_of(test_set) or "% the catalogue has no paper for it"])


def _echo(args: argparse.Namespace) -> None:
    from understudy.testsets.locations import locate
    from understudy.testsets.subsets import chosen_segments

    if args.test_set is None or args.language_pair is None:
        raise SettingError("--echo needs a test set and a language pair: -t wmt24 -l en-de")
    located = locate(args.test_set, args.language_pair)
    columns = [column for name in args.echo for column in located.lines(name)]
    rows = list(zip(*columns, strict=True))
    for segment in chosen_segments(args.subset, located.columns, len(rows), f"{located.name}/{located.pair}"):
        print("\t".join(rows[segment]))


def _list(args: argparse.Namespace) -> None:
    from understudy.testsets.catalog import catalog

    pair = args.language_pair
    sets = [
        each
        for name, each in catalog().items()
        if args.test_set in (None, name) and (pair is None or pair in each.langpairs)
    ]
    if not sets:
        raise SettingError("there is no such test set; understudy testsets lists all")
    results = Results(lambda: [_table(sets)], lambda: _table(sets), lambda: [_values(each) for each in sets])
    put(show(results, args.format))


def _table(sets: list[TestSet]) -> Table:
    from understudy.tables.table import Table

    rows = tuple((each.name, _written_pairs(each), _state(each), each.description) for each in sets)
    notes = ("Here: the language pairs that sacrebleu's cache or mt-metrics-eval's folder has",)
    return Table(("Name", "Pairs", "Here", "Description"), rows, notes)


def _values(each: TestSet) -> dict[str, object]:
    return {
        "name": each.name, "description": each.description, "pairs": list(each.langpairs), "here": _present(each),
        "data": list(each.data), "md5": list(each.md5), "citation": each.citation, "licence": each.licence,
    }  # fmt: skip


def _written_pairs(each: TestSet) -> str:
    pairs = list(each.langpairs)
    return ", ".join(pairs if len(pairs) <= 4 else [*pairs[:3], f"... ({len(pairs)})"])


def _state(each: TestSet) -> str:
    present = _present(each)
    return "all" if len(present) == len(each.langpairs) else ", ".join(present)


def _present(each: TestSet) -> list[str]:
    from understudy.testsets.locations import is_present

    return [pair for pair in each.langpairs if is_present(each, pair)]


def _download(args: argparse.Namespace) -> None:
    from understudy.cli.reading import tell
    from understudy.testsets.catalog import find_test_set
    from understudy.testsets.downloading import addresses, download, size_of, written_size
    from understudy.testsets.locations import sacrebleu_folder

    names = [*args.wanted, *([args.test_set] if args.test_set else [])]
    if not names:
        raise SettingError("which test set? name it: understudy testsets download wmt24")
    for test_set in map(find_test_set, names):
        if args.dry_run:
            for address in addresses(test_set, args.mirror):
                size = size_of(address)
                print(f"{address}: {'of unknown size' if size is None else written_size(size)}")
            continue
        with ProgressBar(sys.stderr) as progress:
            folder = download(
                test_set, sacrebleu_folder(), args.mirror, lambda line: tell((f"downloading {line}",)), progress.step
            )
        tell((f"{test_set.name} is in {folder}",))
