"""METEOR: whom to cite, which parts explain it, which settings are harmless and which names a file."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="words, stems and synonyms, most of all in long runs",
    family="meteor",
    citation="""@inproceedings{denkowski2014meteor,
  title = {Meteor Universal: Language Specific Translation Evaluation for Any Target Language},
  author = {Denkowski, Michael and Lavie, Alon},
  booktitle = {Proceedings of WMT},
  pages = {376--380},
  year = {2014}
}""",
    part_groups=(
        ("Precision, recall and their mean", "precision|recall|f_mean"),
        ("Fragmentation and its penalty", "fragmentation|penalty"),
        ("Matched words by module", "hyp_match_.*"),
    ),
    harmless=names(
        "variant lang task norm modules weights alpha beta gamma delta characters beam"
        " function_words stemmer synonyms tokenizer"
    ),
    files=names("paraphrase"),
)
