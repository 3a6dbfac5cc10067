"""Logarithms, the exponential and powers, against a definition with 40 digits; and the same bits everywhere."""

import hashlib
import math
from decimal import Context, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy import _core
from understudy.contract.arithmetic import exp, log, log2, power

DIGITS = Context(prec=40)
positive = st.floats(1e-300, 1e300)
near_one = st.floats(0.5, 2.0)


def error(ours, exact):
    """How many units in the last place a number is off."""
    return float(abs(Fraction(ours) - Fraction(exact)) / Fraction(math.ulp(ours)))


@given(positive | near_one)
def test_logarithms(value):
    natural = DIGITS.ln(Decimal(value))
    assert error(log(value), natural) <= 0.55
    assert error(float(log2(value)), DIGITS.divide(natural, DIGITS.ln(Decimal(2)))) <= 0.55


@given(st.floats(-700, 700) | st.floats(-2, 2))
def test_the_exponential(value):
    assert error(exp(value), DIGITS.exp(Decimal(value))) <= 0.55


@given(near_one | st.floats(1e-6, 1e6), st.floats(-3.5, 3.5))
def test_powers(value, exponent):
    exact = DIGITS.exp(DIGITS.multiply(Decimal(exponent), DIGITS.ln(Decimal(value))))
    assert error(power(value, exponent), exact) <= 0.55


def test_where_there_is_no_number():
    assert log(0.0) == -math.inf
    assert math.isnan(log(-1.0))
    assert exp(710.0) == math.inf
    assert exp(-746.0) == 0.0
    assert (power(0.0, 0.0), power(0.0, 2.0), power(0.0, -1.0)) == (1.0, 0.0, math.inf)
    assert math.isnan(power(-2.0, 2.0))


@pytest.mark.parametrize("shape", [(), (7,), (2, 3), (0,)])
def test_each_number_of_an_array_is_as_by_itself(shape):
    values = np.random.default_rng(1).random(shape) + 0.1
    for function in (log, exp, lambda value: power(value, 1.7), lambda value: power(value, np.float64(1.7))):
        found = function(values)
        assert found.shape == shape
        assert found.ravel().tolist() == [float(function(value)) for value in values.ravel().tolist()]
    assert log(values.T).tolist() == log(values).T.tolist()


def test_each_value_has_an_exponent():
    assert power(np.array([2.0, 3.0]), np.array([3.0, 2.0])).tolist() == [8.0, 9.0]
    with pytest.raises(ValueError, match="one exponent for each value"):
        _core.power_each(np.ones(2), np.ones(3))


def test_the_bits_are_the_same_on_every_machine():
    # That they are right is tested above; this, that no compiler or processor changes one.
    values = np.arange(1, 20_001) / 1237.0
    digest = hashlib.sha256()
    for each in (log(values), log2(values), exp(values - 8), power(values, 0.37), power(values, 3.0 - values)):
        digest.update(each.astype("<f8").tobytes())
    assert digest.hexdigest()[:16] == "b4a73ec88d3874fa"
