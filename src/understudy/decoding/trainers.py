"""What trainers hand over to a reward function beside the texts: which of it is taken, and how completions look."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from understudy.contract.metric import Metric
from understudy.errors import InputError, SettingError, nearest
from understudy.inputs.arguments import instead

# By trainer, what it hands over of its own accord, whatever the dataset; it bears on no score.
ALWAYS = {
    "TRL": ("prompts", "completion_ids", "trainer_state", "log_extra", "log_metric", "environments"),
    "verl": ("reward_router_address", "reward_model_tokenizer"),
}
TAKEN = frozenset(name for names in ALWAYS.values() for name in names)


def check_columns(
    function: str, columns: Mapping[str, Any], metric: Metric, own: Sequence[str], admitted: Sequence[str] = ()
) -> None:
    """Refuse what is neither a trainer's own nor a column that was admitted.

    >>> from understudy.metrics import make_metric
    >>> check_columns("rewards", {"prompts": ["p"]}, make_metric("chrf"), ["completions", "references"])
    """
    for name in columns:
        if name not in TAKEN and name not in admitted:
            raise SettingError(f"unknown argument of {function} {name!r}; {_remedy(name, metric, own)}")


def _remedy(name: str, metric: Metric, own: Sequence[str]) -> str:
    settings = [field.name for field in dataclasses.fields(metric)]
    if name in settings:
        return f"write settings with the metric's name, metric='{metric.name}:{name}=...'"
    meant = instead(name, own) or nearest(name, own)
    if meant is not None:
        return f"did you mean {meant!r}?"
    setting = instead(name, settings) or nearest(name, settings)
    if setting is not None:
        return f"did you mean the setting {setting!r}? Write it with the metric's name, '{metric.name}:{setting}=...'"
    return (
        "if it is a column of the dataset, admit it by its name:"
        f" us.reward_function({metric.name!r}, columns=[{name!r}])"
    )


def check_admitted(references: str, columns: Iterable[str]) -> tuple[str, ...]:
    """Refuse columns of a dataset that can't be meant.

    >>> check_admitted("references", ["domain"])
    ('domain',)
    """
    if not isinstance(references, str):
        raise SettingError(f"references must be the name of a column of the dataset, got {references!r:.80}")
    if isinstance(columns, (str, bytes)) or not isinstance(columns, Iterable):
        raise SettingError(f"columns must be a list of names, such as columns=['domain'], got {columns!r:.80}")
    names = tuple(columns)
    for name in names:
        if not isinstance(name, str) or name in ("completions", references):
            raise SettingError(f"columns contains {name!r:.80}; name further columns of the dataset, which aren't used")
    return names


def completion_text(completion: Any, number: int) -> str:
    """The text of a completion: a string, or the content of the last of its messages.

    >>> completion_text([{"role": "assistant", "content": [{"type": "text", "text": "a cat"}]}], 1)
    'a cat'
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        text = _content(completion[-1].get("content"))
        if text is not None:
            return text
    raise InputError(
        f"completion {number} is {type(completion).__name__}, {completion!r:.80}; give a string, or a list of messages"
        " whose last has as content a string, or parts of the type 'text'"
    )


def _content(content: Any) -> str | None:
    """The text of a message; None if it has anything but text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence) or not content or isinstance(content, bytes):
        return None
    parts: list[Any] = [
        each.get("text") for each in content if isinstance(each, Mapping) and each.get("type") == "text"
    ]
    if len(parts) != len(content) or not all(isinstance(each, str) for each in parts):
        return None
    return "".join(parts)
