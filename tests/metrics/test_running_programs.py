"""Metrics that are programs: real ones, small, that answer, crash, hang and lie."""

import http.server
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import understudy as us
from understudy import cli
from understudy.errors import InputError, SettingError, TextWarning
from understudy.metrics.external.run_cache import RunCache, cached_runs

ROOT = Path(__file__).parents[2]
SYSTEMS = {"A": ["a cat sat", "a dog", "it"], "B": ["the cat", "a dog", "rain"]}
REFS = ["the cat sat", "a dog ran", "it rains"]
SOURCES = ["un chat", "un chien", "il pleut"]
JUDGE = """
import json, pathlib, sys
calls = pathlib.Path(__file__).with_suffix(".calls")
lines = [json.loads(line) for line in sys.stdin]
calls.write_text((calls.read_text() if calls.exists() else "") + f"{len(lines)}\\n")
print(json.dumps({"provenance": {"version": "7"}}))
for line in lines:
    print(len(line["hypothesis"]) + 100 * len(line["references"]) + (line["source"] or "").count(" "))
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def program(folder, text, name="judge.py"):
    path = folder / name
    path.write_text(text)
    return f"{sys.executable} {path}"


def spec(command, settings="", name="judge"):
    return f'run({name}):command="{command}"{settings}'


def calls(folder):
    return (folder / "judge.calls").read_text().split()


def test_a_program_is_fed_with_the_texts_and_read_back(tmp_path):
    found = us.evaluate(SYSTEMS, REFS, ["bleu", spec(program(tmp_path, JUDGE))], sources=SOURCES)
    assert list(found["A"]) == ["bleu", "judge"]
    assert found["A"]["judge"].segments.tolist() == [110, 106, 103]
    assert found["B"]["judge"].segments.tolist() == [108, 106, 105]
    assert found["A"]["judge"].metric.signature.startswith("run(judge:version=7):command=")
    assert us.make_metric(found["A"]["judge"].signature).signature == found["A"]["judge"].metric.signature
    assert calls(tmp_path) == ["5"]  # "a dog" of both systems is asked once


def test_answers_are_kept_and_asked_again_only_where_something_changed(tmp_path):
    metric = spec(program(tmp_path, JUDGE))
    first = us.evaluate(SYSTEMS, REFS, metric)
    again = us.evaluate(SYSTEMS, REFS, metric)
    assert [r["judge"].segments.tolist() for r in again.values()] == [
        r["judge"].segments.tolist() for r in first.values()
    ]
    assert again["A"]["judge"].signature == first["A"]["judge"].signature
    us.evaluate({"C": ["a cat sat", "new", "it"]}, REFS, metric)
    assert calls(tmp_path) == ["5", "1"]
    us.evaluate(SYSTEMS, REFS, metric, sources=SOURCES)  # other texts
    us.evaluate(SYSTEMS, REFS, metric + ",cache=no")
    program(tmp_path, JUDGE.replace('"7"', '"8"'))  # an edited program is another one
    assert "version=8" in us.evaluate(SYSTEMS, REFS, metric)["A"]["judge"].signature
    assert calls(tmp_path) == ["5", "1", "5", "5", "5"]


def test_a_program_that_says_another_version_is_asked_everything_again(tmp_path):
    version = tmp_path / "version"
    version.write_text("1")
    metric = spec(program(tmp_path, JUDGE.replace('"7"', f"open({str(version)!r}).read()")))
    us.evaluate({"A": SYSTEMS["A"]}, REFS, metric)
    version.write_text("2")
    found = us.evaluate(SYSTEMS, REFS, metric)
    assert calls(tmp_path) == ["3", "2", "3"]
    assert "version=2" in found["A"]["judge"].signature


WRONG = {
    "crash": ("import sys; print(1); print(2, flush=True); sys.exit('no GPU')",
              "ended with exit code 1 after 2 of 3 scores (its last words: 'no GPU'); mend it and run it again"),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was killed by SIGKILL (perhaps for want of"),
    "too few": ("print(1); print(2)", "answered 2 of 3 segments; let it print one score for each line"),
    "too many": ("for n in range(4): print(n)", "answered line 4 of 3; let it answer each line"),
    "twice": ("""print('{"id": 1, "score": 1}'); print('{"id": 1, "score": 1}')""", "answered line 1 a second time"),
    "NaN": ("print(1); print('NaN')", "scored segment 2 of 'A' nan; a number from -1e+06 to 1e+06 is needed"),
    "huge": ("print(1e9)", "scored segment 1 of 'A' 1000000000.0"),
    "words": ("print('Loading model')", "printed 'Loading model', which is no score; let it print numbers"),
    "true": ("print('true')", "printed 'true', which is no score"),
    "hangs": ("import time; print(1, flush=True); time.sleep(60)", "was stopped after 0.5 seconds without an answer"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_a_program_that_does_wrong_is_an_error_that_says_what(fault, tmp_path):
    text, message = WRONG[fault]
    with pytest.raises(InputError) as error:
        us.evaluate(
            {"A": SYSTEMS["A"]}, REFS, spec(program(tmp_path, text), ",timeout=0.5" if fault == "hangs" else "")
        )
    assert message in str(error.value)
    assert str(error.value).startswith("judge: the program ")


def test_what_a_program_said_before_it_crashed_is_not_lost(tmp_path):
    crash = "if sys.argv[1:] and len(lines) == 3: lines = lines[:2]"
    text = JUDGE.replace('print(json.dumps({"prov', f'whole = len(lines)\n{crash}\nprint(json.dumps({{"prov')
    text += "\nif len(lines) < whole: sys.exit(9)\n"
    metric = spec(program(tmp_path, text) + " fail")
    with pytest.raises(InputError, match="exit code 9 after 2 of 3 scores"):
        us.evaluate({"A": SYSTEMS["A"]}, REFS, metric)
    assert us.evaluate({"A": SYSTEMS["A"]}, REFS, metric)["A"]["judge"].segments.tolist() == [109, 105, 102]
    assert calls(tmp_path) == ["3", "1"]


def test_lines_that_were_cut_off_are_not_read(tmp_path):
    cache = RunCache(tmp_path / "a.scores")
    cache.append({"0" * 32: 0.8312}, {})
    with cache.path.open("a") as file:
        file.write("1" * 32 + " 0.8")  # of 0.8312, when the machine stopped
    cache.append({"2" * 32: 0.5}, {})
    assert cache.read() == ({"0" * 32: 0.8312, "2" * 32: 0.5}, {})


def test_several_processes_share_the_cache(tmp_path):
    command = program(tmp_path, "for line in open(0): print(len(line) % 7)")
    call = f"us.evaluate({SYSTEMS!r}, {REFS!r}, {spec(command)!r}, checks=False)['B']['judge'].score"
    code = f"import understudy as us; print({call})"
    running = [subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=subprocess.PIPE) for _ in range(3)]
    printed = {process.communicate()[0] for process in running}
    assert len(printed) == 1
    ((path, scores, _),) = cached_runs()
    assert scores == 5
    assert all(line.endswith(" .") for line in path.read_text().splitlines())


def test_missing_provenance_is_told_and_a_wrong_one_refused(tmp_path):
    with pytest.warns(TextWarning, match="nothing says which model and version judge is"):
        us.evaluate({"A": SYSTEMS["A"]}, REFS, spec(program(tmp_path, "for line in open(0): print(1)")))
    metric = spec(program(tmp_path, JUDGE)).replace("run(judge)", "run(judge:version=6)")
    with pytest.raises(InputError, match="judge says that it has version=7, but version=6 was asked for"):
        us.evaluate({"A": SYSTEMS["A"]}, REFS, metric)


@pytest.mark.parametrize(
    ("metric", "message"),
    {
        "run(judge)": "no command for run(judge); give run(judge):command=",
        'run(judge):command="no-such-program-here"': "there is no program 'no-such-program-here'; give its whole path",
        'run(judge):command="judge \'x"': "can't be taken apart",
        'run(judge):comand="x"': "unknown setting of run(judge) 'comand'",
        'run(judge):command="x",timeout=soon': "timeout=soon",
        'run(judge):command="x",timeout=0': "timeout=0",
        "external(comet:version=2)": "give their file with --scores comet=FILE",
        'run(metricx):command="x"': "lower is better for metricx",
        'run(a b):command="x"': "named by letters",
    }.items(),
)
def test_wrong_settings_are_refused(metric, message):
    with pytest.raises(SettingError) as error:
        us.evaluate({"A": SYSTEMS["A"]}, REFS, metric)
    assert message in str(error.value)


def test_what_needs_tokens_refuses_programs_and_the_playground_never_runs_one(tmp_path):
    metric = us.make_metric(spec("true"))
    with pytest.raises(SettingError, match="is run on whole test sets, by score, compare and report"):
        us.explain("a cat", ["a cat"], metric)
    from understudy.web.work import check_settings

    with pytest.raises(SettingError, match="unknown metric 'run\\(judge\\)'"):
        check_settings([spec("true")])


def test_the_command_line_runs_it_and_lists_and_clears_the_cache(tmp_path, capsys):
    for name, lines in {"A": SYSTEMS["A"], "B": SYSTEMS["B"], "ref": REFS}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    files = [str(tmp_path / f"{name}.txt") for name in ("A", "B")]
    words = ["-r", str(tmp_path / "ref.txt"), "-m", "bleu", spec(program(tmp_path, JUDGE)), "--trials", "99"]
    assert cli.main(["compare", *files, *words, "--format", "json"]) == 0
    assert [each["metric"] for each in json.loads(capsys.readouterr().out)["metrics"]] == ["bleu", "judge"]
    assert cli.main(["report", *files, *words, "-o", str(tmp_path / "r.html")]) == 0
    assert "run(judge:version=7)" in (tmp_path / "r.html").read_text()
    assert cli.main(["cache"]) == 0
    assert "5 scores" in capsys.readouterr().out
    assert cli.main(["cache", "--clear"]) == 0
    assert cached_runs() == []
    assert calls(tmp_path) == ["5"]


# Stand-ins that speak the interfaces of the real packages, which are too large to install for tests.
COMET = """
class Prediction: ...
class Model:
    def predict(self, samples, batch_size, gpus):
        found = Prediction()
        found.scores = [0.5 if each["mt"] == each["ref"] else 0.25 for each in samples]
        print("predicting")
        return found
def download_model(name): return f"/models/{name}"
def load_from_checkpoint(path): return Model()
"""
BERTSCORE = """
class F1(list):
    def tolist(self): return list(self)
class BERTScorer:
    def __init__(self, lang): self.model_type = f"bert-{lang}"
    def score(self, hyps, refs): return None, None, F1(float(h in r) for h, r in zip(hyps, refs))
"""


@pytest.mark.parametrize(
    ("package", "module", "text", "words", "signature"),
    [
        ("unbabel-comet", "comet", COMET, "Unbabel/wmt22-comet-da", "model=Unbabel/wmt22-comet-da,version=2.2.6"),
        ("bert-score", "bert_score", BERTSCORE, "de", "model=bert-de,version=2.2.6"),
    ],
)
def test_the_recipes_run_with_stand_ins(package, module, text, words, signature, tmp_path, monkeypatch):
    (tmp_path / f"{module}.py").write_text(text)
    about = tmp_path / f"{package.replace('-', '_')}-2.2.6.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.2.6\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    recipe = ROOT / "examples" / "runners" / ("run_comet.py" if module == "comet" else "run_bertscore.py")
    metric = spec(f"{sys.executable} {recipe} {words}", name=module)
    found = us.evaluate({"A": ["the cat sat", "x", "y"]}, REFS, metric, sources=SOURCES)["A"][module]
    assert found.segments.tolist() == ([50, 25, 25] if module == "comet" else [100, 0, 0])
    assert f"({module}:{signature})" in found.signature


def test_the_recipe_of_metricx_runs_with_a_stand_in(tmp_path, monkeypatch):
    (tmp_path / "metricx24").mkdir()
    (tmp_path / "metricx24" / "__init__.py").touch()
    (tmp_path / "metricx24" / "predict.py").write_text(
        "import json, sys\n"
        "given = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n"
        "with open(given['--input_file']) as lines, open(given['--output_file'], 'w') as out:\n"
        "    for line in lines:\n"
        "        each = json.loads(line)\n"
        "        out.write(json.dumps({**each, 'prediction': len(each['hypothesis'])}) + '\\n')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    metric = spec(f"{sys.executable} {ROOT}/examples/runners/run_metricx.py", ",lower=yes", "metricx24")
    found = us.evaluate({"A": SYSTEMS["A"]}, REFS, metric, sources=SOURCES)["A"]["metricx24"]
    assert found.segments.tolist() == [9, 5, 2]
    assert not found.metric.higher_is_better


class Judging(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = asked["messages"][0]["content"]
        body = json.dumps({"choices": [{"message": {"content": " 90\n" if "a dog" in text else "40"}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_the_recipe_of_a_judge_asks_a_server(tmp_path, monkeypatch):
    server = http.server.HTTPServer(("127.0.0.1", 0), Judging)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
            monkeypatch.delenv(name)
        metric = spec(f"{sys.executable} {ROOT}/examples/runners/run_judge.py tiny")
        found = us.evaluate({"A": SYSTEMS["A"]}, REFS, metric, sources=SOURCES)["A"]["judge"]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert found.segments.tolist() == [40, 90, 40]
    assert "(judge:model=tiny,prompt=1)" in found.signature


def test_a_package_offers_a_program_by_an_entry_point(tmp_path, monkeypatch):
    (tmp_path / "toy_judge.py").write_text(f"COMMAND = {program(tmp_path, JUDGE)!r}\n")
    about = tmp_path / "toy_judge-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-judge\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[understudy.runners]\njudge = toy_judge:COMMAND\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = us.evaluate({"A": SYSTEMS["A"]}, REFS, ["run(judge)"])["A"]["judge"]
    assert found.segments.tolist() == [109, 105, 102]
