"""A signature as sacrebleu writes it: settings and facts as `key:value`, joined by `|`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from understudy.compat.sacrebleu.version import __version__

# The facts of every signature, in the order of the long form, with their short names; `version` goes last.
FACTS = {
    "nrefs": "#",
    "bs": "bs",
    "ar": "ar",
    "seed": "rs",
    "test": "t",
    "lang": "l",
    "origlang": "o",
    "subset": "S",
    "version": "v",
}


class Signature:
    """The settings of a metric and the facts of a score; made of the attributes of a metric.

    >>> Signature({"num_refs": 1})
    nrefs:1|version:2.6.0
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        self._abbr = dict(FACTS)
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if args["num_refs"] == -1 else args["num_refs"],
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def _add(self, settings: Mapping[str, tuple[str, Any]]) -> None:
        """Add settings: for each key its short name and its value."""
        self._abbr.update({key: short for key, (short, _) in settings.items()})
        self.info.update({key: value for key, (_, value) in settings.items()})

    def format(self, short: bool = False) -> str:
        """Write what is known, the version last."""
        keys = [key for key in self.info if key != "version"] + ["version"]
        return "|".join(
            f"{self._abbr[key] if short else key}:{_written(self.info[key])}"
            for key in keys
            if self.info[key] is not None
        )

    def update(self, key: str, value: Any) -> None:
        """Set one item."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


def _written(value: Any) -> Any:
    return ("yes" if value else "no") if isinstance(value, bool) else value
