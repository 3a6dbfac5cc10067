"""Signatures in sacrebleu's form: `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0`."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.errors import SettingError

VERSION = "2.6.0"  # whose numbers ours are; those of all versions since 2.0 are the same
FACTS = ("nrefs", "bs", "ar", "seed", "version")  # which bear on no score, but for the number of references
SHORT = {"#": "nrefs", "rs": "seed", "v": "version", "c": "case", "e": "eff"}
CASES = {"mixed": "no", "lc": "yes"}
Values = Mapping[str, object] | None  # of a key, if they are few
FLAGS = {"yes": True, "no": False}


def written(settings: Mapping[str, str], references: str) -> str:
    """Write settings as sacrebleu does, between the number of references and the version.

    >>> written({"case": "mixed"}, "1-2")
    'nrefs:var|case:mixed|version:2.6.0'
    """
    nrefs = "var" if "-" in references else references
    pairs = {"nrefs": nrefs, **settings, "version": VERSION}
    return "|".join(f"{key}:{value}" for key, value in pairs.items())


def read(text: str, short: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Take a signature apart: the name before it, if there is one, and its items by their long keys.

    >>> read("BLEU|#:1|c:lc|s:exp|v:2.6.0", {"s": "smooth"})
    ('BLEU', {'nrefs': '1', 'case': 'lc', 'smooth': 'exp', 'version': '2.6.0'})
    """
    first, *others = text.split("|")
    name, pairs = ("", [first, *others]) if ":" in first else (first, others)
    items: dict[str, str] = {}
    for pair in pairs:
        key, _, value = pair.partition(":")
        key = {**SHORT, **short}.get(key, key)
        if not value or key in items:
            raise SettingError(f"{pair!r} in the signature {text!r} is given twice or is not of the form key:value")
        items[key] = value
    if not items.get("version", VERSION).startswith("2."):
        raise SettingError(f"{text!r} is a signature of sacrebleu {items['version']}; those of sacrebleu 2 can be read")
    return name, items


def settings_of(text: str, items: Mapping[str, str], keys: Mapping[str, Values]) -> dict[str, str]:
    """The items that are settings; each must be there, with one of its values if they are listed.

    >>> settings_of("case:lc", {"case": "lc"}, {"case": CASES})
    {'case': 'lc'}
    """
    for key in items:
        if key not in keys and key not in FACTS:
            raise SettingError(f"{key}:{items[key]} in the signature {text!r} can't be read; leave it out")
    for key, values in keys.items():
        if key not in items:
            raise SettingError(f"the signature {text!r} has no {key}; give it whole, as sacrebleu prints it")
        if values is not None and items[key] not in values:
            raise SettingError(f"{key}:{items[key]} in the signature {text!r} is not one of {', '.join(values)}")
    return {key: items[key] for key in keys}


def refuse(metric: str, setting: str) -> SettingError:
    """The error for a setting that sacrebleu's signature can't tell.

    >>> print(refuse("bleu", "order=2"))
    sacrebleu's signature can't tell bleu with order=2; print our own signature
    """
    return SettingError(f"sacrebleu's signature can't tell {metric} with {setting}; print our own signature")
