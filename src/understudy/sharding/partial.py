"""Statistics of a shard as a file: what `understudy stats` writes and `understudy merge` adds.

A file describes itself: version, signatures, systems, which texts were counted, and a digest of all that. So files
that don't belong together are refused, and a damaged one is detected.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from understudy import __version__
from understudy.contract.stats import Totals
from understudy.errors import InputError, UnderstudyError
from understudy.history.records import sha256
from understudy.metrics import make_metric
from understudy.scoring.evaluate import Evaluation
from understudy.sharding.accumulator import as_scores
from understudy.sharding.shards import Surveys, add_surveys

SCHEMA = 2
NOT_OURS = "holds no statistics of 'understudy stats'"
FRAME = ("kind", "schema", "understudy", "sha256")


@dataclass(frozen=True, eq=False)
class PartialSurvey:
    """The references of some shards, surveyed for the metrics that must know all of them first."""

    surveys: Surveys
    shards: tuple[str, ...]  # the digest of each shard's references
    segments: int

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for `json.dumps`."""
        counts = {name: [[list(ngram), count] for ngram, count in each.items()] for name, each in self.surveys.items()}
        return _sealed("survey", {"segments": self.segments, "shards": list(self.shards), "counts": counts})

    @property
    def name(self) -> str:
        """By which sums say with which survey they were counted."""
        return str(self.to_dict()["sha256"])

    def __add__(self, other: PartialSurvey) -> PartialSurvey:
        _check_same("metrics", sorted(self.surveys), sorted(other.surveys))
        shards = _all_once(self.shards, other.shards, "references")
        return PartialSurvey(add_surveys([self.surveys, other.surveys]), shards, self.segments + other.segments)


@dataclass(frozen=True, eq=False)
class PartialSums:
    """The sums of some shards, by system and metric."""

    systems: dict[str, list[Totals]]
    shards: tuple[str, ...]  # the digest of each shard's texts
    surveyed: tuple[str, int] | None = None  # with which survey, and of how many segments
    references: tuple[str, ...] = ()  # the digest of each shard's references, if they were surveyed

    @property
    def segments(self) -> int:
        """How many segments were counted."""
        return next(iter(self.systems.values()))[0].segments

    @property
    def signatures(self) -> list[str]:
        """The metrics by which all systems were counted."""
        return [totals.metric.signature for totals in next(iter(self.systems.values()))]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for `json.dumps`."""
        systems = {name: [totals.to_dict() for totals in each] for name, each in self.systems.items()}
        surveyed = list(self.surveyed) if self.surveyed else None
        facts = {"segments": self.segments, "shards": list(self.shards), "surveyed": surveyed}
        facts["references"] = list(self.references)
        return _sealed("sums", {**facts, "systems": systems})

    def __add__(self, other: PartialSums) -> PartialSums:
        _check_same("systems", sorted(self.systems), sorted(other.systems), "; name them alike with --name")
        _check_same("metrics", self.signatures, other.signatures)
        _check_same("surveys", [str(self.surveyed and self.surveyed[0])], [str(other.surveyed and other.surveyed[0])])
        return PartialSums(
            {
                name: [one + two for one, two in zip(each, other.systems[name], strict=True)]
                for name, each in self.systems.items()
            },
            _all_once(self.shards, other.shards, "texts"),
            self.surveyed,
            _all_once(self.references, other.references, "references"),
        )

    def evaluation(self) -> Evaluation:
        """The scores of all systems."""
        if self.surveyed and self.segments != self.surveyed[1]:
            raise InputError(
                f"these are {self.segments} segments, but {self.surveyed[1]} were surveyed for"
                f" {', '.join(self.signatures)}; add the statistics of all shards that were surveyed, and no others"
            )
        names: list[str] = []
        for signature, totals in zip(self.signatures, next(iter(self.systems.values())), strict=True):
            names.append(signature if totals.metric.name in names else totals.metric.name)  # as evaluate names them
        return Evaluation(
            {system: as_scores(dict(zip(names, each, strict=True))) for system, each in self.systems.items()}
        )


def digest(hypotheses: Mapping[str, Sequence[str]], references: Mapping[str, Sequence[str | None]]) -> str:
    """Tell the texts of a shard from all others.

    >>> digest({"A": ["a cat"]}, {"ref": ["a cat"]}) == digest({"A": ["a cat"]}, {"ref": ["a dog"]})
    False
    """
    hashes = [*map(sha256, hypotheses.values()), "references", *map(sha256, references.values())]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def from_dict(values: Any) -> PartialSums | PartialSurvey:
    """Make sums or a survey of what `to_dict` gave, or say what is wrong with it.

    >>> from_dict({"understudy": "0.1.0"})
    Traceback (most recent call last):
    understudy.errors.InputError: holds no statistics of 'understudy stats'
    """
    if not isinstance(values, dict) or values.get("kind") not in ("sums", "survey"):
        raise InputError(NOT_OURS)
    if values.get("schema") != SCHEMA or values.get("understudy") != __version__:
        raise InputError(
            f"was written by understudy {values.get('understudy')!s:.20}, schema {values.get('schema')!s:.20}, and"
            f" this is {__version__}, schema {SCHEMA}; count all shards with one version"
        )
    facts = {name: value for name, value in values.items() if name not in FRAME}
    if _sealed(values["kind"], facts) != values:
        raise InputError("is damaged; remove it and count the shard again")
    try:
        return _read_sums(facts) if values["kind"] == "sums" else _read_survey(facts)
    except UnderstudyError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, StopIteration):
        raise InputError("is damaged; remove it and count the shard again") from None


def _sealed(kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Add what every file has: of which kind and version it is, and a digest that shows damage."""
    whole = {"understudy": __version__, "schema": SCHEMA, "kind": kind, **facts}
    return {**whole, "sha256": hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()}


def _read_sums(facts: Mapping[str, Any]) -> PartialSums:
    def of_system(entries: Any) -> list[Totals]:
        return [Totals.from_dict(make_metric(entry["signature"]), entry, facts["segments"]) for entry in entries]

    surveyed = None if facts["surveyed"] is None else (str(facts["surveyed"][0]), int(facts["surveyed"][1]))
    systems = {name: of_system(each) for name, each in facts["systems"].items()}
    sums = PartialSums(systems, _shards(facts), surveyed, tuple(map(str, facts["references"])))
    if sums.segments < 1 or any(len(each) != len(sums.signatures) for each in sums.systems.values()):
        raise ValueError
    return sums


def _read_survey(facts: Mapping[str, Any]) -> PartialSurvey:
    counts = {name: Counter({tuple(ngram): count for ngram, count in each}) for name, each in facts["counts"].items()}
    return PartialSurvey(counts, _shards(facts), int(facts["segments"]))


def _shards(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, facts["shards"]))


def _check_same(what: str, here: list[str], there: list[str], advice: str = "") -> None:
    if here != there:
        raise InputError(f"has the {what} {', '.join(there)}, and those before have {', '.join(here)}{advice}")


def _all_once(here: tuple[str, ...], there: tuple[str, ...], what: str) -> tuple[str, ...]:
    for each in there:
        if each in here:
            raise InputError(f"holds {what} that were counted before (sha256 {each[:12]}); give each shard once")
    return here + there
