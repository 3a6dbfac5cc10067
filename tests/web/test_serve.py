"""The playground's API and its limits, asked over a real connection."""

import contextlib
import math
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import sacrebleu
from command_line import understudy
from playground import BETTER, BODY, REFERENCES, Playground, exchanged, playground, refused
from processes import HANGS, until

from understudy.metrics import CONTENTS, metric_class


@pytest.fixture(scope="module")
def server():
    with playground("--max-body", "0.1", "--max-segments", "50", "--time-limit", "10") as started:
        yield started


@pytest.fixture
def client(server):
    with httpx.Client(base_url=server.root, timeout=HANGS, verify=False) as each:  # plain HTTP needs no certificates
        yield each
        assert each.post("/api/score", json=BODY).status_code == 200, "the server no longer works"


# --- The API --------------------------------------------------------------------------------------------------------


def test_a_score_is_that_of_sacrebleu(client):
    hypotheses, references = [BETTER, "hello there"], [[*REFERENCES], ["hello you there", "hello there you"]]
    found = client.post("/api/score", json={"hypotheses": hypotheses, "references": references, "metrics": ["bleu"]})
    theirs = sacrebleu.corpus_bleu(hypotheses, [list(each) for each in zip(*references, strict=True)])
    (score,) = found.json()["scores"]
    assert score["score"] == pytest.approx(theirs.score)
    assert score["segments"][1] == pytest.approx(sacrebleu.sentence_bleu(hypotheses[1], references[1]).score)


def test_an_explanation_has_the_counts_of_the_slide(client):
    body = {"hypothesis": BETTER, "references": REFERENCES, "metric": "bleu:lowercase=yes"}
    found = client.post("/api/explain", json=body).json()
    assert round(found["explanation"]["score"] / 100, 6) == 0.467138
    assert "4/6" in found["html"]
    assert "5/7" in found["html"]


def test_texts_in_an_explanation_are_escaped(client):
    nasty = "<script>alert(1)</script> <img src=x onerror=alert(2)> \"'>&amp;"
    body = {"hypothesis": nasty, "references": [nasty, "</section><b>"], "metric": "bleu:tokenizer=none"}
    html = client.post("/api/explain", json=body).json()["html"]
    tags = set(re.findall(r"<(\w+)", html))
    assert not tags & {"script", "img", "b"}
    assert "&lt;script&gt;" in html


def test_all_metrics_are_listed(client):
    found = client.get("/api/metrics").json()["metrics"]
    assert [each["name"] for each in found] == list(CONTENTS)
    assert [each["title"] for each in found] == [metric_class(name).title for name in CONTENTS]
    assert "paraphrase" not in {each["name"] for each in found[list(CONTENTS).index("meteor")]["settings"]}


@pytest.mark.parametrize("hypothesis", ["", " ", "a", "🙂 \u0301", "猫坐在垫子上。", "\n"])
def test_every_metric_scores_and_explains_whatever_is_typed(client, hypothesis):
    references = ["a cat", ""]
    body = {"hypotheses": [hypothesis], "references": [references], "metrics": list(CONTENTS)}
    for score in client.post("/api/score", json=body).json()["scores"]:
        assert all(map(math.isfinite, [score["score"], *score["parts"].values(), *score["segments"]]))
    for name in CONTENTS:
        body = {"hypothesis": hypothesis, "references": references, "metric": name}
        found = client.post("/api/explain", json=body)
        assert found.status_code == 200, (name, found.text)
        assert math.isfinite(found.json()["explanation"]["score"])


@pytest.mark.parametrize(
    "metric", ["blue", "bleu:order=none", "bleu:ordr=2", "bleu:order", "bleu:smoothing=exo", "bleu:tokenizer=13"]
)
def test_a_wrong_metric_gets_the_message_of_the_command_line(client, metric, tmp_path):
    (tmp_path / "text").write_text("a cat\n")
    (tmp_path / "ref").write_text("a cat\n")
    told = understudy("score", "text", "-r", "ref", "-m", metric, cwd=tmp_path).stderr.decode()
    answer = client.post("/api/score", json=BODY | {"metrics": [metric]})
    assert f"understudy: {refused(answer, 422)}\n" == told


def test_unequal_lists_get_the_message_of_the_library(client):
    message = refused(client.post("/api/score", json=BODY | {"references": [REFERENCES, REFERENCES]}), 422)
    assert message.startswith("there are 1 hypotheses but references for 2 segments")


def test_warnings_come_with_the_score(client):
    found = client.post("/api/score", json=BODY | {"metrics": ["meteor"], "lang": "sw"}).json()
    assert "for lang='sw' METEOR has" in found["warnings"][0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hypotheses": "the cat"}, "hypotheses is a string; it must be an array"),
        ({"hypotheses": [1]}, "hypotheses[0] is a number; it must be a string"),
        ({"hypotheses": []}, "hypotheses has 0 entries"),
        ({"references": ["a cat"]}, "references[0] is a string; it must be an array"),
        ({"references": [[]]}, "references[0] has 0 entries"),
        ({"references": [[None]]}, "references[0][0] is null; it must be a string"),
        ({"metric": "bleu"}, "the body has an unknown entry 'metric'"),
        ({"lang": True}, "lang is true; it must be a string"),
    ],
)
def test_a_wrong_shape_is_named(client, change, words):
    assert words in refused(client.post("/api/score", json=BODY | change), 422)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the body is not JSON"),
        (b"{", "the body is not JSON"),
        (b"\xff{}", "the body is not UTF-8: byte 1 is 0xff"),
        (b'{"lang": "en", "lang": "de"}', "the name 'lang' stands twice"),
        (b'{"lang": NaN}', "NaN is not a number of JSON"),
        (b'{"lang": "\\ud800"}', "half a surrogate pair"),
        (b"[" * 50_000, "nested too deeply"),
        (b"1" * 5000, "the body is not JSON"),
    ],
)
def test_what_is_not_plain_json_is_refused(client, content, words):
    answer = client.post("/api/score", content=content, headers={"Content-Type": "application/json"})
    assert words in refused(answer, 400)


def test_a_wrong_method_and_a_wrong_address_are_refused(client):
    wrong = client.get("/api/score")
    assert refused(wrong, 405) == "GET is not for this address; use POST"
    assert wrong.headers["allow"] == "POST"
    assert "there is nothing at this address" in refused(client.get("/api/no-such-thing"), 404)
    assert "there is no such report" in refused(client.get("/reports/no-such-report"), 404)


# --- Limits ---------------------------------------------------------------------------------------------------------


def test_too_large_a_body_is_refused_before_it_is_read(client, server):
    head = "POST /api/score HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    told = exchanged(server.port, (head.format(server.port) + "Content-Length: 100001\r\n\r\n").encode())
    assert b"413" in told.split(b"\r\n")[0]
    assert b"the request is larger than 0.1 megabytes" in told
    message = refused(client.post("/api/score", json=BODY | {"hypotheses": ["a " * 60_000]}), 413)
    assert "--max-body" in message


def test_too_large_a_body_without_its_length_is_refused_while_it_comes(client):
    def pieces():
        for _ in range(20):
            yield b" " * 10_000

    answer = client.post("/api/score", content=pieces(), headers={"Content-Type": "application/json"})
    assert answer.request.headers["transfer-encoding"] == "chunked"
    assert "larger than 0.1 megabytes" in refused(answer, 413)


def test_too_many_segments_are_refused(client):
    body = BODY | {"hypotheses": ["a"] * 51, "references": [["a"]] * 51}
    assert refused(client.post("/api/score", json=body), 413).startswith("hypotheses has 51 entries; this server takes")
    report = {"systems": {"A": "a\n" * 30, "B": "a\n" * 30}, "references": ["a\n" * 30], "metrics": ["bleu"]}
    assert "at most 50 at once" in refused(client.post("/api/report", json=report), 413)


def test_work_that_takes_too_long_is_stopped_and_holds_nobody_up():
    text = "".join(chr(0x4E00 + (i * i) % 20_000) for i in range(1_500_000))
    body = {"hypotheses": [text], "references": [[text[::-1]]], "metrics": ["cer"]}
    with playground("--time-limit", "8") as slow, httpx.Client(base_url=slow.root, timeout=HANGS) as client:
        with ThreadPoolExecutor() as pool:
            long = pool.submit(client.post, "/api/score", json=body)
            slow.until_it_works()
            assert client.post("/api/score", json=BODY).status_code == 200
            assert not long.done()
            assert "the work took longer than 8 seconds and was stopped" in refused(long.result(), 504)
        for _ in range(3):  # both workers are in use again
            assert client.post("/api/score", json=BODY).status_code == 200


def test_a_worker_that_dies_is_replaced(client, server):
    for _ in range(2):  # by now both are there, whatever was asked before
        assert client.post("/api/score", json=BODY).status_code == 200
    before = server.workers()
    assert len(before) == 2
    for each in before:
        os.kill(each, signal.SIGKILL)
    until(lambda: not set(before) & set(server.workers()))  # the server has noticed
    answers = [client.post("/api/score", json=BODY) for _ in range(3)]
    assert all(each.status_code in (200, 503) for each in answers)
    assert answers[-1].status_code == 200
    assert not set(before) & set(server.workers())


def test_a_hundred_requests_at_once_are_answered_or_refused_clearly(client):
    def asked(number: int) -> int:
        answer = client.post("/api/score", json=BODY | {"hypotheses": [f"{BETTER} {number}"]})
        if answer.status_code != 200:
            assert "busy" in refused(answer, 503)
            assert int(answer.headers["retry-after"]) >= 1
        return answer.status_code

    with ThreadPoolExecutor(100) as pool:
        found = list(pool.map(asked, range(100)))
    assert found.count(200) >= 16


def test_slow_clients_are_dropped(client, server):
    """One that never ends its header lines, one that says nothing, one whose body doesn't come."""
    body = b"POST /api/score HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n" % server.port
    waiting = [b"GET / HTTP/1.1\r\nHost: loc", b"", body + b"Content-Length: 50\r\n\r\n{"]
    begin = time.monotonic()
    with ThreadPoolExecutor() as pool:
        head, silent, slow = pool.map(lambda message: exchanged(server.port, message), waiting)
    assert time.monotonic() - begin < 60  # ten seconds each, side by side
    assert (head, silent) == (b"", b"")
    assert slow.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive within 10 seconds" in slow


# --- Starting and stopping ------------------------------------------------------------------------------------------


def test_it_says_nothing_about_the_texts():
    with playground() as server:
        httpx.post(f"{server.root}/api/score", json=BODY | {"hypotheses": ["a very private sentence"]})
        httpx.post(f"{server.root}/api/score", json=BODY | {"metrics": ["private"]})
        httpx.get(f"{server.root}/private")
        assert server.stop() == ("", "")


def test_control_c_stops_it_quickly_and_its_workers_with_it():
    server = Playground()
    workers = server.workers()
    text = "".join(chr(0x4E00 + (i * i) % 20_000) for i in range(1_500_000))
    with ThreadPoolExecutor() as pool, httpx.Client(base_url=server.root, timeout=HANGS) as client:
        body = {"hypotheses": [text], "references": [[text[::-1]]], "metrics": ["cer"]}
        long = pool.submit(client.post, "/api/score", json=body)
        server.until_it_works()
        server.process.send_signal(signal.SIGINT)
        assert server.process.communicate(timeout=HANGS) == ("", "")
        with contextlib.suppress(httpx.TransportError):  # nobody waited for the work, which takes half a minute
            assert "the server is stopping" in refused(long.result(), 503)
    assert server.process.returncode == 0
    assert len(workers) == 2
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def complaint(*options: str) -> tuple[int, str]:
    done = understudy("serve", *options)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()


def test_a_port_in_use_is_named(server):
    code, message = complaint("--port", str(server.port))
    assert code == 2
    assert message.startswith(f"understudy: port {server.port} of 127.0.0.1 is in use, perhaps by another playground;")
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--port", "70000"], "--port must be from 0"),
        (["--host", "no.such.host.invalid"], "is not an address of this machine"),
        (["--host", "203.0.113.7", "--port", "0"], "--host '203.0.113.7' can't be used"),
        (["--token", "short"], "--token must be 16 to 128 letters"),
        (["--max-segments", "0"], "--max-segments must be at least 1"),
        (["--max-body", "nan"], "--max-body must be"),
        (["--max-body", "inf"], "--max-body must be"),
        (["--time-limit", "nan"], "--time-limit must be"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, words):
    code, message = complaint(*options)
    assert code == 2
    assert words in message
    assert "Traceback" not in message


def test_without_the_extra_it_says_what_to_install():
    program = "import sys; sys.modules['starlette'] = None; from understudy.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'understudy[web]'" in done.stderr


# --- The description ------------------------------------------------------------------------------------------------


def test_schemathesis_finds_nothing(tmp_path):
    # A text that fits its shape may still not be scored: lists of different lengths, unknown settings, too much of it.
    (tmp_path / "schemathesis.toml").write_text(
        "[checks]\n"
        'positive_data_acceptance.expected-statuses = ["2xx", 413, 422]\n'
        "negative_data_rejection.expected-statuses = [400, 411, 413, 415, 422]\n"
    )
    program = "from schemathesis.cli import schemathesis; schemathesis(prog_name='schemathesis')"
    with playground() as server:
        options = [f"{server.root}/openapi.json", "--max-examples", "15", "--seed", "1", "--no-color"]
        done = subprocess.run(
            [sys.executable, "-c", program, "run", *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=HANGS,
        )
        assert done.returncode == 0, done.stdout
        assert re.search(r"Tested: [67]\b", done.stdout), done.stdout
        assert server.stop() == ("", "")
