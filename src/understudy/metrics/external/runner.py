"""Metrics that are programs: fed with texts as JSON lines on standard input, read back line by line.

    {"id": 1, "source": "Guten Tag", "hypothesis": "Good day", "references": ["Hello"]}   ->   {"score": 0.83}

An answer is a number or an object with `score`, in the order of the questions or with their `id`. A line with
`provenance`, such as {"provenance": {"model": "wmt22-comet-da", "version": "2.2.2"}}, says what the program is.
Each distinct question is asked once, of whatever system, and not again while its answer is in the cache.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError, TextWarning
from understudy.inputs.texts import StepProgress
from understudy.metrics.external.metric import LARGEST, Outside
from understudy.metrics.external.process import Process
from understudy.metrics.external.run_cache import RunCache


@dataclass(frozen=True)
class Question:
    """One segment of a system, as a program sees it."""

    text: str  # JSON without an id
    place: str  # which segment it is, for messages

    @property
    def key(self) -> str:
        """The hash of the texts."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def line(self, number: int) -> str:
        """The line that is sent."""
        return f'{{"id": {number}, {self.text[1:]}\n'


def run_metric(
    metric: Outside,
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    sources: Sequence[str] | None,
    step: StepProgress | None = None,
    counts: str = "1",
) -> dict[str, Stats]:
    """Have the program of a metric score all segments of all systems.

    >>> import sys
    >>> judge = Outside("judge", command=f"{sys.executable} -c 'for _ in open(0): print(4)'", cache=False,
    ...                 provenance=(("version", "1"),))
    >>> run_metric(judge, {"A": ["a cat", "a dog"]}, [["the cat"], ["the dog"]], None)["A"].segment_scores().tolist()
    [4.0, 4.0]
    """
    by_system = {name: list(_questions(name, hyps, references, sources)) for name, hyps in systems.items()}
    asked = {each.key: each for questions in by_system.values() for each in questions}
    answers, made, reused = _Run(metric, command_of(metric), step).answers(asked)
    named = replace(metric, provenance=_provenance(metric, made))
    if not named.provenance:
        _warn(metric, reused, len(asked))
    stats = {}
    for name, questions in by_system.items():
        column = np.array([answers[each.key] for each in questions])
        stats[name] = Stats(named, named.as_rows(column[:, np.newaxis]), counts)
    return stats


def command_of(metric: Outside) -> list[str]:
    """The words of the command of a metric, or of the entry point of its name.

    >>> command_of(Outside("judge", command="python judge.py --model 'a b'"))
    ['python', 'judge.py', '--model', 'a b']
    """
    try:
        words = shlex.split(metric.command or "")
    except ValueError as error:
        raise SettingError(
            f"the command of {metric.name} can't be taken apart: {error}; got {metric.command!r}"
        ) from None
    if not words:
        raise SettingError(f'{metric.name} is to be run, but by which command? give run({metric.name}):command="..."')
    return words


def _questions(
    system: str, hyps: Sequence[str], references: Sequence[Sequence[str]], sources: Sequence[str] | None
) -> Iterator[Question]:
    for number, (hyp, refs) in enumerate(zip(hyps, references, strict=True), 1):
        source = None if sources is None else sources[number - 1]
        record = {"source": source, "hypothesis": hyp, "references": list(refs)}
        yield Question(
            json.dumps(record, ensure_ascii=False), f"segment {number}" + (f" of {system!r}" if system else "")
        )


def _warn(metric: Outside, reused: int, asked: int) -> None:
    where = f"; {reused} of {asked} scores come from the cache, see 'understudy cache'" if reused else ""
    warnings.warn(
        f"nothing says which model and version {metric.name} is; say so in parentheses, as"
        f" run({metric.name}:model=...,version=...), or have the program say it{where}",
        TextWarning,
        stacklevel=3,
    )


def _provenance(metric: Outside, made: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    stated = dict(metric.provenance)
    for key in stated.keys() & made.keys():
        if stated[key] != made[key]:
            raise InputError(
                f"{metric.name} says that it has {key}={made[key]}, but {key}={stated[key]} was asked for;"
                f" leave {key}= out, or run the right program"
            )
    return tuple(sorted({**made, **stated}.items()))


@dataclass
class _Run:
    metric: Outside
    argv: list[str]
    step: StepProgress | None
    made: dict[str, str] = field(default_factory=dict)

    def answers(self, asked: Mapping[str, Question]) -> tuple[dict[str, float], dict[str, str], int]:
        """The score of each question, what the program says of itself, and how many scores were in the cache."""
        cache = RunCache.of(self.metric.name, self.argv, dict(self.metric.provenance))
        known, made = cache.read() if self.metric.cache else ({}, {})
        scores = {key: known[key] for key in asked if key in known}
        reused = len(scores)
        missing = [each for key, each in asked.items() if key not in scores]
        if missing:
            new = self._asked(missing, cache)
            if self.made != made and reused:  # another version by now: what is in the cache is none of it
                new |= self._asked([asked[key] for key in scores], cache)
                reused = 0
            scores |= new
            made = self.made
        return scores, made, reused

    def _asked(self, questions: Sequence[Question], cache: RunCache) -> dict[str, float]:
        """Run the program; the scores that it gave before an error are kept."""
        scores: dict[int, float] = {}
        lines = "".join(each.line(number) for number, each in enumerate(questions, 1))
        process = Process(self.metric.name, self.argv, self.metric.timeout)
        whole = False
        try:
            data = lines.encode("utf-8", "surrogatepass")
            with closing(process.lines(data, lambda: len(scores), len(questions))) as printed:
                for line in printed:
                    self._take(line, scores, questions, process)
                    if self.step is not None:
                        self.step(f"running {self.metric.name}", len(scores), len(questions))
            whole = True
        finally:
            # A program that ends well with too few answers may have left out any of them.
            if self.metric.cache and scores and (process.failed or (whole and len(scores) == len(questions))):
                cache.append({questions[number - 1].key: score for number, score in scores.items()}, self.made)
        if len(scores) != len(questions):
            raise process.error(
                f"answered {len(scores)} of {len(questions)} segments",
                "let it print one score for each line that it reads",
            )
        return {each.key: scores[number] for number, each in enumerate(questions, 1)}

    def _take(self, line: str, scores: dict[int, float], questions: Sequence[Question], process: Process) -> None:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if isinstance(answer, dict) and isinstance(answer.get("provenance"), dict):
            self.made = {str(key): str(value) for key, value in sorted(answer["provenance"].items())}
            return
        number, score = _read(answer, len(scores) + 1)
        if score is None:
            raise process.error(
                f"printed {line!r:.80}, which is no score",
                "let it print numbers, or objects with 'score', on standard output, and all else on standard error",
            )
        if type(number) is not int or not 1 <= number <= len(questions) or number in scores:
            what = "a second time" if number in scores else f"of {len(questions)}"
            raise process.error(f"answered line {number!r:.20} {what}", "let it answer each line that it reads once")
        if not abs(score) <= LARGEST:
            raise process.error(
                f"scored {questions[number - 1].place} {score}",
                f"a number from {-LARGEST:g} to {LARGEST:g} is needed; the texts are {questions[number - 1].text:.200}",
            )
        scores[number] = score


def _read(answer: Any, following: int) -> tuple[Any, float | None]:
    """The number of the line that is answered, and the score; None where there is none."""
    number = following
    if isinstance(answer, dict):
        number, answer = answer.get("id", following), answer.get("score")
    if isinstance(answer, bool) or not isinstance(answer, (int, float)):
        return number, None
    return number, float(answer) if abs(answer) < 1e300 else float("nan")
