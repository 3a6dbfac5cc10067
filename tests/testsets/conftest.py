"""A server on this machine, for the tests of downloads."""

import http.server
import json
import threading

import pytest
from local_test_sets import CASES, Handler, facts, packed


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server on this machine, a catalogue with one set at its address, and an empty cache."""
    handler = type("Own", (Handler,), {"files": {}, "requests": []})
    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    files, langpairs, ending = CASES["WMTXMLDataset"]
    data = packed(files, ending)
    handler.files["set.tgz"] = handler.files["toy.set.tgz"] = data
    base = f"http://127.0.0.1:{running.server_port}"
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"sets": {"toy": facts("WMTXMLDataset", f"{base}/good/set.tgz", data, langpairs)}}))
    for name, value in {"UNDERSTUDY_TESTSETS": own, "SACREBLEU": tmp_path / "cache", "HOME": tmp_path}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("UNDERSTUDY_MIRROR", raising=False)
    monkeypatch.chdir(tmp_path)
    handler.base = base
    yield handler
    running.shutdown()
    running.server_close()
    thread.join()
