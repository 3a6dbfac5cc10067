"""ROUGE: whom to cite, which parts explain it, which settings are harmless."""

from dataclasses import replace

from understudy.contract.about import About, names

ABOUT = About(
    rewards="word n-grams, in precision and recall alike",
    family="rouge",
    citation="""@inproceedings{lin2004rouge,
  title = {{ROUGE}: A Package for Automatic Evaluation of Summaries},
  author = {Lin, Chin-Yew},
  booktitle = {Text Summarization Branches Out},
  pages = {74--81},
  year = {2004}
}""",
    part_groups=(("Precision and recall", "precision|recall"),),
    harmless=names("order tokenizer lowercase normalization normalizer stemmer compat"),
)
# ROUGE-L and ROUGE-Lsum
ABOUT_SUBSEQUENCE = replace(ABOUT, rewards="words in the same order, with gaps between them")
