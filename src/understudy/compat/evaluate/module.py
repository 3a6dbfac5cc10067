"""Evaluation modules: texts are added one by one, in batches or all at once, then scored and forgotten."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from understudy.compat.evaluate.metrics import METRICS, MISSING, Metric
from understudy.errors import InputError, SettingError, unknown

__all__ = ["CombinedEvaluations", "EvaluationModule", "combine", "list_evaluation_modules", "load"]

# Arguments of evaluate's load that say where to download to and where to write files.
ABOUT_FILES = (
    *("config_name", "module_type", "process_id", "cache_dir", "experiment_id", "keep_in_memory", "download_config"),
    *("download_mode", "revision", "seed", "max_concurrent_cache_files", "timeout", "hash", "trust_remote_code"),
)


def load(path: str, config_name: str | None = None, num_process: int = 1, **files: Any) -> EvaluationModule:
    """Give a metric by its name; what evaluate wants to know about downloads and files is taken and not needed.

    >>> load("bleu").name
    'bleu'
    """
    name = path.rstrip("/").rpartition("/")[2].removesuffix(".py")
    for each in files:
        if each not in ABOUT_FILES:
            raise unknown("argument of load", each, [*ABOUT_FILES, "num_process"])
    if num_process != 1:
        raise SettingError(
            f"num_process is {num_process}; evaluate shares texts between processes through files, which are not"
            " written here: gather the texts in one process, or use understudy.compat.torchmetrics"
        )
    if name in MISSING:
        raise SettingError(f"the metric {name!r} of evaluate is not offered: {MISSING[name]}")
    if name not in METRICS:
        raise unknown("metric of evaluate", name, list(METRICS))
    return EvaluationModule(METRICS[name])


def list_evaluation_modules(
    module_type: str | None = None, include_community: bool = True, with_details: bool = False
) -> list[str]:
    """The names of the metrics that are offered.

    >>> list_evaluation_modules()[:3]
    ['bleu', 'cer', 'character']
    """
    return sorted(METRICS) if module_type in (None, "metric") else []


class EvaluationModule:
    """A metric with the texts that were added to it.

    >>> wer = load("wer")
    >>> wer.add(prediction="a cat sat", reference="a cat ran")
    >>> wer.add_batch(predictions=["it slept"], references=["it slept"])
    >>> wer.compute()
    0.2
    """

    module_type = "metric"

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._predictions: list[Any] = []
        self._references: list[Any] = []

    @property
    def name(self) -> str:
        """As it was asked for."""
        return self._metric.name

    @property
    def description(self) -> str:
        """What it is, in a line."""
        return inspect.getdoc(self._metric.compute) or ""

    @property
    def inputs_description(self) -> str:
        """What `compute` takes, with the defaults."""
        return f"compute{inspect.signature(self._metric.compute)}"

    @property
    def features(self) -> dict[str, Any]:
        """The types of the inputs, in words."""
        several = "string, or list of strings" if self._metric.several else "string"
        return {"predictions": "string", "references": several}

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one segment."""
        prediction, reference = kwargs.pop("predictions", prediction), kwargs.pop("references", reference)
        self._check_inputs(kwargs, {"prediction": prediction, "reference": reference})
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add segments."""
        self._check_inputs(kwargs, {"predictions": predictions, "references": references})
        hyps, refs = _listed(predictions, "predictions"), _listed(references, "references")
        if len(hyps) != len(refs):
            raise InputError(
                f"there are {len(hyps)} predictions but references for {len(refs)}; give one of each for every segment"
            )
        checked = [self._checked(*pair, number) for number, pair in enumerate(zip(hyps, refs, strict=True), 1)]
        self._predictions += [hyp for hyp, _ in checked]
        self._references += [ref for _, ref in checked]

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> Any:
        """Score what was added and what is given, and forget it."""
        allowed = list(inspect.signature(self._metric.compute).parameters)[2:]
        for each in kwargs:
            if each not in allowed:
                raise unknown(f"argument of {self.name}", each, allowed)
        if predictions is not None or references is not None:
            self.add_batch(predictions=predictions, references=references)
        hyps, refs = self._predictions, self._references
        if not hyps:
            raise InputError(
                "there is nothing to score; give predictions= and references=, or add some by add or add_batch"
            )
        self._predictions, self._references = [], []
        kinds = {isinstance(ref, str) for ref in refs}
        if len(kinds) > 1:
            raise InputError("some references are strings and some are lists of strings; give all in one form")
        return self._metric.compute(hyps, refs, **kwargs)

    def _check_inputs(self, others: Mapping[str, Any], inputs: Mapping[str, Any]) -> None:
        for each in others:
            raise unknown(f"input of {self.name}", each, list(inputs))
        missing = [name for name, value in inputs.items() if value is None]
        if missing:
            raise InputError(f"{self.name} needs {' and '.join(inputs)}; {' and '.join(missing)} missing")

    def _checked(self, hyp: Any, ref: Any, number: int) -> tuple[str, Any]:
        if not isinstance(hyp, str):
            raise InputError(f"prediction {number} is {type(hyp).__name__}, {hyp!r:.60}; give strings")
        if isinstance(ref, str):
            return hyp, ref
        if not self._metric.several or isinstance(ref, bytes) or not isinstance(ref, Iterable):
            wanted = "a string or a list of strings" if self._metric.several else "a string"
            raise InputError(f"reference {number} is {type(ref).__name__}, {ref!r:.60}; {self.name} takes {wanted}")
        refs = list(ref)
        if not refs or not all(isinstance(each, str) for each in refs):
            raise InputError(f"reference {number} is {ref!r:.60}; give a list of at least one string")
        return hyp, refs


class CombinedEvaluations:
    """Several metrics of the same texts; keys that two of them share get the name of the metric before them.

    >>> both = combine(["bleu", "wer"])
    >>> sorted(both.compute(predictions=["a cat sat here"], references=["a cat sat here"]))[:2]
    ['bleu', 'brevity_penalty']
    """

    def __init__(self, evaluation_modules: Any, force_prefix: bool = False) -> None:
        named = evaluation_modules if isinstance(evaluation_modules, Mapping) else None
        modules = list(named.values()) if named is not None else list(evaluation_modules)
        self.evaluation_modules = [load(each) if isinstance(each, str) else each for each in modules]
        self.evaluation_module_names = (
            [module.name for module in self.evaluation_modules] if named is None else list(named)
        )
        self.force_prefix = force_prefix

    def add(self, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one segment to each."""
        for module in self.evaluation_modules:
            module.add(prediction=prediction, reference=reference, **kwargs)

    def add_batch(self, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add segments to each."""
        for module in self.evaluation_modules:
            module.add_batch(predictions=predictions, references=references, **kwargs)

    def compute(self, predictions: Any = None, references: Any = None, **kwargs: Any) -> dict[str, Any]:
        """The results of all, in one dictionary."""
        results = [
            module.compute(predictions=predictions, references=references, **kwargs)
            for module in self.evaluation_modules
        ]
        return self._merged([each if isinstance(each, Mapping) else {} for each in results], results)

    def _merged(self, dictionaries: list[Mapping[str, Any]], results: Sequence[Any]) -> dict[str, Any]:
        names = self.evaluation_module_names
        # A bare number, of wer or cer, gets the name of its metric, where evaluate fails.
        listed = [each or {name: result} for each, name, result in zip(dictionaries, names, results, strict=True)]
        shared = {key for key, times in Counter(key for each in listed for key in each).items() if times > 1}
        same = Counter(names)
        seen: Counter[str] = Counter()
        merged: dict[str, Any] = {}
        for name, result in zip(names, listed, strict=True):
            prefix = f"{name}_{seen[name]}" if same[name] > 1 else name
            for key, value in result.items():
                merged[f"{prefix}_{key}" if self.force_prefix or key in shared else key] = value
            seen[name] += 1
        return merged


def combine(evaluations: Any, force_prefix: bool = False) -> CombinedEvaluations:
    """Make one of several metrics, given by name or loaded, in a list or in a dictionary of names of your own.

    >>> combine({"words": "wer"}).compute(predictions=["a cat"], references=["a cat"])
    {'words': 0.0}
    """
    return CombinedEvaluations(evaluations, force_prefix)


def _listed(given: Any, what: str) -> list[Any]:
    if isinstance(given, (str, bytes)):
        raise InputError(f"{what} is the bare string {given!r:.60}; give a list, such as [{given!r:.60}]")
    return list(given)
