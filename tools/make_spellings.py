"""Write src/understudy/lexicon/data/spellings-en.txt again: the British and American spellings of Whisper's normalizer.

    python tools/make_spellings.py FOLDER

FOLDER is the unpacked source of the package openai-whisper==20250625; the same source gives the same bytes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

DATA = Path(__file__).parent.parent / "src" / "understudy" / "lexicon" / "data"


def main(folder: Path) -> None:
    """Write the pairs in the order of the source, a tab between, and the license."""
    words: dict[str, str] = json.loads((folder / "whisper/normalizers/english.json").read_text(encoding="utf-8"))
    lines = "".join(f"{british}\t{american}\n" for british, american in words.items())
    (DATA / "spellings-en.txt").write_text(lines, encoding="utf-8", newline="\n")
    (DATA / "LICENSE-WHISPER.txt").write_bytes((folder / "LICENSE").read_bytes())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
