"""Scores and evaluations show themselves: as HTML in notebooks, as text, and as data frames."""

import json

import pytest

import understudy as us

HYPS = {"A": ["a cat sat here", "it was black"], "<b>B</b>": ["a dog sat here", "it is black"]}
REFS = ["a cat sat here", "it is black"]


@pytest.fixture
def evaluation() -> us.Evaluation:
    return us.evaluate(HYPS, REFS, ["wer", "chrf"])


def test_html_is_escaped_and_has_the_scores(evaluation: us.Evaluation) -> None:
    html = evaluation._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;B&lt;/b&gt;" in html
    assert "2 systems, 2 segments" in html
    assert evaluation["A"]["wer"].signature in html
    assert "System" not in evaluation["A"]._repr_html_().partition("</style>")[2].partition("<details>")[0]


def test_html_of_many_systems_stays_small() -> None:
    texts = [f"number {n} is a good number" for n in range(3_000)]
    shown = us.evaluate({f"system {n}": texts for n in range(100)}, texts, "wer", checks=False)._repr_html_()
    assert len(shown.encode()) < 200_000
    assert "… 40 more …" in shown


def test_frames_have_one_score_a_row(evaluation: us.Evaluation) -> None:
    expected = [own[name].score for own in evaluation.values() for name in ("wer", "chrf")]
    assert evaluation.to_pandas()["score"].tolist() == expected
    assert evaluation.to_polars()["score"].to_list() == expected
    assert evaluation.to_arrow()["score"].to_pylist() == expected
    assert evaluation["A"].to_polars().columns == ["metric", "score", "segments", "signature"]


def test_plain_values_can_be_written_as_json(evaluation: us.Evaluation) -> None:
    values = json.loads(json.dumps(evaluation["A"].to_dict()))
    assert values["wer"]["score"] == evaluation["A"]["wer"].score
    assert json.loads(json.dumps(evaluation.to_dict()))["systems"][1]["name"] == "<b>B</b>"


def test_repr_is_a_table_without_signatures(evaluation: us.Evaluation) -> None:
    assert [line.split()[0] for line in repr(evaluation).splitlines()] == ["System", "A", "<b>B</b>"]
