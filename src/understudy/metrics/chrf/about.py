"""chrF and chrF++: whom to cite, which parts explain them, which settings are harmless, what differences mean."""

from dataclasses import replace

from understudy.contract.about import About, HumanScale, names
from understudy.metrics.shared.human_scale import METRICS_MAZE

ABOUT_CHRF = About(
    rewards="character n-grams, so parts of words too",
    family="chrf",
    citation=r"""@inproceedings{popovic2015chrf,
  title = {chr{F}: character n-gram {F}-score for automatic {MT} evaluation},
  author = {Popovi{\'c}, Maja},
  booktitle = {Proceedings of WMT},
  pages = {392--395},
  year = {2015}
}""",
    part_groups=(("Precision by length of n-gram", "precision_.*"), ("Recall by length of n-gram", "recall_.*")),
    harmless=names("char_order word_order beta whitespace lowercase normalization normalizer eps_smoothing"),
    human_scale=HumanScale(93.0, 1.11427, METRICS_MAZE),
)
ABOUT_CHRF_PLUS_PLUS = replace(
    ABOUT_CHRF,
    rewards="character n-grams and whole words",
    citation=r"""@inproceedings{popovic2017chrf,
  title = {chr{F}++: words helping character n-grams},
  author = {Popovi{\'c}, Maja},
  booktitle = {Proceedings of WMT},
  pages = {612--618},
  year = {2017}
}""",
    human_scale=None,
)
