"""The significance tests of `compare`, by name: loaded when they are asked for.

A new test is one file in this folder and one line in the table of contents; one outside the package is registered.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from understudy.errors import SettingError, choose
from understudy.inputs.arguments import strict

if TYPE_CHECKING:
    from understudy.comparison.tests.base import SignificanceTest

# name: (module, class)
CONTENTS = {
    "randomization": ("understudy.comparison.tests.randomization", "Randomization"),
    "bootstrap": ("understudy.comparison.tests.bootstrap", "Bootstrap"),
}
REGISTERED: dict[str, SignificanceTest] = {}  # from outside the package


def significance_tests() -> tuple[str, ...]:
    """The names of all tests.

    >>> significance_tests()
    ('randomization', 'bootstrap')
    """
    return (*CONTENTS, *REGISTERED)


def find_test(name: str) -> SignificanceTest:
    """Look up a test by its name.

    >>> find_test("bootstrap").title
    'paired bootstrap'
    """
    choose("test", name, significance_tests())
    if name in REGISTERED:
        return REGISTERED[name]
    module, own = CONTENTS[name]
    test: SignificanceTest = getattr(importlib.import_module(module), own)()
    return test


@strict
def register_test(test: SignificanceTest) -> None:
    """Let `compare` use a test of your own, by the test's name.

    >>> from understudy.comparison.tests.bootstrap import Bootstrap
    >>> register_test(Bootstrap())
    Traceback (most recent call last):
    understudy.errors.SettingError: there is a test named 'bootstrap' already; give yours another name
    """
    from understudy.comparison.tests.base import SignificanceTest

    if not isinstance(test, SignificanceTest):
        raise SettingError(f"a SignificanceTest is needed, got {test!r}; derive a class from it and give an instance")
    if test.name in significance_tests():
        raise SettingError(f"there is a test named {test.name!r} already; give yours another name")
    REGISTERED[test.name] = test
