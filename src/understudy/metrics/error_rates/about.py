"""The error rates: whom to cite, which parts explain them, which settings are harmless."""

from dataclasses import replace

from understudy.contract.about import About, names

ABOUT_WER = About(
    rewards="the same words in the same order",
    family="error rates",
    citation="""@article{levenshtein1966binary,
  title = {Binary Codes Capable of Correcting Deletions, Insertions and Reversals},
  author = {Levenshtein, V. I.},
  journal = {Soviet Physics Doklady},
  volume = {10},
  pages = {707--710},
  year = {1966}
}""",
    part_groups=(
        ("Edits by type", "substitutions|deletions|insertions"),
        ("Lengths", "hyp_length|ref_length"),
    ),
    harmless=names("tokenizer lowercase normalization normalizer steps ties average"),
)
ABOUT_CER = replace(ABOUT_WER, rewards="the same characters in the same order")
# MER, WIL and WIP
ABOUT_MER = replace(
    ABOUT_WER,
    citation="""@inproceedings{morris2004wer,
  title = {From {WER} and {RIL} to {MER} and {WIL}: improved evaluation measures for connected speech recognition},
  author = {Morris, Andrew C. and Maier, Viktoria and Green, Phil},
  booktitle = {Proceedings of INTERSPEECH},
  year = {2004}
}""",
)
ABOUT_PER = replace(
    ABOUT_WER,
    rewards="the same words in any order",
    citation="""@inproceedings{tillmann1997accelerated,
  title = {Accelerated {DP} Based Search for Statistical Translation},
  author = {Tillmann, C. and Vogel, S. and Ney, H. and Zubiaga, A. and Sawaf, H.},
  booktitle = {Proceedings of EUROSPEECH},
  pages = {2667--2670},
  year = {1997}
}""",
)
