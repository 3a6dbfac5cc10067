"""Every public function, called wrongly in every way that people do: none accepts it silently.

`CALLS` has a right call of each function, argument by argument, and `Kind` says how an argument of its kind is got
wrong. A public name without an entry fails the first test.
"""

import importlib
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import understudy as us
from understudy.alignment import Alignments
from understudy.contract import Rows
from understudy.formats import Selection
from understudy.metrics import make_metric

MODULES = ("", ".contract", ".alignment", ".formats", ".testing", ".spark")
HYPS = ["the cat sat on the mat", "hello there", "a dog ran"]
REFS = ["the cat sat on a mat", "hello you there", "the dog ran"]
TWICE = [[ref, f"{ref} again"] for ref in REFS]
FILES = ("examples/strong.en", "examples/reference1.en")


@dataclass(frozen=True)
class Kind:
    """An argument: what is right, what is wrong in which way, and how messages call it."""

    right: Any
    wrong: Mapping[str, Any]
    called: str
    also: Mapping[str, Any] = field(default_factory=dict)  # other right values, which give the same result

    def but(self, right: Any = ..., called: str | None = None, **wrong: Any) -> "Kind":
        """One like this, with some differences; `...` takes a wrong value away, because it is right here."""
        merged = {name: value for name, value in {**self.wrong, **wrong}.items() if value is not ...}
        return Kind(self.right if right is ... else right, merged, called or self.called, {})


NOTHING = {"none": None, "number": 5, "real": 2.5, "bytes": b"abc"}
TEXTS = Kind(
    HYPS,
    NOTHING | {
        "a bare string": "the cat", "nested": [HYPS], "bytes in it": [*HYPS[:2], b"a"], "none in it": [*HYPS[:2], None],
        "a number in it": [*HYPS[:2], 3], "too few": HYPS[:2], "too many": [*HYPS, "one more"], "empty": [],
        "a set": set(HYPS), "a mapping": {"A": HYPS}, "an array of two dimensions": np.array([HYPS]),
    },
    "hyps|hypothes|segments",
    {"a tuple": tuple(HYPS), "an array": np.array(HYPS)},
)  # fmt: skip
REFERENCES = Kind(
    TWICE,
    NOTHING | {
        "a bare string": "the cat", "transposed": [list(each) for each in zip(*TWICE, strict=True)],
        "too few": TWICE[:2], "too many": [*TWICE, ["one more"]], "empty": [], "nested once more": [TWICE] * 3,
        "a segment without any": [*TWICE[:2], []], "bytes in it": [[b"a"]] * 3, "numbers in it": [1, 2, 3],
        "a set": set(REFS), "an empty mapping": {}, "a column that is too short": {"A": REFS, "B": REFS[:2]},
        "a bare column": {"A": "the"},
    },
    "refs|referenc",
    {"tuples": tuple(map(tuple, TWICE)), "named columns": {"A": REFS, "B": [ref[1] for ref in TWICE]}},
)  # fmt: skip
TEXT = Kind(
    HYPS[0],
    NOTHING | {"a list": HYPS, "an empty list": [], "a mapping": {"A": "a"}},
    "hyp|text|string",
)
OF_ONE = Kind(
    TWICE[0],
    NOTHING | {"empty": [], "nested": [TWICE], "bytes in it": [b"a"], "a number in it": ["a", 3], "an empty dict": {}},
    "refs|referenc",
)
SYSTEMS = Kind(
    {"A": HYPS, "B": REFS},
    NOTHING | {
        "a bare string": "the cat", "a list": HYPS, "lists": [HYPS, REFS], "empty": {}, "a bare system": {"A": "the"},
        "different lengths": {"A": HYPS, "B": REFS[:2]}, "too few": {"A": HYPS[:2], "B": REFS[:2]},
        "nested": {"A": [HYPS], "B": [REFS]}, "a number for a system": {"A": HYPS, "B": 3},
    },
    "systems|hypothes|segments|'A'|'B'",
)  # fmt: skip
METRIC = Kind(
    "wer",
    NOTHING | {"misspelled": "werr", "a list": ["wer"], "empty": "", "a type": dict, "no setting": "wer:order"},
    "metric|setting",
)
METRICS = METRIC.but(**{"a list": [], "one is wrong": ["wer", 3], "twice": ["wer", "wer"]})
LANG = Kind("en", {"number": 5, "bytes": b"en", "a list": ["en"], "empty": "", "no code": "english"}, "lang")
THREADS = Kind(1, {"none": None, "zero": 0, "text": "2", "real": 1.5, "flag": True, "too many": 10**6}, "threads")
COUNT = Kind(99, {"zero": 0, "text": "99", "real": 9.5, "flag": True, "negative": -1}, "trials|resamples|samples|lines")
SEED = Kind(1, {"none": None, "negative": -1, "text": "1", "real": 1.5, "flag": True}, "seed")
LEVEL = Kind(0.9, {"none": None, "text": "0.9", "above": 95.0, "zero": 0.0, "list": [0.9]}, "level")
FLAG = Kind(True, {"none": None, "text": "yes", "number": 1}, "")
ALIGNMENTS = Kind({}, NOTHING | {"a list": [], "text": "a"}, "alignments")
CALLBACK = Kind(None, {"number": 5, "text": "print"}, "step")
PATH = Kind(FILES[0], {"none": None, "number": 5, "empty": "", "a list": [FILES[0]], "bytes": b"a"}, "path|file|''")
WRITTEN = PATH.but("/dev/null")
PATHS = PATH.but([FILES[0]], "systems|references|paths|file|''", **{"a bare string": FILES[0], "a list": [[FILES[0]]]})
CHOICE = {"number": 5, "bytes": b"a", "a list": ["a"], "misspelled": "bootstrapp"}
COLUMN = Kind("hyp", {"none": None, "number": 5, "bytes": b"hyp", "no such": "hypp", "empty": ""}, "column|hypothesis")
SETTINGS = Kind({}, {}, "")
FACTS = Kind({}, {"number": 5, "text": "a", "a list": ["a"], "a number in it": {"a": 5}}, "facts")
LABELS = Kind(["a", "b", "b"], {"number": 5, "text": "abc", "few": ["a"], "numbers": [1, 2, 2]}, "documents|domains")
NAME = Kind(None, {"number": 5, "bytes": b"a", "a list": ["a"]}, "")
DOCUMENTS = Kind(
    ["a", "a", "b"],
    {"number": 5, "a bare string": "aab", "too few": ["a", "b"], "none in it": ["a", None, "b"], "lists": [[1]] * 3},
    "document",
)


def named(kind: Kind, called: str) -> Kind:
    return kind.but(called=called)


CORPUS = {"hyps": TEXTS, "refs": REFERENCES}
ONE_METRIC = {"metric": METRIC, "lang": LANG, "threads": THREADS, "settings": SETTINGS}
MBR = {
    "candidates": TEXTS.but(
        called="candidates", **{"nested": ..., "too few": ..., "too many": ..., "an array of two dimensions": ...}
    ),
    "weights": Kind([1, 2, 3], {"number": 5, "text": "abc", "too few": [1], "negative": [1, 1, -1]}, "weight"),
    **ONE_METRIC,
}
MEETING = {"m1": [("anna", "hello there"), ("ben", "good day")]}
FUNCTIONS: dict[str, dict[str, Kind]] = {
    "score": CORPUS | {"metrics": METRICS, "lang": LANG, "threads": THREADS},
    "evaluate": {
        "systems": SYSTEMS, "refs": REFERENCES, "metrics": METRICS, "lang": LANG, "threads": THREADS, "step": CALLBACK,
        "sources": TEXTS.but(called="source", none=...), "checks": FLAG.but(called="checks"), "facts": FACTS,
    },
    "check": CORPUS | {
        "hyps": TEXTS.but(**{"a mapping": {}}), "sources": TEXTS.but(called="source", none=...), "metrics": METRICS,
        "lang": LANG,
    },
    "compare": {
        "systems": SYSTEMS, "refs": REFERENCES, "metrics": METRICS.but(none=...),
        "baseline": Kind("A", CHOICE, "baseline"), "test": Kind("bootstrap", CHOICE | {"none": None}, "test"),
        "trials": COUNT, "resamples": COUNT, "seed": SEED, "documents": DOCUMENTS,
        "correction": Kind("holm", CHOICE, "correction"), "level": LEVEL, "compat": Kind(None, CHOICE, "compat"),
        "lang": LANG, "threads": THREADS, "step": CALLBACK,
    },
    "make_report": {
        "systems": SYSTEMS, "references": REFERENCES, "sources": TEXTS.but(called="source", none=...),
        "documents": DOCUMENTS, "metrics": METRICS, "lang": LANG, "baseline": Kind("A", CHOICE, "baseline"),
        "trials": COUNT, "resamples": COUNT, "seed": SEED, "threads": THREADS, "title": named(NAME, "title"),
        "date": named(NAME, "date"),
        "step": CALLBACK, "ui_lang": Kind("en", CHOICE, "ui_lang"), "facts": FACTS,
        "outside": Kind([], {"number": 5, "text": "comet", "a mapping": {"A": [1]}, "numbers": [5]}, "outside"),
    },
    "normalize": {"text": TEXT, "normalizer": Kind("whisper-en", CHOICE, "normalizer")},
    "segment": {
        "hyp": Kind(" ".join(HYPS), NOTHING | {"a mapping": {"a": "b"}}, "hyp|text|document"),
        "refs": REFERENCES.but(REFS, **{"transposed": ..., "too few": ..., "too many": ..., "an empty mapping": ...}),
        "documents": DOCUMENTS.but(None), "tokenizer": Kind(None, CHOICE, "tokenizer"),
        "lowercase": FLAG.but(called="lowercase"), "punctuation": Kind("keep", CHOICE | {"none": None}, "punctuation"),
        "lang": LANG,
    },
    "read_meetings": {"path": PATH.but("tests/data/formats/a.stm"), "input_format": Kind(None, CHOICE, "format")},
    "score_meetings": {
        "hyps": Kind(MEETING, NOTHING | {"text": "a", "a list": [1], "empty": {}}, "hyps|meeting|hypothes"),
        "refs": Kind(MEETING, NOTHING | {"text": "a", "a list": [1], "empty": {}}, "refs|meeting|referenc"),
        "metric": Kind("cpwer", CHOICE | {"none": None}, "metric"), "threads": THREADS, "settings": SETTINGS,
    },
    "explain": {"hypothesis": TEXT, "references": OF_ONE, "metric": METRIC, "lang": LANG, "settings": SETTINGS},
    "explanations": CORPUS | {
        "metric": METRIC, "lang": LANG, "settings": SETTINGS, "system": named(NAME, "system"),
        "segments": Kind([1], {"number": 1, "text": "1", "zero": [0], "too far": [4], "real": [1.5]}, "segment"),
    },
    "align": {"hyp": TEXT, "refs": OF_ONE, "metric": METRIC, "settings": SETTINGS},
    "alignments": CORPUS | ONE_METRIC,
    "confusions": CORPUS | ONE_METRIC,
    "make_metric": {"spec": METRIC, "lang": LANG, "settings": SETTINGS},
    "mbr": MBR,
    "mbr_aggregated": MBR | {"metric": METRIC.but("bleu")},
    "pairwise": {
        "hyps": TEXTS.but(**{"nested": [HYPS, 3], "too few": ..., "too many": ...}),
        "refs": REFERENCES.but(REFS, **{
            "transposed": ..., "too few": [REFS], "too many": [REFS, REFS], "an empty mapping": ...,
            "a column that is too short": {"A": REFS},
        }),
        **ONE_METRIC,
    },
    "rewards": {
        "completions": TEXTS.but(called="completion|hypothes|segments"), "references": REFERENCES, "metric": METRIC,
        "threads": THREADS, "lang": LANG, "columns": SETTINGS,
    },
    "reward_function": {
        "metric": METRIC, "lang": LANG, "threads": THREADS, "name": named(NAME, "name"),
        "references": named(COLUMN, "references").but(**{"no such": ..., "empty": ...}),
        "columns": Kind(["domain"], {"none": None, "number": 5, "a bare string": "domain", "numbers": [1]}, "columns"),
    },
    "tokenize": {
        "text": TEXT, "tokenizer": Kind("13a", CHOICE | {"none": None}, "tokenizer"),
        "lowercase": Kind("yes", CHOICE | {"none": None}, "lowercase"),
    },
    "scores_from": {
        "name": Kind("comet", {"none": None, "number": 5, "empty": "", "a list": ["a"]}, "name"),
        "values": Kind(
            [0.5, 0.25],
            NOTHING | {"text": "0.5", "empty": [], "nested": [[0.5]], "none in it": [0.5, None], "huge": [10**400]},
            "scores?",
        ),
        "maximum": Kind(1.0, {"text": "1", "bytes": b"1", "below": 0.1, "not a number": float("nan")}, "maximum"),
        "higher_is_better": named(FLAG, "higher_is_better"),
        "provenance": Kind({"model": "m"}, {"number": 5, "text": "m", "a list": ["m"], "a number": {"model": 5},
                                            "empty": {"model": ""}}, "provenance"),
    },
    "humans": {
        "human": Kind(
            {"A": [9, 8, 7], "B": [6, 5, 4]},
            NOTHING | {"a bare string": "A", "a list": [9, 8], "empty": {}, "text": {"A": "high", "B": "low"},
                       "different lengths": {"A": [9, 8, 7], "B": [6]}},
            "human|judg|systems|scores",
        ),
        "metrics": Kind(
            {"comet": {"A": [0.9, 0.8, 0.7], "B": [0.6, 0.5, 0.3]}},
            NOTHING | {"a bare string": "comet", "a list": ["comet"], "empty": {}, "not by system": {"comet": [1, 2]},
                       "too few": {"comet": {"A": [0.9], "B": [0.6]}}, "text": {"comet": {"A": "a", "B": "b"}}},
            "metric|comet|scores",
        ),
        "without": Kind((), {"none": None, "number": 5, "no such": ["C"]}, "leave out|left out|without"),
        "only": Kind((), {"none": None, "number": 5, "no such": ["C"]}, "only|keep"),
        "domain": Kind(None, {"number": 5, "no such": "news"}, "domain"),
        "documents": LABELS, "domain_labels": LABELS,
        "missing": Kind("error", CHOICE | {"none": None}, "missing"),
        "lower": Kind((), {"none": None, "number": 5, "no such": ["ter"], "a bare string": "comet"}, "lower"),
        "higher": Kind((), {"none": None, "number": 5, "no such": ["ter"], "a bare string": "comet"}, "higher"),
        "over": Kind("judged", CHOICE | {"none": None}, "segments of systems"),
        "reference_names": Kind((), {"none": None, "number": 5, "without texts": ["refA"]}, "reference_names"),
        "degenerate": Kind("keep", CHOICE | {"none": None}, "degenerate"),
        "lang": Kind(None, {"number": 5, "bytes": b"en", "without texts": "en"}, "lang"), "threads": THREADS,
        "reference": named(NAME, "reference"),
        "accuracy": Kind("kocmi", CHOICE | {"none": None}, "accuracy"),
        "threshold": Kind(None, {"text": "25", "negative": -1.0, "list": [25]}, "threshold"),
        "test": Kind(None, CHOICE, "test"), "unit": Kind("item", CHOICE | {"none": None}, "unit"),
        "trials": COUNT, "seed": SEED, "sides": Kind("two", CHOICE | {"none": None}, "sides"),
    },
    "read_inputs": {
        "systems": PATHS.but(empty=[]), "references": PATHS.but([FILES[1]], empty=[""]), "source": PATH.but(none=...),
        "selection": Kind(Selection(), {"none": None, "number": 5, "text": "hyp"}, "selection"),
        "input_format": Kind("text", CHOICE, "format"),
    },
    "read_lines": {"path": PATH},
    "read_report": {"path": PATH},
    "register_test": {"test": Kind(None, NOTHING | {"text": "bootstrap", "a type": dict}, "SignificanceTest")},
    "score_files": {
        "files": Kind(
            [{"hyp": FILES[0], "ref": FILES[1]}],
            NOTHING | {"a bare string": FILES[0], "a mapping": {"hyp": FILES[0], "ref": FILES[1]}, "empty": [],
                       "numbers": [5], "none in it": [None], "a column is missing": [{"hyp": FILES[0]}]},
            "file|column",
        ),
        "hypothesis": COLUMN, "references": COLUMN.but("ref", "column|references", **{"an empty list": []}),
        "metrics": METRICS, "lang": LANG, "threads": THREADS, "rows": named(FLAG, "rows"), "lines": COUNT,
        "engine": Kind(None, {"number": 5, "text": "dask"}, "engine"),
    },
    ".alignment.read_pra": {"path": PATH},
    ".alignment.read_sgml": {"path": PATH},
    ".alignment.read_trn": {"path": PATH},
    ".alignment.read_trn_parallel": {"hyp": PATH, "ref": PATH.but(called="path|file|doesn't end in a name")},
    ".alignment.pra": {"alignment": Kind(us.align("a", "a b"), NOTHING | {"text": "a", "a list": []}, "alignment")},
    ".alignment.write_pra": {"path": WRITTEN, "alignments": ALIGNMENTS},
    ".alignment.write_sgml": {
        "path": WRITTEN, "alignments": ALIGNMENTS,
        "title": named(NAME, "title"),
    },
    ".alignment.write_trn": {
        "path": WRITTEN,
        "utterances": Kind({}, NOTHING | {"a list": [], "text": "a", "a number in it": {"a": 5}}, "utterances|text"),
    },
    ".formats.read_parallel": {"systems": PATHS.but(empty=[]), "references": PATHS.but([FILES[1]])},
    ".formats.parse_file": {
        "path": PATH, "selection": Kind(Selection(), {"none": None, "number": 5, "text": "hyp"}, "selection"),
        "input_format": Kind("text", CHOICE, "format"),
    },
    ".formats.system_names": {"paths": PATHS.but(empty=...)},
    ".testing.check_metric": {
        "metric": METRIC.but(make_metric("wer"), "metric", misspelled="wer"), **CORPUS,
    },
    ".spark.score": {"df": Kind(HYPS, NOTHING | {"a list": HYPS, "text": "a"}, "DataFrame")},
    ".spark.compare": {
        "df": Kind(HYPS, NOTHING | {"a list": HYPS, "text": "a"}, "DataFrame"),
        "hypotheses": Kind(["a", "b"], {}, ""), "order": Kind("id", {}, ""),
    },
}  # fmt: skip
SOME_METRICS = ("bleu", "nist", "meteor", "ter", "chrf")  # all are the same function; these read text in all ways
METRIC_CALL = CORPUS | {"lang": LANG, "threads": THREADS}
# Formulas and parts of formats for those who write a metric or a reader; values are made by the program itself.
PARTS = """.contract.divide .contract.exp .contract.log .contract.power .contract.where .formats.containing
    .formats.first_element .formats.magic""".split()
# Of these, the right call can't be made here: see `tests/sharding/test_spark.py` for a DataFrame.
UNCALLABLE = {".spark.score", ".spark.compare", "register_test", "read_report"} | {
    name for name in FUNCTIONS if ".alignment." in name
}


def public():
    """Every public name, each once, with what it stands for."""
    seen = {}
    for module in MODULES:
        home = importlib.import_module(f"understudy{module}")
        for name in home.__all__:
            value = getattr(home, name)
            if all(value is not other for other in seen.values()):
                seen[f"{module}.{name}" if module else name] = value
    return seen


PUBLIC = public()
CLASSES = {
    name: value for name, value in PUBLIC.items()
    if inspect.isclass(value) and not issubclass(value, BaseException) and not inspect.isabstract(value)
    and value.__module__.startswith("understudy")
}  # fmt: skip
CALLS = FUNCTIONS | dict.fromkeys(us.METRICS, METRIC_CALL)


def test_every_public_function_is_called_here():
    functions = {name for name, value in PUBLIC.items() if callable(value) and not inspect.isclass(value)}
    functions -= {".contract.Rows", ".contract.Parts"}  # types
    assert Rows is PUBLIC[".contract.Rows"]
    assert functions == {*CALLS, *PARTS}


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not name.startswith(".spark.")])
def test_every_argument_is_got_wrong_here(name):
    assert set(inspect.signature(PUBLIC[name]).parameters) == set(FUNCTIONS[name])


def right(name):
    return {key: kind.right for key, kind in CALLS[name].items() if kind is not SETTINGS}


@pytest.mark.parametrize("name", [name for name in CALLS if name not in UNCALLABLE])
def test_the_right_call_is_right(name):
    PUBLIC[name](**right(name))


@pytest.mark.parametrize("name", CALLS)
def test_an_unknown_argument_is_refused_by_its_name(name):
    with pytest.raises(us.SettingError, match="unknown .*'no_such_thing'"):
        PUBLIC[name](**right(name), no_such_thing=1)


@pytest.mark.parametrize("name", [*PARTS, *CLASSES])
def test_values_and_formulas_refuse_unknown_arguments(name):
    with pytest.raises((us.SettingError, TypeError), match="no_such_thing|takes no (keyword )?arguments"):
        PUBLIC[name](no_such_thing=1)


def slips(name):
    """Each argument of the right call, misspelled."""
    names = right(name)
    swapped = {key: f"{key[:-2]}{key[-1]}{key[-2]}" if len(key) > 3 else f"{key}s" for key in names}
    return [(key, slip) for key, slip in swapped.items() if slip not in names]


@pytest.mark.parametrize("name", CALLS)
def test_a_misspelled_argument_is_refused_with_the_one_that_was_meant(name):
    for key, slip in slips(name):
        arguments = right(name)
        arguments[slip] = arguments.pop(key)
        with pytest.raises((us.SettingError, TypeError), match=f"{slip}|{key}") as refused:
            PUBLIC[name](**arguments)
        # Python itself speaks first where a function with settings lacks a required argument.
        if isinstance(refused.value, us.SettingError):
            assert f"'{key}'" in str(refused.value), str(refused.value)


WRONG = [
    (name, key)
    for name, call in CALLS.items()
    for key, kind in call.items()
    if kind.wrong and (name in FUNCTIONS or name in SOME_METRICS)
]


@pytest.mark.parametrize(("name", "key"), WRONG, ids=["-".join(each) for each in WRONG])
def test_a_wrong_argument_is_refused_and_named(name, key):
    kind = CALLS[name][key]
    for how, value in kind.wrong.items():
        try:
            accepted = PUBLIC[name](**right(name) | {key: value})
        except us.UnderstudyError as error:
            assert re.search(kind.called, str(error)), f"{how}: {error}"
        else:
            pytest.fail(f"{how} was accepted: {value!r:.80} gave {accepted!r:.80}")


def same(a, b):
    return repr(list(a) if isinstance(a, Alignments) else a) == repr(list(b) if isinstance(b, Alignments) else b)


EQUAL = [
    (name, key, how) for name, call in CALLS.items() for key, kind in call.items() for how in kind.also
    if name in FUNCTIONS or name in SOME_METRICS
]  # fmt: skip


@pytest.mark.parametrize(("name", "key", "how"), EQUAL, ids=["-".join(each) for each in EQUAL])
def test_other_right_forms_give_the_same(name, key, how):
    function = PUBLIC[name]
    assert same(function(**right(name) | {key: CALLS[name][key].also[how]}), function(**right(name)))


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.get("hyps") is TEXTS])
def test_generators_are_read_once_and_all(name):
    arguments = right(name)
    once = arguments | {"hyps": (hyp for hyp in HYPS), "refs": (refs for refs in TWICE)}
    assert same(PUBLIC[name](**once), PUBLIC[name](**arguments))
