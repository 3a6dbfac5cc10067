"""Compare METEOR with what METEOR 1.5 printed, also for texts which can't be shipped here.

    python tests/oracles/check_golden_meteor.py GOLDEN

GOLDEN holds `meteor/*.jsonl`, plain or compressed: a record of the corpus, with METEOR's options, then one a segment.
Tokens, statistics and alignments must be equal, segment scores to 1e-12, scores of a corpus to the last digits. Runs
with hashes that collide or with an older Snowball are expected to differ. The exit code is 1 if another one does.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import meteor_records

EXPECTED_TO_DIFFER = ("hashcollision", "langera")


def main(folder: str) -> int:
    wrong = 0
    for path in sorted(Path(folder, "meteor").glob("*.jsonl*")):
        for run in meteor_records.runs(path):
            metric = meteor_records.metric_of(run.corpus["options"])
            found = list(meteor_records.differences(run, metric))
            expected = run.name.startswith(EXPECTED_TO_DIFFER)
            verdict = "expected" if found and expected else "DIFFERS" if found else "ok"
            wrong += verdict == "DIFFERS"
            furthest = meteor_records.furthest(run, metric)
            print(f"{verdict:9}{run.name}: {len(run.segments)} segments, largest difference {furthest:.1e}")
            print(f"         {metric.signature}")
            for line in found[:3] if not expected else []:
                print(f"         {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
