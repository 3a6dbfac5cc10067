"""BERTScore's F1 as a metric that is run, in an environment with `bert-score`; the language is its argument.

understudy compare A.txt B.txt -r ref.txt -m bleu \
    'run(bertscore):command="/path/to/env/bin/python examples/runners/run_bertscore.py de"'
"""

import json
import sys
from importlib.metadata import version

from bert_score import BERTScorer

answers, sys.stdout = sys.stdout, sys.stderr  # whatever a library prints must not get between the scores
segments = [json.loads(line) for line in sys.stdin]
scorer = BERTScorer(lang=sys.argv[1] if len(sys.argv) > 1 else "en")
print(json.dumps({"provenance": {"model": scorer.model_type, "version": version("bert-score")}}), file=answers)
_, _, f1 = scorer.score([each["hypothesis"] for each in segments], [each["references"] for each in segments])
for segment, score in zip(segments, f1.tolist(), strict=True):
    print(json.dumps({"id": segment["id"], "score": 100 * score}), file=answers)
