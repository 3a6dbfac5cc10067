"""EED: whom to cite, which parts explain it, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="few edits of characters, a jump to another word being one",
    family="eed",
    citation="""@inproceedings{stanchev2019eed,
  title = {{EED}: Extended Edit Distance Measure for Machine Translation},
  author = {Stanchev, Peter and Wang, Weiyue and Ney, Hermann},
  booktitle = {Proceedings of WMT},
  pages = {514--520},
  year = {2019}
}""",
    part_groups=(("Distance and coverage", "distance|coverage"), ("Lengths", "hyp_length|ref_length")),
    harmless=names("alpha rho deletion insertion rules lowercase normalization"),
)
