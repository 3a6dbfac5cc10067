"""GLEU: whom to cite, which parts explain it, which settings are harmless."""

from understudy.contract.about import About, names

ABOUT = About(
    rewards="word n-grams, in precision and recall alike",
    family="gleu",
    citation="""@misc{wu2016gnmt,
  title = {Google's Neural Machine Translation System: Bridging the Gap between Human and Machine Translation},
  author = {Wu, Yonghui and others},
  note = {arXiv:1609.08144},
  year = {2016}
}""",
    part_groups=(("Precision and recall", "precision|recall"),),
    harmless=names("order shortest tokenizer lowercase normalization normalizer"),
)
