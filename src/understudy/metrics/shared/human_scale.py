"""Where the agreement of metrics with people was counted."""

from __future__ import annotations

from understudy.contract.about import Publication

METRICS_MAZE = Publication(
    "Kocmi et al. 2024, Navigating the metrics maze",
    r"""@inproceedings{kocmi2024navigating,
  title = {Navigating the Metrics Maze: Reconciling Score Magnitudes and Accuracies},
  author = {Kocmi, Tom and Zouhar, Vil{\'e}m and Federmann, Christian and Post, Matt},
  booktitle = {Proceedings of ACL},
  pages = {1999--2014},
  year = {2024}
}""",
)
TO_SHIP = Publication(
    "our fit to the 3,344 pairs of systems of Kocmi et al. 2021, To ship or not to ship",
    """@inproceedings{kocmi2021ship,
  title = {To Ship or Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine Translation},
  author = {Kocmi, Tom and Federmann, Christian and Grundkiewicz, Roman and Junczys-Dowmunt, Marcin and Matsushita,
    Hitokazu and Menezes, Arul},
  booktitle = {Proceedings of WMT},
  pages = {478--494},
  year = {2021}
}""",
)
SOURCES = (METRICS_MAZE, TO_SHIP)
