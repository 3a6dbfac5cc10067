"""`understudy sacrebleu` prints what the installed `sacrebleu` prints, byte for byte."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RUNNER = Path(__file__).parent / "command_runner.py"
EXAMPLES = Path(__file__).parents[2] / "examples"
PLAIN: dict[str, str] = {}

# Words of a command line, the environment, and standard input if there is any.
SYSTEM = "ref1 -i medium"
SYSTEMS = "ref1 ref2 -i medium weak strong"
CALLS = [
    (SYSTEM, PLAIN),
    (f"{SYSTEM} -f text", PLAIN),
    (f"{SYSTEM} -b", PLAIN),
    (f"{SYSTEM} -b -w 4 -m bleu chrf ter -f text", PLAIN),
    (f"{SYSTEM} -m bleu chrf ter", PLAIN),
    (f"{SYSTEM} -m bleu chrf ter -f text", PLAIN),
    (f"{SYSTEM} -m ter chrf -f text -sh -w 3", PLAIN),
    (f"{SYSTEM} -f text --short", PLAIN),
    (f"{SYSTEM} -w 6", {"SACREBLEU_FORMAT": "text"}),
    (f"{SYSTEM} -f text", {"SACREBLEU_FORMAT": "latex"}),
    ("ref1 ref2 -i medium -f text -lc -tok intl", PLAIN),
    ("ref1 ref2 -i medium -tok char -s floor -sv 0.5", PLAIN),
    ("ref1 -i weak -s add-k -f text", PLAIN),
    ("ref1 -i weak -s none -tok none --force -f text", PLAIN),
    ("ref1 -i weak -tok zh -l en-zh -f text", PLAIN),
    ("ref1 -i weak -tok 13a -l en-ja -f text", PLAIN),
    ("ref1 -i weak -l en-ja -f text", PLAIN),
    ("ref1 -i medium -m chrf -cw 2 -cc 4 --chrf-beta 3 --chrf-lowercase --chrf-whitespace -f text", PLAIN),
    ("ref1 -i medium -m chrf --chrf-eps-smoothing", PLAIN),
    ("ref1 -i medium -m ter --ter-case-sensitive --ter-no-punct --ter-normalized --ter-asian-support", PLAIN),
    (f"{SYSTEM} --confidence", PLAIN),
    (f"{SYSTEM} --confidence -cin 200 -m bleu chrf -f text", {"SACREBLEU_SEED": "7"}),
    (f"{SYSTEM} -ci -cin 50 -b -f text", PLAIN),
    (f"{SYSTEM} -sl", PLAIN),
    (f"{SYSTEM} -sl -m chrf -b -w 5", PLAIN),
    (f"{SYSTEM} -sl -m ter -sh", PLAIN),
    (SYSTEMS, PLAIN),
    (f"{SYSTEMS} -f text -m bleu chrf ter", PLAIN),
    (f"{SYSTEMS} -f latex -m bleu chrf -w 3", PLAIN),
    (f"{SYSTEMS} -q -f text", PLAIN),
    (f"{SYSTEMS} --paired-bs -pbsn 150", PLAIN),
    (f"{SYSTEMS} --paired-bs -pbsn 150 -f text -m bleu chrf ter", PLAIN),
    (f"{SYSTEMS} --paired-bs -pbsn 150 -f latex -sh", {"SACREBLEU_SEED": "5"}),
    (f"{SYSTEMS} --paired-ar -parn 200 -m bleu chrf ter", PLAIN),
    (f"{SYSTEMS} --paired-ar -parn 200 -f text -m ter", PLAIN),
    (f"{SYSTEMS} medium --paired-ar -parn 100 -f latex", PLAIN),
    ("refs.tsv --num-refs 2 -i medium -f text", PLAIN),
    ("refs.tsv --num-refs 3 -i medium", PLAIN),
    ("ref1.gz -i medium -f text", PLAIN),
    ("latin1 -i latin1 -e latin-1 -f text", PLAIN),
    ("hundred -i tokenized -f text", PLAIN),
    ("hundred -i tokenized -f text --force", PLAIN),
    ("ref1 -i short", PLAIN),
    ("ref1 -i medium medium", PLAIN),
    ("ref1 -i medium --paired-bs", PLAIN),
    ("ref1 -i medium weak --confidence", PLAIN),
    ("ref1 -i medium weak -sl", PLAIN),
    ("ref1 -i medium -sl -m bleu ter", PLAIN),
    ("ref1 -i medium -sl --confidence", PLAIN),
    ("-i medium", PLAIN),
    ("ref1 -t wmt17 -i medium", PLAIN),
    ("-t no-such-set -l en-de -i medium", PLAIN),
    ("-t wmt17 -i medium", PLAIN),
    ("-t wmt17 -l en-xx -i medium", PLAIN),
    ("--list", PLAIN),
    ("--list -l de-en", PLAIN),
    ("--list -t wmt17", PLAIN),
    ("--citation", PLAIN),
    ("--version", PLAIN),
    ("-t wmt18 -l en-de -i medium -f text", PLAIN),
    ("-t wmt18 -l en-de -i medium -tok none", PLAIN),
    ("-t wmt18 -l en-de -i medium --detail -m bleu chrf", PLAIN),
    ("-t wmt18 -l en-de -i medium --origlang en -f text", PLAIN),
    ("-t wmt18 -l en-de -i medium --origlang non-en --subset sport -f text", PLAIN),
    ("-t wmt18 -l en-de -i medium --origlang fr", PLAIN),
    ("-t wmt18 -l en-de --echo src ref docid", PLAIN),
    ("-t wmt18 -l en-de --echo all --origlang de", PLAIN),
    ("-t wmt18 -l en-de --echo all src", PLAIN),
    ("-t wmt18 -l en-de --echo ref:B", PLAIN),
    (f"{SYSTEMS} --paired-bs -pbsn 99 -f text", {"TERMINAL": "yes"}),
    (f"{SYSTEM} --confidence -cin 99 -f text", {"TERMINAL": "yes"}),
    (f"{SYSTEM} --confidence -cin 99 -f text --no-color", {"TERMINAL": "yes"}),
    ("ref1 -f text", PLAIN, "medium"),
    ("ref1 -f text", PLAIN, "two columns"),
    ("ref1 --paired-bs -pbsn 99 -f text", PLAIN, "two columns"),
    ("ref1", PLAIN, "uneven columns"),
]


def write_inputs(folder):
    """The files of the calls, and what standard input may be."""
    names = {"ref1": "reference1.en", "ref2": "reference2.en", "medium": "medium.en", "weak": "weak.en"}
    names |= {"strong": "strong.en"}
    texts = {name: (EXAMPLES / file).read_text(encoding="utf-8") for name, file in names.items()}
    tokenized = "".join(f"{line.removesuffix('.')} .\n" for line in texts["medium"].splitlines())
    texts = {name: "".join(text.splitlines(keepends=True)[:30]) for name, text in texts.items()}
    texts |= {"tokenized": tokenized, "hundred": tokenized.replace("the", "a")}
    lines = {name: text.splitlines() for name, text in texts.items()}
    columns = ["\t".join(pair) for pair in zip(lines["medium"], lines["weak"], strict=True)]
    texts["refs.tsv"] = "".join(f"{a}\t{b}\n" for a, b in zip(lines["ref1"], lines["ref2"], strict=True))
    texts["short"] = "\n".join(lines["medium"][:9])
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "latin1").write_text("Ein schöner Tag für uns.\nUnd für die Möwe auch.\n", encoding="latin-1")
    with gzip.open(folder / "ref1.gz", "wt", encoding="utf-8") as file:
        file.write(texts["ref1"])
    write_cache(folder / "cache" / "wmt18", lines["weak"], lines["ref1"])
    return {
        "medium": texts["medium"],
        "two columns": "\n".join(columns) + "\n",
        "uneven columns": "\n".join([*columns, "one"]) + "\n",
    }


def write_cache(folder, source, reference):
    """A test set as sacrebleu keeps it: a file for each field, and the source as it was downloaded."""
    raw = folder / "raw" / "test" / "newstest2018-ende-src.en.sgm"
    raw.parent.mkdir(parents=True)
    documents = [("rt.com.68098", "en"), ("bbc.310963", "de"), ("own.1", "de")]
    fields = {"src": source, "ref": reference, "docid": [], "genre": ["news"] * 30, "origlang": []}
    tags = []
    for number, (name, origin) in enumerate(documents):
        tags.append(f'<doc sysid="ref" docid="{name}" genre="news" origlang="{origin}">')
        tags += [f'<seg id="{place}">{source[number * 10 + place]}</seg>' for place in range(10)]
        fields["docid"] += [name] * 10
        fields["origlang"] += [origin] * 10
    raw.write_text("\n".join(tags) + "\n", encoding="utf-8")
    for field, values in fields.items():
        (folder / f"wmt18.en-de.{field}").write_text("\n".join(values) + "\n", encoding="utf-8")


def run_all(module, calls, folder):
    listed = folder.parent / f"{module}.json"
    listed.write_text(json.dumps(calls), encoding="utf-8")
    environment = os.environ | {"SACREBLEU": str(folder / "cache"), "COLUMNS": "80"}
    for name in ("NO_COLOR", "SACREBLEU_SEED", "SACREBLEU_FORMAT"):
        environment.pop(name, None)
    command = [sys.executable, RUNNER, module, listed]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("calls") / "files"
    folder.mkdir()
    stdin = write_inputs(folder)
    calls = [(words.split(), env, stdin[rest[0]] if rest else "") for words, env, *rest in CALLS]
    ours = run_all("understudy.compat.sacrebleu.sacrebleu", calls, folder)
    return list(zip(CALLS, run_all("sacrebleu.sacrebleu", calls, folder), ours, strict=True))


def test_at_least_forty_calls_print_the_same_bytes_and_end_alike(outcomes):
    different = [(call, theirs, ours) for call, theirs, ours in outcomes if theirs != ours]
    for call, theirs, ours in different:
        print(call, *theirs, *ours, sep="\n--------\n")
    assert [call for call, *_ in different] == []
    assert len(outcomes) >= 40


def test_the_calls_are_not_all_errors(outcomes):
    codes = [code for _, (_, _, code), _ in outcomes]
    assert codes.count(0) >= 40
    assert {1, 17} <= set(codes)
