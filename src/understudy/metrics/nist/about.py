"""NIST: whom to cite, which parts explain it, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="word n-grams, rare ones most",
    family="nist",
    citation="""@inproceedings{doddington2002nist,
  title = {Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics},
  author = {Doddington, George},
  booktitle = {Proceedings of HLT},
  pages = {138--145},
  year = {2002}
}""",
    part_groups=(("Information by length of n-gram", r"information_\d"), ("Length", "length_factor|ratio")),
    alone="Information is counted in the references of this segment alone, so the score is not that of a test set.",
    harmless=names("order tokenizer lowercase normalization normalizer compat"),
)
