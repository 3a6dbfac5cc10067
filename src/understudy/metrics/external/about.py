"""Scores that are computed elsewhere: what differences of some well-known neural metrics mean to people."""

from understudy.contract.about import About, HumanScale
from understudy.metrics.shared.human_scale import METRICS_MAZE

# Top and slope by the name of the column of scores; points are hundredths of its maximum.
CURVES = {
    "bertscore": (95.0, 2.68232),
    "comet20": (97.333, 0.72670),
    "comet22": (96.224, 2.83592),
    "bleurt20": (98.333, 1.37272),
    "cometkiwi22": (98.881, 2.71928),
    "xcomet-xl": (96.567, 1.45356),
    "xcomet-xxl": (98.934, 1.16295),
}
UNSIGNED = ("metricx",)  # beginnings of names that say neither that lower is better nor that the sign was flipped
FREE = (
    "name",
    "maximum",
    "higher_is_better",
    "provenance",
    "command",
    "timeout",
    "cache",
)  # what doesn't change the scale
ABOUT = {name: About(human_scale=HumanScale(*curve, METRICS_MAZE, free=FREE)) for name, curve in CURVES.items()}
