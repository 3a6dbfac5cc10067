"""The published numbers of hLEPOR, by language pair, and those of cushLEPOR: Han et al. 2021, appendix.

Each preset is alpha, beta, window, and the weights of length penalty, position penalty and HPR.
"""

from __future__ import annotations

Preset = tuple[float, float, int, tuple[float, float, float]]

_RECALL_AND_HPR: Preset = (9, 1, 2, (2, 1, 7))
_PRECISION_AND_HPR: Preset = (1, 9, 2, (2, 1, 7))
_BALANCED: Preset = (9, 1, 2, (2, 1, 3))

PRESETS: dict[str, Preset] = {
    "default": _RECALL_AND_HPR,
    "en-cs": _RECALL_AND_HPR,
    "en-ru": _RECALL_AND_HPR,
    "en-de": (9, 1, 2, (3, 7, 1)),
    "en-es": _BALANCED,
    "en-fr": _BALANCED,
    "cs-en": _PRECISION_AND_HPR,
    "es-en": _PRECISION_AND_HPR,
    "ru-en": _PRECISION_AND_HPR,
    "de-en": _BALANCED,
    "fr-en": _BALANCED,
    "wmt19": _BALANCED,  # hLEPOR_baseline, for every pair
    "cushlepor-lm-zh-en": (2.85, 4.73, 1, (1.01, 11.13, 4.62)),
    "cushlepor-psqm-zh-en": (9.09, 3.55, 3, (1.01, 14.98, 1.57)),
    "cushlepor-lm-en-de": (2.95, 2.68, 2, (1.0, 11.79, 1.87)),
    "cushlepor-psqm-en-de": (1.13, 1.71, 2, (1.06, 11.90, 1.01)),
    "cushlepor-lm-en-de-v1": (2.97, 1.97, 4, (1.0, 14.97, 2.2)),
}
