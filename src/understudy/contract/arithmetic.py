"""Small pieces of arithmetic that formulas share.

They take arrays, or plain numbers: a single segment is scored many times faster without numpy's arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy import _core

Rows = npt.NDArray[np.float64]
COARSE, FINE = 2.0**24, 2.0**50  # how many parts of 1 the two numbers are counted in that can be added exactly
FEW = 8  # rows, for which plain numbers are faster than arrays


def split(values: Any, coarse: int, fine: int) -> tuple[Rows, Rows]:
    """Round numbers to 2^-coarse, and what is left of them to 2^-fine: sums of either are exact in any order.

    >>> split(0.3, coarse=1, fine=4)
    (0.5, -0.1875)
    """
    if type(values) is float:
        return _split_number(values, 2.0**coarse, 2.0**fine)  # type: ignore[return-value]
    rounded = np.rint(values * 2.0**coarse) / 2.0**coarse
    return rounded, np.rint((values - rounded) * 2.0**fine) / 2.0**fine + 0.0  # + 0.0: zeros have no sign


def _split_number(value: float, coarse: float, fine: float) -> tuple[float, float]:
    near = round(value * coarse) / coarse
    return near, round((value - near) * fine) / fine


def summable(factors: Rows) -> Rows:
    """Split the numbers on the last axis in two that can be added exactly, 2^-24 and 2^-50, and put a 1 behind them.

    >>> summable(np.array([[0.25, 0.5]])).tolist()
    [[0.25, 0.0, 0.5, 0.0, 1.0]]
    """
    rows = np.ones((*factors.shape[:-1], 2 * factors.shape[-1] + 1))
    rows[..., :-1:2], rows[..., 1::2] = split(factors, 24, 50)
    return rows


def summable_row(factors: Sequence[Any], before: Sequence[Any] = ()) -> Rows:
    """Make a single row of plain numbers as `summable` does, with others before them.

    >>> summable_row([0.25, 0.5], before=[7.0]).tolist()
    [[7.0, 0.25, 0.0, 0.5, 0.0, 1.0]]
    """
    row = [*before]
    for each in factors:
        row += _split_number(each, COARSE, FINE)
    return np.array([[*row, 1.0]])


def plainly(rows: Rows) -> Rows:
    """Take a single row alone, for formulas that are many times faster on plain numbers than on short columns.

    >>> plainly(np.array([[1.0, 2.0]])).tolist(), plainly(np.ones((2, 2))).shape
    ([1.0, 2.0], (2, 2))
    """
    return rows[0] if len(rows) == 1 else rows


def row_by_row(formula: Callable[[Rows], Any], rows: Rows) -> Rows:
    """Apply a formula to rows, one after the other if they are few: the same numbers, faster.

    >>> row_by_row(lambda row: row.sum(axis=-1), np.ones((2, 3))).tolist()
    [3.0, 3.0]
    """
    if len(rows) > FEW:
        return formula(rows)  # type: ignore[no-any-return]
    return np.array([float(formula(row)) for row in rows])


def divide(a: npt.ArrayLike, b: npt.ArrayLike) -> Rows:
    """Divide, with 0 where there is nothing to divide by.

    >>> divide([1.0, 1.0], [2.0, 0.0]).tolist(), divide(1.0, 2.0)
    ([0.5, 0.0], 0.5)
    """
    if type(a) is float and type(b) is float:
        return a / b if b != 0 else 0.0
    above, below = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    quotient = np.zeros(np.broadcast(above, below).shape)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient


def where(condition: Any, a: npt.ArrayLike, b: npt.ArrayLike) -> Rows:
    """Choose by a condition.

    >>> where(np.array([True, False]), 1.0, 2.0).tolist(), where(True, 1.0, 2.0)
    ([1.0, 2.0], 1.0)
    """
    if condition is True or condition is False:
        return a if condition else b  # type: ignore[return-value]
    return np.where(condition, a, b)


def log(value: Any) -> Rows:
    """The natural logarithm; of 0 it is minus infinity.

    This and what follows is the same to the last bit on every processor, which numpy's functions are not.

    >>> log(1.0), log(0.0)
    (0.0, -inf)
    """
    return _core.log(value) if type(value) is float else _each(_core.log_each, value)  # type: ignore[return-value]


def log2(value: Any) -> Rows:
    """The logarithm to the base 2.

    >>> log2([8.0, 1.0]).tolist()
    [3.0, 0.0]
    """
    return _each(_core.log2_each, value)


def exp(value: Any) -> Rows:
    """The exponential.

    >>> exp(0.0)
    1.0
    """
    return _core.exp(value) if type(value) is float else _each(_core.exp_each, value)  # type: ignore[return-value]


def power(value: Any, exponent: Any) -> Rows:
    """Raise numbers of 0 or more to a power.

    >>> power(9.0, 0.5)
    3.0
    """
    if type(value) is float and not isinstance(exponent, np.ndarray):
        return _core.power(value, exponent)  # type: ignore[return-value]
    return _each(_core.power_each, *np.broadcast_arrays(value, exponent))


def _each(function: Callable[..., Rows], *values: Any) -> Rows:
    arrays = [np.ascontiguousarray(value, dtype=float) for value in values]
    return function(*(array.ravel() for array in arrays)).reshape(np.shape(values[0]))


def half_to_the(power: Any) -> Rows:
    """A half to a whole power, exactly.

    >>> half_to_the(3.0)
    0.125
    """
    return 0.5**power if type(power) is float else np.ldexp(1.0, -power.astype(int))  # type: ignore[no-any-return]
