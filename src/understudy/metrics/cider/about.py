"""CIDEr and CIDEr-D: whom to cite, which parts explain them, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="word n-grams that are typical of the segment's references",
    family="cider",
    citation="""@inproceedings{vedantam2015cider,
  title = {{CIDEr}: Consensus-based Image Description Evaluation},
  author = {Vedantam, Ramakrishna and Zitnick, C. Lawrence and Parikh, Devi},
  booktitle = {Proceedings of CVPR},
  pages = {4566--4575},
  year = {2015}
}""",
    part_groups=(("Score by length of n-gram", r"score_\d"),),
    alone="0 for one segment alone: an n-gram weighs ln(segments / segments with it). Score several segments at once.",
    harmless=names("order tokenizer lowercase normalization normalizer sigma"),
)
