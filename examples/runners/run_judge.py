"""A language model behind an OpenAI-compatible address as judge: a grade from 0 to 100 for each translation.

export OPENAI_BASE_URL=http://localhost:8000/v1 OPENAI_API_KEY=...   # vLLM, llama.cpp, Ollama and others speak it too
understudy compare A.txt B.txt -r ref.txt -s src.txt -m chrf \
    'run(judge):command="python examples/runners/run_judge.py my-model"'

Each grade is printed as soon as it is there, so that nothing is lost, or paid for twice, if a later request fails.
"""

import json
import os
import re
import sys
import urllib.request

PROMPT = """Score the translation from 0 (no meaning preserved) to 100 (perfect). Answer with the number alone.
Source: {source}
Reference: {reference}
Translation: {hypothesis}"""
PROMPT_VERSION = "1"  # change it with the prompt

model = sys.argv[1]
address = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1").rstrip("/") + "/chat/completions"
headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}"}
print(json.dumps({"provenance": {"model": model, "prompt": PROMPT_VERSION}}), flush=True)
for line in sys.stdin:
    segment = json.loads(line)
    text = PROMPT.format(
        source=segment["source"] or "(not given)",
        reference=segment["references"][0],
        hypothesis=segment["hypothesis"],
    )
    body = {"model": model, "temperature": 0, "messages": [{"role": "user", "content": text}]}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        content = json.load(answer)["choices"][0]["message"]["content"]
    grade = re.fullmatch(r"\s*(\d+(\.\d+)?)\s*", content)
    if grade is None or not 0 <= float(grade[1]) <= 100:
        sys.exit(f"the judge answered {content!r:.80} instead of a number from 0 to 100")
    print(json.dumps({"id": segment["id"], "score": float(grade[1])}), flush=True)
