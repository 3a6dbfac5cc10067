"""Small pieces of arithmetic that formulas share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float64]


def split(values: Rows, coarse: int, fine: int) -> tuple[Rows, Rows]:
    """Round numbers to 2^-coarse, and what is left of them to 2^-fine: sums of either are exact in any order.

    >>> [float(part) for part in split(np.array(0.3), coarse=1, fine=4)]
    [0.5, -0.1875]
    """
    rounded = np.rint(values * 2.0**coarse) / 2.0**coarse
    return rounded, np.rint((values - rounded) * 2.0**fine) / 2.0**fine + 0.0  # + 0.0: zeros have no sign


def divide(a: npt.ArrayLike, b: npt.ArrayLike) -> Rows:
    """Divide, with 0 where there is nothing to divide by.

    >>> divide([1.0, 1.0], [2.0, 0.0]).tolist()
    [0.5, 0.0]
    """
    above, below = np.broadcast_arrays(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
    quotient = np.zeros(above.shape)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient
