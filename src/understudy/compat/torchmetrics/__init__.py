"""torchmetrics' text metrics on ours: `from understudy.compat.torchmetrics.text import SacreBLEUScore`.

The classes are subclasses of torchmetrics' `Metric`, so that Lightning, `MetricCollection` and DDP take them. PyTorch
and torchmetrics are imported here and nowhere else in the package; neither is installed with it.
"""

from __future__ import annotations

from understudy.compat.torchmetrics import functional, text
from understudy.compat.torchmetrics.text import *  # noqa: F403

MODULES = ("bleu", "cer", "chrf", "edit", "mer", "rouge", "sacre_bleu", "ter", "wer", "wil", "wip")
# By `compat.install`, each by the module of ours; the rest of torchmetrics stays.
REPLACES = {f"torchmetrics.text.{name}": "torchmetrics.text" for name in MODULES}
REPLACES |= {f"torchmetrics.functional.text.{name}": "torchmetrics.functional.text" for name in MODULES}

__all__ = [*text.__all__, "functional", "text"]
__version__ = "1.9.0"  # of the torchmetrics whose interface this is
