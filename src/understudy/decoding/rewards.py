"""Scores as rewards for training: one number from 0 to 1 for each completion, in the shapes that trainers call.

For TRL, `understudy.rewards` is a reward function; the dataset has a column `references`. For verl, name this file and
`compute_score` or `compute_score_batched` as the custom reward function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.errors import InputError, SettingError
from understudy.metrics import make_metric
from understudy.scoring.segment import segment_stats


def rewards(
    completions: Sequence[Any],
    references: Sequence[Any],
    metric: str | Metric = "chrf",
    threads: int = 1,
    **columns: Any,
) -> list[float]:
    """Score each completion by itself, from 0 to 1, higher is better.

    A completion is a string or, as in chats, a list of messages, the last of which counts. References are one string or
    one list of strings per completion. Settings are written with the metric's name, `"chrf:word_order=2"`. Of error
    rates the reward is 1 minus the rate, 0 if the rate is above 1. What else a trainer hands over in `columns` is not
    used.

    >>> import understudy as us
    >>> us.rewards(["a b c d", "a x c d"], ["a b c d", ["a b c d", "a y c d"]], metric="wer")
    [1.0, 0.75]
    """
    made = _made(metric)
    texts = [_text(completion, number) for number, completion in enumerate(completions, 1)]
    return _fractions(made.stats(texts, list(references), threads))


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str | Sequence[str],
    extra_info: Mapping[str, Any] | None = None,
    metric: str | Metric = "chrf",
    **others: Any,
) -> float:
    """Reward one solution; the shape of verl's custom reward functions.

    >>> compute_score("wmt", "a x c d", "a b c d", metric="wer")
    0.75
    """
    return _fractions(segment_stats(_made(metric), _text(solution_str, 1), ground_truth))[0]


def compute_score_batched(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[str | Sequence[str]],
    extra_infos: Sequence[Any] | None = None,
    metric: str | Metric = "chrf",
    threads: int = 1,
    **others: Any,
) -> list[float]:
    """Reward many solutions at once; the shape of verl's batched reward functions.

    >>> compute_score_batched(["wmt"], ["a x c d"], [["a b c d", "a x c"]], metric="wer")
    [0.75]
    """
    return rewards(solution_strs, ground_truths, metric, threads)


def _made(metric: str | Metric) -> Metric:
    return _named(metric) if isinstance(metric, str) else _with_maximum(metric)


@lru_cache(maxsize=16)
def _named(metric: str) -> Metric:
    """A trainer asks for the same one again and again."""
    return _with_maximum(metric)


def _with_maximum(metric: str | Metric) -> Metric:
    made = make_metric(metric)
    if made.maximum is None:
        raise SettingError(f"{made.title} has no maximum, so it gives no reward from 0 to 1; choose another metric")
    return made


def _fractions(stats: Stats) -> list[float]:
    """The scores of segments from 0 to 1, higher being better."""
    fractions = [score / (stats.metric.maximum or 1.0) for score in stats.segment_scores().tolist()]
    return [min(max(each if stats.metric.higher_is_better else 1 - each, 0.0), 1.0) for each in fractions]


def _text(completion: Any, number: int) -> str:
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        content = completion[-1].get("content")
        if isinstance(content, str):
            return content
    raise InputError(
        f"completion {number} is {type(completion).__name__}, {completion!r:.80};"
        " give a string, or a list of messages whose last has a string as content"
    )
