"""Rules that the settings of several metrics share."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.errors import SettingError


def name_lowercase(metric: Any) -> None:
    """Write a metric's `lowercase=True` as `yes` and `False` as `no`, so that equal settings are equal.

    >>> from understudy.metrics import make_metric
    >>> make_metric("bleu", lowercase=True).lowercase
    'yes'
    """
    if isinstance(metric.lowercase, bool):
        object.__setattr__(metric, "lowercase", "yes" if metric.lowercase else "no")


def check_order(order: int) -> None:
    """Refuse a longest n-gram that the native core can't count.

    >>> check_order(4)
    """
    if type(order) is not int or not 1 <= order <= 64:
        raise SettingError(f"order must be a whole number from 1 to 64, got {order!r}")


def is_number(value: object) -> bool:
    """Tell numbers from what only behaves like one.

    >>> is_number(0.5), is_number(True), is_number("0.5")
    (True, False, False)
    """
    return isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(value, bool)
