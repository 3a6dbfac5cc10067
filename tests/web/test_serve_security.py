"""Strangers at the playground's door: other hosts and sites, paths and settings that lead to files, tokens."""

import contextlib
import dataclasses
import json
import re
import subprocess
import sys

import httpx
import pytest
from playground import BODY, exchanged, playground, refused

from understudy.metrics import CONTENTS, metric_class
from understudy.web.limits import IDLE_SECONDS

SECRET = "a-token-of-our-own-choice"


@pytest.fixture(scope="module")
def server():
    with playground("--max-body", "0.1", "--max-segments", "50", "--time-limit", "10") as started:
        yield started


@pytest.fixture
def client(server):
    with httpx.Client(base_url=server.root, timeout=300, verify=False) as each:
        yield each
        assert each.post("/api/score", json=BODY).status_code == 200, "the server no longer works"


# --- Strangers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["attacker.example", "attacker.example:{port}", "localhost:1", "localhost", ""])
@pytest.mark.parametrize("path", ["/", "/api/metrics", "/openapi.json"])
def test_a_wrong_host_is_refused(client, server, host, path):
    answer = client.get(path, headers={"Host": host.format(port=server.port)})
    assert "which is not this server" in refused(answer, 403)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_the_names_of_this_machine_are_right(client, server, host):
    assert client.get("/", headers={"Host": f"{host}:{server.port}"}).status_code == 200


def test_a_request_without_a_host_is_refused(server):
    assert b" 403 " in exchanged(server.port, b"GET / HTTP/1.0\r\n\r\n").split(b"\r\n")[0]
    assert b" 400 " in exchanged(server.port, b"GET / HTTP/1.1\r\n\r\n").split(b"\r\n")[0]


def test_what_is_not_http_is_refused_as_json(server):
    told = exchanged(server.port, b"\x16\x03\x01 hello\r\n\r\n")
    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"nosniff" in head
    assert list(json.loads(body)) == ["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://attacker.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_posts_from_other_sites_are_refused(client, headers):
    assert "another site" in refused(client.post("/api/score", json=BODY, headers=headers), 403)


def test_a_second_origin_is_looked_at_too(client, server):
    headers = [("Origin", server.root), ("Origin", "http://attacker.example")]
    assert "another site" in refused(client.post("/api/score", json=BODY, headers=headers), 403)


def test_the_page_itself_may_post(client, server):
    headers = {"Origin": server.root, "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/score", json=BODY, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1", ""]
)
def test_only_json_is_taken(client, kind):
    answer = client.post("/api/score", content=json.dumps(BODY), headers={"Content-Type": kind})
    assert "the body must be application/json" in refused(answer, 415)


def test_a_compressed_body_is_refused(client):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert "compressed" in refused(client.post("/api/score", content=b"\x1f\x8b", headers=headers), 415)


def test_a_post_without_a_body_is_refused(server):
    head = f"POST /api/score HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
    told = exchanged(server.port, f"{head}Connection: close\r\n\r\n".encode())
    assert told.startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize(
    "path",
    [
        *("/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/static/../playground.js"),
        *(
            "/playground.js/..%2f..%2fwork.py",
            "/..\\..\\work.py",
            "/playground.js%00.html",
            "/reports/../../etc/passwd",
        ),
        *("/web/work.py", "/static/index.html", "/reports/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "file:///etc/passwd"),
    ],
)
def test_no_path_leads_to_a_file(server, path):
    told = exchanged(
        server.port, f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n".encode()
    )
    assert told.split(b" ")[1] in (b"400", b"404")
    assert b"root:" not in told
    assert b"import" not in told


@pytest.mark.parametrize(
    "metric",
    [
        "meteor:paraphrase=/etc/passwd",
        "meteor:paraphrase=auto",
        "meteor:modules=exact/paraphrase,paraphrase=/dev/zero",
        "bleu:tokenizer=/etc/passwd",
        "bleu:tokenizer=custom(open)",
        "bleu:tokenizer=spm(/etc/passwd)",
        "bleu:tokenizer=flores200",
        "wer:tokenizer=../../etc/passwd",
    ],
)
@pytest.mark.parametrize("path", ["score", "explain", "report"])
def test_no_setting_opens_a_file(client, metric, path):
    bodies = {
        "score": BODY | {"metrics": [metric]},
        "explain": {"hypothesis": "a", "references": ["a"], "metric": metric},
        "report": {"systems": {"A": "a\n", "B": "b\n"}, "references": ["a\n"], "metrics": [metric]},
    }
    message = refused(client.post(f"/api/{path}", json=bodies[path]), 422)
    assert any(said in message for said in ("opens a file", "unknown tokenizer", "is a function of the caller"))


def test_no_setting_that_is_thought_harmless_opens_a_file(tmp_path):
    """Python tells of every file it opens; the native core opens only tables of paraphrases."""
    program = """if True:
        import dataclasses, sys
        trap, opened, tried = sys.argv[1], [], 0
        listening = ("open", "os.listdir", "os.scandir", "import", "subprocess.Popen")
        sys.addaudithook(lambda event, args: opened.append(event) if event in listening and trap in str(args) else None)
        open(trap).close()
        from understudy.metrics import CONTENTS, metric_class
        from understudy.web.worker import answer
        for name in CONTENTS:
            for field in dataclasses.fields(metric_class(name)):
                metric = f"{name}:{field.name}={trap}"
                given = {"hypotheses": ["a"], "references": [["a"]], "metrics": [metric], "lang": trap}
                tried += "error" in answer("score", given)
                tried += "error" in answer("explain", {"hypothesis": "a", "references": ["a"], "metric": metric})
        print(opened, tried)
    """
    trap = tmp_path / "trap"
    trap.write_text("secret")
    done = subprocess.run([sys.executable, "-c", program, trap], capture_output=True, text=True, check=True)
    fields = sum(len(dataclasses.fields(metric_class(name))) for name in CONTENTS)
    assert done.stdout == f"['open'] {2 * fields}\n"  # the one by which we see that openings are seen


def test_every_setting_is_known_to_be_harmless_or_to_name_a_file():
    for cls in map(metric_class, CONTENTS):
        settings = {each.name for each in dataclasses.fields(cls)}
        assert settings <= cls.about.harmless | cls.about.files, f"say in the about.py of {cls.name} which it is"
        assert not cls.about.harmless & cls.about.files


def test_every_answer_is_protected(client):
    answers = [
        *(client.get("/"), client.get("/playground.js"), client.get("/api/metrics"), client.get("/nothing")),
        *(client.post("/api/score", json=BODY), client.post("/api/score", json=[]), client.put("/")),
        client.get("/", headers={"Host": "attacker.example"}),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers


# --- The token ------------------------------------------------------------------------------------------------------


def test_where_others_can_reach_it_a_token_is_made_and_asked_for():
    with playground("--host", "0.0.0.0") as server:
        token = re.search(r"\?token=([\w-]{32})\s", server.first_line)[1]
        root = f"http://127.0.0.1:{server.port}"
        assert "asks for its token" in refused(httpx.get(f"{root}/"), 401)
        assert "asks for its token" in refused(httpx.post(f"{root}/api/score", json=BODY), 401)
        bearer = {"Authorization": f"Bearer {token}"}
        assert httpx.post(f"{root}/api/score", json=BODY, headers=bearer).status_code == 200
        assert httpx.get(f"{root}/", headers=bearer | {"Host": f"192.0.2.1:{server.port}"}).status_code == 200
        refused(httpx.get(f"{root}/", headers=bearer | {"Host": f"attacker.example:{server.port}"}), 403)


def test_the_token_becomes_a_cookie_that_other_sites_cannot_use():
    with playground("--token", SECRET) as server, httpx.Client(base_url=server.root) as client:
        assert f"?token={SECRET} " in server.first_line
        first = client.get(f"/?token={SECRET}")
        assert (first.status_code, first.headers["location"]) == (303, "/")
        assert {"HttpOnly", "SameSite=strict"} <= set(first.headers["set-cookie"].split("; "))
        assert client.get("/").status_code == 200
        assert client.post("/api/score", json=BODY).status_code == 200
        assert client.get("/openapi.json").json()["security"] == [{"token": []}]


def test_a_wrong_token_is_refused():
    with playground("--token", SECRET) as server, httpx.Client(base_url=server.root) as client:
        for given in ["", "wrong", f"{SECRET}x", SECRET[:-1], "é"]:
            refused(client.get("/", params={"token": given}), 401)
            refused(client.get("/", headers={"Authorization": f"Bearer.{given}".encode()}), 401)
            refused(client.get("/", headers={"Authorization": f"Bearer {given}".strip().encode()}), 401)
            refused(client.get("/", headers={"Cookie": f"understudy-{server.port}={given}".encode()}), 401)
        refused(client.get("/", headers={"Authorization": f"Basic {SECRET}"}), 401)
        refused(client.get(f"/playground.js?token={SECRET}"), 401)


CHUNKED = "Transfer-Encoding: chunked\r\n"
BROKEN = {
    "both lengths": (f"Content-Length: 4\r\n{CHUNKED}", b"4\r\nabcd\r\n0\r\n\r\n"),
    "both lengths, the other way round": (f"{CHUNKED}Content-Length: 400\r\n", b"4\r\nabcd\r\n0\r\n\r\n"),
    "two lengths": ("Content-Length: 4\r\nContent-Length: 5\r\n", b"abcde"),
    "a size that is no number": (CHUNKED, b"zz\r\nabcd\r\n0\r\n\r\n"),
    "a negative size": (CHUNKED, b"-4\r\nabcd\r\n0\r\n\r\n"),
    "a size that is too large": (CHUNKED, b"f" * 22 + b"\r\nabcd\r\n0\r\n\r\n"),
    "line feeds alone": (CHUNKED, b"4\nabcd\n0\n\n"),
    "a chunk longer than its size": (CHUNKED, b"4\r\nabcdXX0\r\n\r\n"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_body_whose_end_is_unclear_is_refused_at_once(server, how):
    length, body = BROKEN[how]
    head = (
        f"POST /api/score HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n{length}\r\n"
    )
    # Sooner than a connection that rests is closed, and the next request on it is not answered.
    told = exchanged(server.port, f"{head}{length}\r\n".encode() + body, patience=IDLE_SECONDS - 0.5)
    assert told.startswith(b"HTTP/1.1 400 ")
    assert told.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in told.lower()


@pytest.mark.parametrize("size", [33_000, 70_000])
def test_a_head_that_is_too_large_is_refused(server, size):
    head = f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\nX-Much: {'a' * size}\r\n\r\n"
    with contextlib.suppress(ConnectionResetError):  # refused before all of it was sent
        assert exchanged(server.port, head.encode(), patience=IDLE_SECONDS - 0.5).split(b" ")[1] in (b"400", b"431")
    small = f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\nX-Little: a\r\nConnection: close\r\n\r\n"
    assert exchanged(server.port, small.encode()).startswith(b"HTTP/1.1 200 ")
