"""Run sacrebleu's command line on our metrics as `python -m understudy.compat.sacrebleu`."""

import sys

from understudy.compat.sacrebleu.sacrebleu import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
