"""The recipe for Ray Data of docs/how-to/cluster.md, run as it stands there."""

import logging
import re

import pytest

import understudy as us


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_the_recipe_gives_the_score_of_the_whole(root, examples, tmp_path):
    ray = pytest.importorskip("ray", reason="Ray, which is large, is not installed; make ray installs it")
    pytest.importorskip("ray.data", reason="Ray Data is not installed; make ray installs it")
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet

    hyps, refs = examples["medium"], examples["reference1"]
    for begin in (0, 40):
        rows = {"hyp": hyps[begin : begin + 40 + begin], "ref": refs[begin : begin + 40 + begin]}
        parquet.write_table(pa.table(rows), tmp_path / f"{begin}.parquet")
    parquet.write_table(
        pa.table({"hyp": [], "ref": []}, pa.schema({"hyp": pa.string(), "ref": pa.string()})), tmp_path / "no.parquet"
    )
    page = (root / "docs" / "how-to" / "cluster.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^```python\n(import json, .*?)^```$", page, re.MULTILINE | re.DOTALL)
    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, configure_logging=False)
    try:
        names = {"folder": str(tmp_path)}
        exec(recipe, names)
    finally:
        ray.shutdown()
    whole = us.score(hyps, refs, ["bleu", "chrf"])
    assert {name: (result.parts, result.signature) for name, result in names["scores"].items()} == {
        name: (result.parts, result.signature) for name, result in whole.items()
    }
