"""Write ptb_tokens.jsonl: what the jar of pycocoevalcap 1.2 prints for captions, each alone; needs Java.

PYTHONPATH=tests python tests/oracles/make_ptb_tokens.py
"""

from __future__ import annotations

import json
from pathlib import Path

from captions import captions
from ptb_jar import jar_tokens

if __name__ == "__main__":
    sample = list(dict.fromkeys(captions(700, seed=3)))
    records = zip(sample, jar_tokens(sample), strict=True)
    text = "".join(json.dumps({"text": a, "tokens": b}, ensure_ascii=False) + "\n" for a, b in records)
    Path(__file__).with_name("ptb_tokens.jsonl").write_text(text, encoding="utf-8")
