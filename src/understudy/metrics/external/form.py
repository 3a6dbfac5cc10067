"""Programs by name: `run(comet:model=wmt22-comet-da,version=2.2.2):command="..."`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from understudy.contract.signature import FACTS, read
from understudy.errors import SettingError, unknown
from understudy.metrics.external.about import UNSIGNED
from understudy.metrics.external.metric import Outside, outside_metric

GROUP = "understudy.runners"
SETTINGS = ("command", "timeout", "cache", "maximum", "lower")
FLAGS = {"yes": True, "no": False, "true": True, "false": False}


def make(form: str, inner: str, settings: Mapping[str, Any]) -> Outside:
    """Make the metric that runs a program; its settings say how, the words in parentheses what it is.

    >>> make("run", "judge:model=m", {"command": "judge --fast"}).signature
    'run(judge:model=m):command="judge --fast"'
    """
    name, provenance = read(inner)
    if form == "external":
        raise SettingError(
            f"external({name}) stands for scores from elsewhere; give their file with --scores {name}=FILE"
        )
    for key in settings:
        if key not in (*SETTINGS, *FACTS):
            raise unknown(f"setting of run({name})", key, SETTINGS)
    if provenance == {"provenance": "unknown"}:
        provenance = {}
    command = settings.get("command") or command_of_package(name)
    lower = settings.get("lower")
    if lower is None and name.lower().startswith(UNSIGNED):
        raise SettingError(f"lower is better for {name}, unless its program negates it; say lower=yes or lower=no")
    return outside_metric(
        name, _number(name, "maximum", settings.get("maximum")), not _flag(name, "lower", lower, False), provenance,
        command=command, timeout=_timeout(name, settings.get("timeout")),
        cache=_flag(name, "cache", settings.get("cache"), True),
    )  # fmt: skip


def command_of_package(name: str) -> str:
    """The command that an installed package offers for a metric, by an entry point of the group `understudy.runners`.

    >>> command_of_package("no-such-judge")
    Traceback (most recent call last):
    understudy.errors.SettingError: no command for run(no-such-judge); give run(no-such-judge):command="..." or ...
    """
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        if entry.name == name:
            command = entry.load()
            if not isinstance(command, str) or not command.strip():
                raise SettingError(
                    f"the entry point {name!r} of {GROUP} is {command!r:.60}; it must be a command, a string"
                )
            return command
    raise SettingError(
        f'no command for run({name}); give run({name}):command="..." or install a package with an entry point'
        f" {name!r} in the group {GROUP!r}"
    )


def _flag(name: str, key: str, value: Any, default: bool) -> bool:
    if value is None or isinstance(value, bool):
        return default if value is None else value
    if value not in FLAGS:
        raise SettingError(f"{key}={value} of run({name}) must be yes or no")
    return FLAGS[value]


def _number(name: str, key: str, value: Any) -> float | None:
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError):
        raise SettingError(f"{key}={value} of run({name}) is no number; as {key}=100") from None


def _timeout(name: str, value: Any) -> float:
    seconds = _number(name, "timeout", value)
    if seconds is None:
        return Outside.timeout
    if not 0.01 <= seconds <= 1e7:
        raise SettingError(f"timeout={value} of run({name}) must be a number of seconds, from 0.01 to 10000000")
    return seconds
