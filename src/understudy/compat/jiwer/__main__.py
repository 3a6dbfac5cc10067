"""`python -m understudy.compat.jiwer`."""

from __future__ import annotations

import sys

from understudy.compat.jiwer.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
