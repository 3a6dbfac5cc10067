"""BLEU: whom to cite, which parts explain it, which settings are harmless, what a difference means to people."""

from understudy.contract.about import About, HumanScale, names
from understudy.metrics.shared.human_scale import METRICS_MAZE

ABOUT = About(
    rewards="word n-grams in the right order",
    family="bleu",
    citation="""@inproceedings{papineni2002bleu,
  title = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  author = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  booktitle = {Proceedings of ACL},
  pages = {311--318},
  year = {2002}
}""",
    part_groups=(
        ("Precision by length of n-gram", r"precision_\d"),
        ("Brevity and length", "brevity|ratio"),
        ("Words", "hyp_length|ref_length"),
    ),
    harmless=names(
        "order weights tokenizer lowercase normalization normalizer smoothing smoothing_value effective_order"
        " reference_length compat"
    ),
    human_scale=HumanScale(88.333, 0.96639, METRICS_MAZE),
)
