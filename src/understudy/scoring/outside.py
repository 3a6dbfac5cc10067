"""Scores from outside, brought to the systems and segments of a test set: which file, which system, which model."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from understudy.contract.result import Result
from understudy.contract.signature import STRING, unquoted
from understudy.errors import InputError, SettingError, TextWarning
from understudy.formats.scores import ScoreColumn, read_scores
from understudy.metrics.external.about import UNSIGNED
from understudy.metrics.external.metric import Outside, outside_metric

FORM = "NAME[:KEY=VALUE,...]=FILE"
NAME = re.compile(r"([\w.-]+)(:|=)")
PAIR = re.compile(rf"(\w+)=({STRING}|[^,=\"]+)(,|=)")
FLAGS = {"yes": True, "no": False}


@dataclass(frozen=True)
class ScoresSpec:
    """What a user says of a file of scores.

    >>> spec = ScoresSpec.read("comet:model=wmt22-comet-da,version=2.2.2=comet.json")
    >>> spec.name, spec.provenance, spec.path
    ('comet', {'model': 'wmt22-comet-da', 'version': '2.2.2'}, 'comet.json')
    """

    name: str
    path: str
    provenance: Mapping[str, str] = field(default_factory=dict)
    maximum: float | None = None
    higher_is_better: bool = True
    system: str | None = None  # whose scores these are, if the file doesn't say
    column: str | None = None  # of a table
    scale: float = 1.0  # by which scores are multiplied, as 100 for COMET in points

    @classmethod
    def read(cls, text: str) -> ScoresSpec:
        """Take `NAME[:KEY=VALUE,...]=FILE` apart; a value with a comma or an equals sign stands in double quotes."""
        start = NAME.match(text)
        if start is None:
            raise SettingError(
                f"--scores {text!r:.80} is not of the form {FORM}; as --scores comet:version=2.2=comet.json"
            )
        keys: dict[str, str] = {}
        at = start.end()
        while start[2] == ":":
            pair = PAIR.match(text, at)
            if pair is None:
                raise SettingError(f"--scores {text!r:.80} is not of the form {FORM}; see {text[at:]!r:.40}")
            if pair[1] in keys:
                raise SettingError(f"--scores {text!r:.80} has {pair[1]}= twice; leave one out")
            keys[pair[1]] = unquoted(pair[2])
            at = pair.end()
            if pair[3] == "=":
                break
        if not text[at:]:
            raise SettingError(f"--scores {text!r:.80} names no file; the form is {FORM}")
        lower = _flag(start[1], keys.pop("lower", None))
        maximum, scale = (_number(start[1], key, keys.pop(key, None)) for key in ("maximum", "scale"))
        if scale is not None and scale <= 0:
            raise SettingError(f"scale={scale:g} of --scores {start[1]} must be above 0; as scale=100")
        system, column = keys.pop("system", None), keys.pop("column", None)
        outside_metric(start[1], maximum, not lower, keys)  # refuses what can't be
        return cls(start[1], text[at:], keys, maximum, not lower, system, column, scale or 1.0)


def _flag(name: str, lower: str | None) -> bool:
    if lower is None and name.lower().startswith(UNSIGNED):
        raise SettingError(
            f"{name} counts errors, so lower is better, unless its scores were negated; say which with"
            f" --scores {name}:lower=yes=FILE, or lower=no"
        )
    if lower not in (None, *FLAGS):
        raise SettingError(f"lower={lower} of --scores {name} must be yes or no: whether lower is better")
    return FLAGS.get(lower or "no", False)


def _number(name: str, key: str, value: str | None) -> float | None:
    try:
        return None if value is None else float(value)
    except ValueError:
        raise SettingError(f"{key}={value} of --scores {name} is no number; as {key}=100") from None


@dataclass(frozen=True, eq=False)
class ScoredTexts:
    """The test set that scores belong to: hypotheses by system, the file of each, and the ids of segments."""

    systems: Mapping[str, Sequence[str]]
    files: Mapping[str, str] = field(default_factory=dict)
    ids: Sequence[str] | None = None

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(next(iter(self.systems.values())))

    def system_named(self, name: str) -> str | None:
        """The system that a file of scores means by a name: its own, or that of its file in some form."""
        for form in (lambda text: text, lambda text: PurePath(text).name, lambda text: PurePath(text).stem):
            named = [each for each in self.systems if form(name) in (each, form(self.files.get(each, each)))]
            if len(named) == 1:
                return named[0]
        return None


def read_outside(specs: Iterable[ScoresSpec], texts: ScoredTexts) -> tuple[list[dict[str, Result]], tuple[str, ...]]:
    r"""Read files of scores: the results of all systems, one mapping a metric, and what to tell about them.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "judge.tsv")
    >>> _ = file.write_text("system\tscore\nA\t4\nA\t5\n")
    >>> spec = ScoresSpec.read(f"judge:model=me={file}")
    >>> read_outside([spec], ScoredTexts({"A": ["a cat", "a dog"]}))[0][0]["A"].score
    4.5
    """
    return put_beside([(spec, read_scores(spec.path, spec.name, spec.column)) for spec in specs], texts)


def put_beside(
    read: Iterable[tuple[ScoresSpec, Sequence[ScoreColumn]]], texts: ScoredTexts
) -> tuple[list[dict[str, Result]], tuple[str, ...]]:
    """Give the columns of files to the systems, one mapping of results a metric, with what to tell about them.

    >>> spec = ScoresSpec("judge", "j.txt", {"model": "me"})
    >>> put_beside([(spec, [ScoreColumn("j.txt", None, [4.0])])], ScoredTexts({"A": ["a cat"]}))[1]
    ('judge of A: j.txt',)
    """
    by_name: dict[str, list[tuple[ScoresSpec, ScoreColumn]]] = {}
    for spec, columns in read:
        by_name.setdefault(spec.name, []).extend((spec, column) for column in columns)
    results, told = [], list[str]()
    for name, pairs in by_name.items():
        metric = _metric(name, pairs)
        given, messages = _assigned(name, pairs, texts)
        told += messages
        scale = pairs[0][0].scale
        values = {system: _ordered(given[system], system, texts) for system in texts.systems}
        told += _about_size(name, scale, values.values())
        results.append({system: metric.result([scale * each for each in own]) for system, own in values.items()})
        if not {key for key, _ in metric.provenance} - {"scale"}:
            warnings.warn(
                f"nothing says what made the scores of {name}; name its model and version, as --scores"
                f" {name}:model=...,version=...={pairs[0][0].path}, so that other scores can't be taken for the same",
                TextWarning,
                stacklevel=2,
            )
    return results, tuple(told)


def _about_size(name: str, scale: float, columns: Iterable[Sequence[float]]) -> list[str]:
    if scale != 1 or any(abs(score) > 1.5 for scores in columns for score in scores):
        return []
    return [f"{name} is a small number; --scores {name}:scale=100=FILE gives points, --digits 4 more decimals"]


def _metric(name: str, columns: Sequence[tuple[ScoresSpec, ScoreColumn]]) -> Outside:
    """The metric of all columns of one name, which must come from one model."""
    first, first_path = _facts(*columns[0]), columns[0][0].path
    for spec, column in columns[1:]:
        other = _facts(spec, column)
        if other != first:
            keys = [key for key in {**first, **other} if first.get(key) != other.get(key)]
            here, there = (", ".join(f"{k}={each.get(k, 'unknown')}" for k in keys) for each in (other, first))
            raise InputError(
                f"{name} has {here} in {spec.path} but {there} in {first_path}; scores that were not made alike can't"
                " be ranked: score all systems by one model, or give the columns different names"
            )
    spec = columns[0][0]
    made = {key: value for key, value in first.items() if key not in ("maximum", "lower")}
    return outside_metric(name, spec.maximum, spec.higher_is_better, made)


def _facts(spec: ScoresSpec, column: ScoreColumn) -> dict[str, str]:
    for key in spec.provenance.keys() & column.provenance.keys():
        if spec.provenance[key] != column.provenance[key]:
            raise InputError(
                f"{spec.path} says that {spec.name} has {key}={column.provenance[key]}, but --scores says"
                f" {key}={spec.provenance[key]}; leave {key}= out, or give the right file"
            )
    facts = {"maximum": f"{spec.maximum:g}"} if spec.maximum is not None else {}
    facts |= {} if spec.higher_is_better else {"lower": "yes"}
    facts |= {} if spec.scale == 1 else {"scale": f"{spec.scale:g}"}
    return {**facts, **column.provenance, **spec.provenance}


def _assigned(
    name: str, columns: Sequence[tuple[ScoresSpec, ScoreColumn]], texts: ScoredTexts
) -> tuple[dict[str, ScoreColumn], list[str]]:
    """Which column belongs to which system: by the system's name, or in order where no file names any."""
    given: dict[str, ScoreColumn] = {}
    without: list[ScoreColumn] = []
    unused: list[str] = []
    for spec, column in columns:
        label = spec.system if spec.system is not None else column.system
        if label is None:
            without.append(column)
            continue
        system = texts.system_named(label)
        if system is None and spec.system is not None:
            raise InputError(f"--scores {name}:system={label} names no system; they are {', '.join(texts.systems)}")
        if system is None:
            unused.append(label)
            continue
        if system in given:
            raise InputError(
                f"{name} has scores of {system!r} in {given[system].path} and again in {column.path}; leave one out"
            )
        given[system] = column
    remaining = [system for system in texts.systems if system not in given]
    if len(without) not in (0, len(remaining)) or (not without and remaining):
        raise InputError(
            f"{name} has no scores of {', '.join(map(repr, remaining or ['any other system']))}; "
            + _there_is(without, unused, list(given))
        )
    told = [f"{name} of {system}: {column.path}" for system, column in zip(remaining, without, strict=bool(without))]
    told += [f"the scores of {name} of {', '.join(unused)} are not used: no system has that name"] if unused else []
    return given | dict(zip(remaining, without, strict=bool(without))), told


def _there_is(without: Sequence[ScoreColumn], unused: Sequence[str], given: Sequence[str]) -> str:
    if without:
        files = ", ".join(column.path for column in without)
        return f"give one file for each system in their order, or say whose it is with system=NAME (there is {files})"
    return f"the files have {', '.join([*given, *unused])}: name systems like them, as NAME=FILE"


def _ordered(column: ScoreColumn, system: str, texts: ScoredTexts) -> list[float]:
    """The scores in the order of the segments, all of them, of the texts that are scored here."""
    places = _places(column, system, texts)
    scored = None if column.texts is None else [column.texts[place] for place in places]
    for number, (one, other) in enumerate(zip(scored or (), texts.systems[system], strict=False), 1):
        if one.split() != other.split():
            raise InputError(
                f"{column.path}: segment {number} of {system!r} was scored as {one!r:.60}, but the system has"
                f" {other!r:.60}; score the same texts"
            )
    return [column.values[place] for place in places]


def _places(column: ScoreColumn, system: str, texts: ScoredTexts) -> Sequence[int]:
    if column.segments is None:
        if len(column.values) != texts.segments:
            raise InputError(
                f"{column.path} has {len(column.values)} scores of {system!r}, which has {texts.segments} segments;"
                " give one per segment"
            )
        return range(texts.segments)
    labels = _labels(column.segments, texts)
    twice = [label for label, times in Counter(column.segments).items() if times > 1]
    if twice:
        raise InputError(f"{column.path} has segment {twice[0]!r} of {system!r} twice ({len(twice)} such); keep one")
    there = {label: place for place, label in enumerate(column.segments)}
    missing = [label for label in labels if label not in there]
    others = set(there) - set(labels)
    if missing or others:
        what = f"no score of segment {missing[0]!r}" if missing else f"a score of segment {min(others)!r}, which is not"
        raise InputError(
            f"{column.path} has {what} of {system!r} ({len(missing) or len(others)} such); give one score for each of"
            f" the {texts.segments} segments, numbered from 1 or by the ids of the texts"
        )
    return [there[label] for label in labels]


def _labels(segments: Sequence[str], texts: ScoredTexts) -> Sequence[str]:
    """What the segments of the test set are called in a file: by their ids, or by numbers from 1 or 0."""
    if texts.ids is not None and set(segments) & set(texts.ids):
        return texts.ids
    first = 0 if "0" in segments and str(texts.segments) not in segments else 1
    return [str(number) for number in range(first, first + texts.segments)]


def results_by_system(specs: Iterable[ScoresSpec]) -> dict[str, dict[str, Result]]:
    r"""Read files of scores without the texts that they are of: by metric, then by the system's name in the file.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "en-de.seg.score")
    >>> _ = file.write_text("A\t0.5\nA\t0.75\n")
    >>> results_by_system([ScoresSpec.read(f"comet:version=2={file}")])["comet"]["A"].segments.tolist()
    [0.5, 0.75]
    """
    by_name: dict[str, list[tuple[ScoresSpec, ScoreColumn]]] = {}
    for spec in specs:
        columns = read_scores(spec.path, spec.name, spec.column)
        by_name.setdefault(spec.name, []).extend((spec, column) for column in columns)
    return {name: _of_systems(name, pairs) for name, pairs in by_name.items()}


def _of_systems(name: str, pairs: Sequence[tuple[ScoresSpec, ScoreColumn]]) -> dict[str, Result]:
    metric, results = _metric(name, pairs), dict[str, Result]()
    for spec, column in pairs:
        system = spec.system if spec.system is not None else column.system
        if system is None:
            raise InputError(
                f"{column.path} doesn't say of which system its scores are; say so with --scores {name}:system=NAME="
                f"{column.path}"
            )
        if system in results:
            raise InputError(f"{column.path} has scores of {system!r} by {name} again; leave one out")
        texts = ScoredTexts({system: [""] * len(column.values)})
        places = _places(column, system, texts)
        results[system] = metric.result([spec.scale * column.values[place] for place in places])
    return results
