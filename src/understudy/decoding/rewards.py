"""Scores as rewards for training: one number from 0 to 1 for each completion, in the shapes that trainers call.

For TRL, `understudy.rewards` is a reward function, and `understudy.reward_function` makes others; the dataset has a
column `references`. For verl, name this file and `compute_score` or `compute_score_batched` as the custom reward
function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from understudy.contract.metric import Metric
from understudy.contract.stats import Stats
from understudy.decoding.trainers import check_admitted, check_columns, completion_text
from understudy.errors import SettingError
from understudy.inputs.arguments import check_lang, strict
from understudy.inputs.texts import check_threads, listed
from understudy.metrics import make_metric
from understudy.scoring.segment import segment_stats

VERL = ("data_source", "solution_str", "ground_truth", "extra_info")  # of one solution; of many in the plural


@strict
def rewards(
    completions: Sequence[Any],
    references: Sequence[Any],
    metric: str | Metric = "chrf",
    threads: int = 1,
    *,
    lang: str | None = None,
    **columns: Any,
) -> list[float]:
    """Score each completion by itself, from 0 to 1, higher is better.

    A completion is a string or, as in chats, a list of messages, the last of which counts. References are one string or
    one list of strings per completion. Settings are written with the metric's name, `"chrf:word_order=2"`. Of error
    rates the reward is 1 minus the rate, 0 if the rate is above 1. In `columns`, only what trainers hand over always is
    taken, and not used; `reward_function` admits other columns of a dataset.

    >>> import understudy as us
    >>> us.rewards(["a b c d", "a x c d"], ["a b c d", ["a b c d", "a y c d"]], metric="wer")
    [1.0, 0.75]
    """
    made = _made(metric, lang)
    check_columns("rewards", columns, made, ("completions", "references", "metric", "threads", "lang"))
    return _rewards(made, completions, references, threads)


@dataclass(frozen=True)
class RewardFunction:
    """A reward function for a trainer: its metric is made, and the columns of the dataset are declared."""

    metric: Metric
    threads: int
    references: str  # the column of the dataset
    columns: tuple[str, ...]
    __name__: str  # by which TRL logs it

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float]:
        """Score each completion against the column of references, from 0 to 1."""
        if self.references not in columns:
            raise SettingError(
                f"{self!r} got no column {self.references!r}, only {', '.join(columns) or 'completions'};"
                " say which column of the dataset has the references: us.reward_function(..., references='NAME')"
            )
        references = columns.pop(self.references)
        check_columns(repr(self), columns, self.metric, ("completions", self.references), self.columns)
        return _rewards(self.metric, completions, references, self.threads)

    def __repr__(self) -> str:
        return f"reward_function({self.metric.name!r})"


@strict
def reward_function(
    metric: str | Metric = "chrf",
    *,
    lang: str | None = None,
    threads: int = 1,
    references: str = "references",
    columns: Iterable[str] = (),
    name: str | None = None,
) -> RewardFunction:
    """Make a reward function for a trainer, which hands over the columns of its dataset by name.

    `references` names the column with one string or one list of strings per completion, `columns` all others of the
    dataset: they are taken and not used. Anything else that is handed over is an error. `name` is what the trainer
    logs, `chrf_reward` if not given.

    >>> import understudy as us
    >>> reward = us.reward_function("bleu:lowercase=yes", references="target", columns=["domain"], threads=4)
    >>> reward(completions=["A cat sat here"], target=["a cat sat here"], domain=["news"]), reward.__name__
    ([1.0], 'bleu_reward')
    """
    check_threads(threads)
    made = _made(metric, lang)
    admitted = check_admitted(references, columns)
    if name is not None and not isinstance(name, str):
        raise SettingError(f"name must be a string, by which the trainer logs the reward, got {name!r:.80}")
    return RewardFunction(made, threads, references, admitted, name or f"{made.name}_reward")


@strict
def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str | Sequence[str],
    extra_info: Mapping[str, Any] | None = None,
    metric: str | Metric = "chrf",
    *,
    lang: str | None = None,
    **others: Any,
) -> float:
    """Reward one solution; the shape of verl's custom reward functions.

    >>> compute_score("wmt", "a x c d", "a b c d", metric="wer")
    0.75
    """
    made = _made(metric, lang)
    check_columns("compute_score", others, made, (*VERL, "metric", "lang"))
    return _fractions(segment_stats(made, completion_text(solution_str, 1), ground_truth))[0]


@strict
def compute_score_batched(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[str | Sequence[str]],
    extra_infos: Sequence[Any] | None = None,
    metric: str | Metric = "chrf",
    threads: int = 1,
    *,
    lang: str | None = None,
    **others: Any,
) -> list[float]:
    """Reward many solutions at once; the shape of verl's batched reward functions.

    >>> compute_score_batched(["wmt"], ["a x c d"], [["a b c d", "a x c"]], metric="wer")
    [0.75]
    """
    made = _made(metric, lang)
    check_columns("compute_score_batched", others, made, (*(f"{each}s" for each in VERL), "metric", "threads", "lang"))
    return _rewards(made, solution_strs, ground_truths, threads)


def _rewards(metric: Metric, completions: Sequence[Any], references: Sequence[Any], threads: int) -> list[float]:
    texts = [completion_text(each, number) for number, each in enumerate(listed(completions, "completions"), 1)]
    return _fractions(metric.stats(texts, references, threads))


def _made(metric: str | Metric, lang: str | None) -> Metric:
    check_lang(lang)
    return _named(metric, lang) if isinstance(metric, str) else _with_maximum(metric, lang)


@lru_cache(maxsize=16)
def _named(metric: str, lang: str | None) -> Metric:
    """A trainer asks for the same one again and again."""
    return _with_maximum(metric, lang)


def _with_maximum(metric: str | Metric, lang: str | None) -> Metric:
    made = make_metric(metric, lang)
    if made.maximum is None:
        raise SettingError(f"{made.title} has no maximum, so it gives no reward from 0 to 1; choose another metric")
    return made


def _fractions(stats: Stats) -> list[float]:
    """The scores of segments from 0 to 1, higher being better."""
    fractions = [score / (stats.metric.maximum or 1.0) for score in stats.segment_scores().tolist()]
    return [min(max(each if stats.metric.higher_is_better else 1 - each, 0.0), 1.0) for each in fractions]
