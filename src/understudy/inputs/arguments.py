"""Arguments by name: what a function doesn't know is refused, with the name that was probably meant."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any, ParamSpec, TypeVar, cast

from understudy.errors import SettingError, UnknownName, nearest, unknown

P = ParamSpec("P")
R = TypeVar("R")
TAKES_SETTINGS = 0x08  # of a code object's flags: the function has `**settings`

# What others call it, each with our names for it.
ELSEWHERE = {
    **dict.fromkeys(("predictions", "prediction", "hypotheses", "hypothesis", "candidate", "sys"), ("hyps", "hyp")),
    **dict.fromkeys(("references", "reference", "ground_truth", "gts", "targets"), ("refs", "references")),
    **dict.fromkeys(("hyps", "hyp", "candidates"), ("hyps", "hypothesis", "completions", "candidates", "hyp")),
    **dict.fromkeys(("refs", "ref"), ("refs", "references")),
    **dict.fromkeys(("language", "tgt_lang", "target_lang"), ("lang",)),
    **dict.fromkeys(("tokenize", "tok", "tokenization"), ("tokenizer",)),
    **dict.fromkeys(("max_order", "max_n", "n", "max_ngram_order"), ("order",)),
    **dict.fromkeys(("lowercased", "case_insensitive", "lc"), ("lowercase",)),
    **dict.fromkeys(("smooth_method", "smooth", "smoothing_method"), ("smoothing",)),
    **dict.fromkeys(("workers", "num_threads", "n_jobs", "jobs"), ("threads",)),
    **dict.fromkeys(("n_samples", "num_samples", "n_resamples"), ("resamples", "samples")),
    **dict.fromkeys(("random_state", "random_seed"), ("seed",)),
}


def strict(function: Callable[P, R]) -> Callable[P, R]:
    """Refuse arguments by a name that the function doesn't have, and say which one was probably meant.

    >>> @strict
    ... def score(hyps, refs, threads=1): ...
    >>> score(predictions=["a"], references=["a"])
    Traceback (most recent call last):
    understudy.errors.UnknownName: unknown argument of score 'predictions'; choose hyps, refs or threads (did you ...
    """
    names, takes_settings = argument_names(function), takes_any(function)
    code, defaults = cast("Any", function).__code__, cast("Any", function).__defaults__ or ()
    required = code.co_varnames[: code.co_argcount - len(defaults)]

    @functools.wraps(function)
    def checked(*args: P.args, **named: P.kwargs) -> R:
        if not takes_settings:
            check_arguments(_label(function, args), named, names)
            return function(*args, **named)
        check_missing(_label(function, args), named, required[len(args) :])
        try:
            return function(*args, **named)
        except UnknownName as error:
            if error.name not in named:
                raise
            choices = [*error.choices, *(name for name in names if name not in error.choices)]
            raise unknown(error.kind, error.name, choices, instead(str(error.name), choices)) from None

    return checked


def argument_names(function: Callable[..., Any]) -> list[str]:
    """The names of a function's own arguments.

    >>> argument_names(lambda hyps, refs, **settings: None)
    ['hyps', 'refs']
    """
    code = cast("Any", function).__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [name for name in names if name not in ("self", "cls")]


def takes_any(function: Callable[..., Any]) -> bool:
    """Whether a function takes arguments of any name.

    >>> takes_any(lambda hyps, **settings: None), takes_any(lambda hyps: None)
    (True, False)
    """
    return bool(cast("Any", function).__code__.co_flags & TAKES_SETTINGS)


def check_arguments(function: str, named: Iterable[str], names: Sequence[str]) -> None:
    """Refuse the first argument whose name is not among those of the function.

    >>> check_arguments("score", ["metrics"], ["hyps", "refs", "metrics"])
    """
    for name in named:
        if name not in names:
            raise unknown(f"argument of {function}", name, names, instead(name, names))


def check_missing(function: str, named: Iterable[str], required: Sequence[str]) -> None:
    """Refuse a slip, or what others call an argument, where that is required and wasn't given.

    >>> check_missing("bleu", ["predictions"], [])
    """
    missing = [name for name in required if name not in named]
    for name in named if missing else ():
        meant = instead(name, missing) or nearest(name, missing)
        if name not in required and meant:
            raise unknown(f"argument of {function}", name, required, meant)


def instead(name: str, names: Sequence[str]) -> str | None:
    """Our name for what others call otherwise, if it is among these.

    >>> instead("predictions", ["hyps", "refs"])
    'hyps'
    """
    return next((ours for ours in ELSEWHERE.get(name.lower(), ()) if ours in names), None)


def _label(function: Callable[..., Any], args: Sequence[Any]) -> str:
    """The name by which a caller knows a function: a class by its own, an object that is called by itself."""
    if function.__name__ == "__call__":
        return repr(args[0])
    return function.__qualname__.removesuffix(".__init__")


def check_lang(lang: object) -> None:
    """Refuse what is no language code at all; which codes there are is checked where one is used.

    >>> check_lang("de")
    """
    if lang is not None and not isinstance(lang, str):
        raise SettingError(f"lang must be one language code, such as 'en' or 'pt-BR', got {lang!r:.80}")


def check_flags(**flags: object) -> None:
    """Refuse flags that are neither True nor False.

    >>> check_flags(rows=True)
    """
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise SettingError(f"{name} must be True or False, got {value!r:.80}")


def check_named_strings(argument: str, facts: object) -> None:
    """Refuse facts about a test set that are no strings by name; None is none.

    >>> check_named_strings("facts", {"test_set": "wmt22"})
    """
    if facts is None:
        return
    if not isinstance(facts, Mapping) or not all(isinstance(each, str) for pair in facts.items() for each in pair):
        raise SettingError(f"{argument} must be a mapping from names to strings, got {facts!r:.80}")


def check_names(**names: object) -> None:
    """Refuse titles and other names that are no strings; None is none.

    >>> check_names(title="My report", date=None)
    """
    for argument, value in names.items():
        if value is not None and not isinstance(value, str):
            raise SettingError(f"{argument} must be a string, got {value!r:.80}")


def check_step(step: object) -> None:
    """Refuse a progress callback that can't be called.

    >>> check_step(None)
    """
    if step is not None and not callable(step):
        raise SettingError(f"step must be a function that is told of progress, got {step!r:.80}")


def checked_path(path: object, what: str = "path") -> str:
    """The path of one file as a string.

    >>> checked_path("a.txt")
    'a.txt'
    """
    if isinstance(path, bytes) or not isinstance(path, (str, PathLike)):
        raise SettingError(f"{what} must be a string or a pathlib.Path that names a file, got {path!r:.80}")
    return fspath(path)


def checked_paths(paths: object, what: str) -> list[str]:
    """The paths of several files as strings.

    >>> checked_paths(["a.txt"], "systems")
    ['a.txt']
    """
    if isinstance(paths, (str, bytes, PathLike)) or not isinstance(paths, Iterable):
        raise SettingError(f"the {what} are {type(paths).__name__}, {paths!r:.80}; give a list of paths")
    return [checked_path(path, f"each of the {what}") for path in paths]
