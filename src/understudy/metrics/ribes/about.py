"""RIBES: whom to cite, which parts explain it, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="the order of words",
    family="ribes",
    citation="""@inproceedings{isozaki2010ribes,
  title = {Automatic Evaluation of Translation Quality for Distant Language Pairs},
  author = {Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and Tsukada, Hajime},
  booktitle = {Proceedings of EMNLP},
  pages = {944--952},
  year = {2010}
}""",
    part_groups=(("Order, precision and brevity", "order|precision|brevity"),),
    harmless=names("alpha beta tokenizer lowercase normalization normalizer"),
)
