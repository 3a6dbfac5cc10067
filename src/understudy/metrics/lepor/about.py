"""LEPOR, hLEPOR and nLEPOR: whom to cite, which parts explain them, which settings are harmless."""

from dataclasses import replace

from understudy.contract.about import About, names

ABOUT_LEPOR = About(
    rewards="the same words near the same places, at the same length",
    family="lepor",
    citation="""@inproceedings{han2012lepor,
  title = {{LEPOR}: A Robust Evaluation Metric for Machine Translation with Augmented Factors},
  author = {Han, Aaron L. F. and Wong, Derek F. and Chao, Lidia S.},
  booktitle = {Proceedings of COLING 2012: Posters},
  pages = {441--450},
  year = {2012}
}""",
    part_groups=(
        ("Penalties (1 is none)", "length_penalty|position_penalty"),
        ("Precision and recall", "precision.*|recall.*|hpr.*"),
    ),
    harmless=names("alpha beta window tokenizer lowercase normalization normalizer corpus"),
)
ABOUT_HLEPOR = replace(
    ABOUT_LEPOR,
    citation="""@inproceedings{han2013hlepor,
  title = {Language-independent Model for Machine Translation Evaluation with Reinforced Factors},
  author = {Han, Aaron L. F. and Wong, Derek F. and Chao, Lidia S. and He, Liangye and Lu, Yi and Xing, Junwen and Zeng,
    Xiaodong},
  booktitle = {Proceedings of MT Summit XIV},
  pages = {215--222},
  year = {2013}
}""",
    harmless=ABOUT_LEPOR.harmless | names("weights preset compat"),
)
ABOUT_NLEPOR = replace(
    ABOUT_LEPOR,
    rewards="the same word n-grams near the same places, at the same length",
    citation="""@inproceedings{han2013tunable,
  title = {A Description of Tunable Machine Translation Evaluation Systems in {WMT}13 Metrics Task},
  author = {Han, Aaron L. F. and Wong, Derek F. and Chao, Lidia S. and Lu, Yi and He, Liangye and Wang, Yiming and Zhou,
    Jiaji},
  booktitle = {Proceedings of WMT},
  pages = {414--421},
  year = {2013}
}""",
    harmless=ABOUT_LEPOR.harmless | names("order weights"),
)
