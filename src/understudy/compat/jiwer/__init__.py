"""The interface of jiwer 4.0.0 on our error rates: `import understudy.compat.jiwer as jiwer`.

Counts, alignments and rates are jiwer's to the last bit. Words are made natively where a transform ends as the default
one does, and alignments only when they are looked at. The names that jiwer 4 removed are here too.

>>> import understudy.compat.jiwer as jiwer
>>> jiwer.wer("a cat sat here", "a cat was here")
0.25
"""

from __future__ import annotations

from understudy.compat.jiwer import alignment, measures, process, removed, transformations, transforms
from understudy.compat.jiwer.alignment import *  # noqa: F403
from understudy.compat.jiwer.measures import *  # noqa: F403
from understudy.compat.jiwer.process import *  # noqa: F403
from understudy.compat.jiwer.removed import *  # noqa: F403
from understudy.compat.jiwer.transformations import *  # noqa: F403
from understudy.compat.jiwer.transforms import *  # noqa: F403

__version__ = "4.0.0"  # of the jiwer whose interface and numbers these are
__all__ = [
    *measures.__all__,
    *transforms.__all__,
    *transformations.__all__,
    *alignment.__all__,
    *process.__all__,
    *removed.__all__,
]
name = "jiwer"
