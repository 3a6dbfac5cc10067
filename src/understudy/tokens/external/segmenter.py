"""What a tokenizer of another package is to us, and what to say where the package is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from understudy.errors import SettingError


@dataclass(frozen=True)
class Segmenter:
    """A tokenizer of another package: how it splits, and the version on which its tokens depend."""

    split: Callable[[str], list[str]]
    version: str


@contextmanager
def needing(name: str, packages: str, extra: str, remark: str = "") -> Iterator[None]:
    """Tell how to install the packages of a tokenizer where importing them fails.

    >>> with needing("icu", "icu4py", "icu"):  # doctest: +IGNORE_EXCEPTION_DETAIL
    ...     import no_such_package
    Traceback (most recent call last):
    understudy.errors.SettingError: tokenizer icu needs icu4py (No module named 'no_such_package'); ...
    """
    try:
        yield
    except ImportError as error:
        raise SettingError(
            f"tokenizer {name} needs {packages} ({error}); install with pip install 'understudy[{extra}]'{remark},"
            " or choose tokenizer=char, or pass a function as tokenizer"
        ) from None
