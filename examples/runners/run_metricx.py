"""MetricX-24 as a metric that is run: its own program writes a file, which is read back. Lower is better.

understudy compare A.txt B.txt -r ref.txt -s src.txt -m chrf \
    'run(metricx24):lower=yes,command="/path/to/metricx-env/bin/python examples/runners/run_metricx.py"'
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MODEL = os.environ.get("METRICX_MODEL", "google/metricx-24-hybrid-large-v2p6")
TOKENIZER = os.environ.get("METRICX_TOKENIZER", "google/mt5-large")

segments = [json.loads(line) for line in sys.stdin]
with tempfile.TemporaryDirectory() as folder:
    inputs, outputs = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
    inputs.write_text(
        "".join(
            json.dumps(
                {"source": each["source"] or "", "hypothesis": each["hypothesis"], "reference": each["references"][0]}
            )
            + "\n"
            for each in segments
        )
    )
    words = ["--tokenizer", TOKENIZER, "--model_name_or_path", MODEL, "--max_input_length", "1536", "--batch_size", "1"]
    command = [sys.executable, "-m", "metricx24.predict", *words, "--input_file", inputs, "--output_file", outputs]
    subprocess.run(command, stdout=sys.stderr, check=True)
    print(json.dumps({"provenance": {"model": MODEL, "version": "24"}}))
    for segment, line in zip(segments, outputs.read_text().splitlines(), strict=True):
        print(json.dumps({"id": segment["id"], "score": float(json.loads(line)["prediction"])}))
