"""Scores as tensors: sums in float64, results in float32, as torchmetrics gives them."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.compat.torchmetrics.scorers import Scorer
from understudy.errors import SettingError

try:
    import torch
    import torchmetrics
except ImportError as missing:
    raise SettingError(
        "understudy.compat.torchmetrics makes tensors and subclasses of torchmetrics' Metric: install torch and"
        f" torchmetrics ({missing}), or use understudy's own functions, which need neither"
    ) from missing

REDUCTIONS = ("mean", "sum", "none", None)
Module = torchmetrics.Metric
Tensor = torch.Tensor


def tensor(values: Any, device: Any = None) -> Any:
    """Numbers in float32."""
    return torch.tensor(np.asarray(values), dtype=torch.float32, device=device)


def zeros(numbers: int) -> Any:
    """Sums in float64, in which counts and their sums are exact."""
    return torch.zeros(numbers, dtype=torch.float64)


def sums(rows: Any, device: Any) -> Any:
    """The sum of rows, to be added to a state."""
    return torch.from_numpy(rows.sum(axis=0)).to(device)


def scores(scorer: Scorer, preds: Any, target: Any, sentences: bool = False) -> Any:
    """The score of one call, with those of its segments if asked for."""
    rows = scorer.rows(preds, target)
    corpus = tensor(scorer.fractions(rows.sum(axis=0)))
    return (corpus, tensor(scorer.fractions(rows))) if sentences else corpus


def checked_reduction(reduction: Any) -> str | None:
    """One of the ways to reduce distances."""
    if reduction not in REDUCTIONS:
        raise SettingError(f"reduction is {reduction!r}; choose 'mean', 'sum', 'none' or None")
    return None if reduction == "none" else reduction


def distances_as(distances: Any, reduction: Any) -> Any:
    """Reduce distances; none at all are 0."""
    chosen = checked_reduction(reduction)
    each = torch.tensor(distances, dtype=torch.int32)
    if not each.numel():
        return torch.tensor(0, dtype=torch.int32)
    if chosen is None:
        return each
    return each.sum() if chosen == "sum" else each.sum() / each.numel()
