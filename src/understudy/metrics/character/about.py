"""CharacTER: whom to cite, which parts explain it, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="few edits of characters, after phrases were moved",
    family="character",
    citation="""@inproceedings{wang2016character,
  title = {{CharacTer}: Translation Edit Rate on Character Level},
  author = {Wang, Weiyue and Peter, Jan-Thorsten and Rosendahl, Hendrik and Ney, Hermann},
  booktitle = {Proceedings of WMT},
  pages = {505--510},
  year = {2016}
}""",
    part_groups=(("Edits and shifts", "edits|shift_cost|shifts"), ("Lengths", "hyp_length|ref_length")),
    harmless=names("tokenizer lowercase normalization"),
)
