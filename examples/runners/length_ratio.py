"""The smallest metric that can be run: how long a hypothesis is beside its first reference, as a number from 0 to 1.

understudy score sys.txt -r ref.txt -m 'run(length):command="python examples/runners/length_ratio.py"'
"""

import json
import sys

print(json.dumps({"provenance": {"program": "length_ratio.py", "version": "1"}}), flush=True)
for line in sys.stdin:
    segment = json.loads(line)
    lengths = len(segment["hypothesis"]), len(segment["references"][0])
    print(json.dumps({"id": segment["id"], "score": min(lengths) / max(*lengths, 1)}), flush=True)
