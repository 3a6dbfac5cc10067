"""COMET as a metric that is run, in its own environment, into which `unbabel-comet` is installed.

understudy compare A.txt B.txt -r ref.txt -s src.txt -m bleu chrf \
    'run(comet):command="/path/to/comet-env/bin/python examples/runners/run_comet.py Unbabel/wmt22-comet-da"'
"""

import json
import sys
from importlib.metadata import version

from comet import download_model, load_from_checkpoint

answers, sys.stdout = sys.stdout, sys.stderr  # whatever a library prints must not get between the scores
model_name = sys.argv[1] if len(sys.argv) > 1 else "Unbabel/wmt22-comet-da"
segments = [json.loads(line) for line in sys.stdin]
if any(segment["source"] is None for segment in segments):
    sys.exit("COMET reads sources; give them with -s")
samples = [
    {"src": each["source"], "mt": each["hypothesis"], "ref": each["references"][0]} for each in segments
]  # COMET takes one reference: the first
model = load_from_checkpoint(download_model(model_name))
print(json.dumps({"provenance": {"model": model_name, "version": version("unbabel-comet")}}), file=answers)
scores = model.predict(samples, batch_size=8, gpus=int(sys.argv[2]) if len(sys.argv) > 2 else 1).scores
for segment, score in zip(segments, scores, strict=True):
    print(json.dumps({"id": segment["id"], "score": 100 * score}), file=answers)
