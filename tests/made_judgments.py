"""Judgments of people and scores of metrics, made by chance with ties and gaps, and what they are compared with."""

import math
import warnings

import numpy as np
import pytest
import scipy.stats

SEEDS = range(12)


def scipys(name, x, y):
    """scipy's value, with its NaN for constants whatever its version says of them."""
    if len(x) < 2 or len(set(x)) < 2 or len(set(y)) < 2:
        return math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name in ("tau_b", "tau_c"):
            return scipy.stats.kendalltau(x, y, variant=name[-1]).statistic
        return {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr}[name](x, y).statistic


def example(seed, systems=4, items=6, levels=4, gaps=0.2, metrics=1):
    """Random scores with ties, and human scores with gaps; every system has some."""
    rng = np.random.default_rng(seed)
    human = rng.integers(0, levels, (systems, items)).astype(float) * 25
    human[rng.random(human.shape) < gaps] = np.nan
    human[:, 0] = rng.permutation(systems) * 20.0
    scores = [np.round(rng.random((systems, items)) * levels) / levels + 0.1 for _ in range(metrics)]
    return human, scores


def approximately(value):
    return pytest.approx(value, abs=1e-12, nan_ok=True)


def sign(value):
    return int(value > 0) - int(value < 0)
