"""sacrebleu's three metrics and their scores."""

from understudy.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from understudy.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from understudy.compat.sacrebleu.metrics.ter import TER, TERScore

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
