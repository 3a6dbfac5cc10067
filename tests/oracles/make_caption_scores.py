"""Write caption_scores.json: what COCOEvalCap of pycocoevalcap 1.2 gives without SPICE; needs Java.

PYTHONPATH=tests python tests/oracles/make_caption_scores.py
"""

from __future__ import annotations

import json
from pathlib import Path

from captions import dataset
from pycocoevalcap import eval as peer


class Skipped:
    """In the place of SPICE."""

    def compute_score(self, gts, res):
        return 0.0, [0.0] * len(gts)

    def method(self):
        return "SPICE"


def main() -> None:
    peer.Spice = Skipped
    scorer = peer.COCOEvalCap(*dataset(60))
    scorer.evaluate()
    for scores in (scorer.eval, *scorer.imgToEval.values()):
        del scores["SPICE"]
    record = {"eval": scorer.eval, "imgToEval": scorer.imgToEval}
    Path(__file__).with_name("caption_scores.json").write_text(json.dumps(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
