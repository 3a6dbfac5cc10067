"""Checks that the settings of several metrics share, with one form of message: what, its range, what we got."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from understudy.errors import SettingError
from understudy.tokens import plain_normalizer

LONGEST = 64  # n-gram that the native core can count

# What weights must keep: as words of the message, and as a check.
WeightRule = tuple[str, Callable[[tuple[float, ...]], bool]]
NOT_ALL_ZERO: WeightRule = (", not all 0", any)
ADDING_TO_ONE: WeightRule = (" that add up to 1", lambda weights: math.isclose(sum(weights), 1))
NO_RULE: WeightRule = ("", lambda weights: True)


def set_fields(metric: Any, **values: Any) -> None:
    """Give fields of a frozen metric their checked values; only for its `__post_init__`.

    >>> from understudy.metrics import make_metric
    >>> metric = make_metric("bleu")
    >>> set_fields(metric, order=2)
    >>> metric.order
    2
    """
    for name, value in values.items():
        object.__setattr__(metric, name, value)


def name_lowercase(metric: Any) -> None:
    """Write a metric's `lowercase=True` as `yes` and `False` as `no`, so that equal settings are equal.

    >>> from understudy.metrics import make_metric
    >>> make_metric("bleu", lowercase=True).lowercase
    'yes'
    """
    if isinstance(metric.lowercase, bool):
        set_fields(metric, lowercase="yes" if metric.lowercase else "no")


def name_normalizer(metric: Any) -> None:
    """Write the name of a metric's normalizer in one way, so that equal settings are equal; refuse an unknown one.

    >>> from understudy.metrics import make_metric
    >>> make_metric("wer", normalizer="whisper-en-0.1.15") == make_metric("wer:normalizer=whisper-en")
    True
    """
    set_fields(metric, normalizer=plain_normalizer(metric.normalizer))


def check_whole(name: str, value: Any, least: int, most: int) -> None:
    """Refuse what is not a whole number in a range.

    >>> check_whole("beam", 0, 1, 1000)
    Traceback (most recent call last):
    understudy.errors.SettingError: beam must be a whole number from 1 to 1,000, got 0
    """
    if type(value) is not int or not least <= value <= most:
        raise SettingError(f"{name} must be a whole number from {least:,} to {most:,}, got {value!r}")


def check_order(order: Any) -> None:
    """Refuse a longest n-gram that the native core can't count.

    >>> check_order(4)
    """
    check_whole("order", order, 1, LONGEST)


def check_flag(name: str, value: Any) -> None:
    """Refuse what is neither yes nor no.

    >>> check_flag("whitespace", True)
    """
    if type(value) is not bool:
        raise SettingError(f"{name} must be yes or no (True or False), got {value!r}")


def checked_number(name: str, value: Any, least: float, most: float = math.inf, above: bool = False) -> float:
    """Make a float of a number in a range, which begins above `least` if so asked; refuse all else.

    >>> checked_number("alpha", 1, 0, 100)
    1.0
    >>> checked_number("beta", 0, 0, 1000, above=True)
    Traceback (most recent call last):
    understudy.errors.SettingError: beta must be a number above 0 and at most 1,000, got 0
    """
    if is_number(value) and least <= value <= min(most, sys.float_info.max) and not (above and value == least):
        return float(value)
    if above:
        span = f"above {least:g}" + ("" if most == math.inf else f" and at most {most:,.10g}")
    else:
        span = f"of at least {least:g}" if most == math.inf else f"from {least:,.10g} to {most:,.10g}"
    raise SettingError(f"{name} must be a number {span}, got {value!r}")


def checked_weights(
    name: str, weights: Any, count: int, most: float = 1e9, rule: WeightRule = NOT_ALL_ZERO
) -> tuple[float, ...]:
    """Make a tuple of so many weights, none negative, that keep a rule; refuse all else.

    >>> checked_weights("weights", (2, 1, 7), 3)
    (2.0, 1.0, 7.0)
    """
    listed = tuple(weights) if isinstance(weights, Iterable) else ()
    words, holds = rule
    if len(listed) == count and all(is_number(each) and 0 <= each <= most for each in listed) and holds(listed):
        return tuple(map(float, listed))
    raise SettingError(f"{name} must be {count} numbers from 0 to {most:,.10g}{words}, got {weights!r}")


def is_number(value: object) -> bool:
    """Tell numbers from what only behaves like one.

    >>> is_number(0.5), is_number(True), is_number("0.5")
    (True, False, False)
    """
    return isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(value, bool)
