"""TER: whom to cite, which parts explain it, which settings are harmless, what a difference means to people."""

from understudy.contract.about import About, HumanScale, names
from understudy.metrics.shared.human_scale import TO_SHIP

ABOUT = About(
    rewards="few edits, a moved phrase being one",
    family="ter",
    citation="""@inproceedings{snover2006ter,
  title = {A Study of Translation Edit Rate with Targeted Human Annotation},
  author = {Snover, Matthew and Dorr, Bonnie and Schwartz, Rich and Micciulla, Linnea and Makhoul, John},
  booktitle = {Proceedings of AMTA},
  pages = {223--231},
  year = {2006}
}""",
    part_groups=(
        ("Edits by type", "substitutions|deletions|insertions|shifts"),
        ("Lengths", "hyp_length|ref_length"),
    ),
    harmless=names("tokenizer lowercase normalization normalizer normalized no_punct asian_support compat"),
    human_scale=HumanScale(93.7, 0.532, TO_SHIP, logistic=False),
)
