"""`python -m understudy.compat.rouge_score`."""

from __future__ import annotations

import sys

from understudy.compat.rouge_score.rouge import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
