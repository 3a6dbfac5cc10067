"""The one strict check: what may be given as texts, and what is refused."""

import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import understudy as us
from understudy.inputs.texts import texts
from understudy.tokens import Reading, TokenTable

HYPS = ["the cat sat on the mat", "hello there", "日本語 の 文"]
REFS = ["the cat sat on a mat", "hello you there", "日本語 の 文"]
EXPECTED = us.bleu(HYPS, REFS).score


def refused(hyps, refs, message):
    with pytest.raises(us.InputError, match=message):
        us.bleu(hyps, refs)
    with pytest.raises(us.InputError, match=message):
        us.score(hyps, refs)


# --- Taken ----------------------------------------------------------------------------------------------------------

COLUMNS = {
    "list": list,
    "tuple": tuple,
    "generator": lambda column: (text for text in column),
    "numpy str": np.array,
    "numpy object": lambda column: np.array(column, dtype=object),
    "pandas": pd.Series,
    "pandas object": lambda column: pd.Series(column, dtype=object),
    "polars": pl.Series,
    "arrow": pa.array,
    "arrow large": lambda column: pa.array(column, pa.large_string()),
    "arrow view": lambda column: pa.array(column, pa.string_view()),
    "arrow chunked": lambda column: pa.chunked_array([column[:1], column[1:]]),
    "arrow sliced": lambda column: pa.array(["x", *column, "y"])[1:-1],
    "polars sliced": lambda column: pl.Series(["x", *column, "y"])[1:-1],
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_every_kind_of_string_column_scores_the_same(kind):
    make = COLUMNS[kind]
    assert us.bleu(make(HYPS), make(REFS)).score == EXPECTED
    assert us.bleu(make(HYPS), REFS).score == EXPECTED
    assert us.bleu(HYPS, {"only": make(REFS)}).score == EXPECTED


def test_references_may_be_strings_lists_or_named_columns():
    nested = [[ref, "another"] for ref in REFS]
    expected = us.bleu(HYPS, nested).score
    assert us.bleu(HYPS, [tuple(each) for each in nested]).score == expected
    assert us.bleu(HYPS, np.array(nested)).score == expected
    assert us.bleu(HYPS, {"A": REFS, "B": ["another"] * 3}).score == expected
    assert us.bleu(HYPS, [[ref, None] for ref in REFS]).score == EXPECTED
    assert us.bleu(HYPS, [REFS[0], [REFS[1]], (REFS[2],)]).score == EXPECTED


def test_a_square_of_references_is_taken_by_segment():
    by_segment = [["a b c d", "x"], ["e f g h", "y"]]
    assert us.bleu(["a b c d", "e f g h"], by_segment).score == 100


def test_inputs_stay_as_they_are():
    hyps, refs = list(HYPS), [[ref, None] for ref in REFS]
    us.bleu(hyps, refs)
    assert hyps == HYPS
    assert refs == [[ref, None] for ref in REFS]


def test_nul_bytes_and_line_separators_are_ordinary_text():
    assert us.bleu(["a\x00b \u2028 c d e"], ["a\x00b c d e"]).score == 100
    assert us.bleu(["a\x00b c d e"], ["a\x00x c d e"]).score < 100


def test_a_line_of_ten_megabytes_is_scored():
    line = "the cat sat on the mat " * 450_000
    assert us.bleu([line], [line]).score == 100


# --- Refused --------------------------------------------------------------------------------------------------------


def test_a_bare_string_is_refused():
    refused("the cat", ["the cat"], "the hypotheses are one bare string, 'the cat'; give a list")
    refused(["the cat"], "the cat", "the references are one bare string, 'the cat'; give a list")
    refused(b"the cat", ["the cat"], "the hypotheses are one bare string, b'the cat'")


def test_different_lengths_are_refused():
    refused(["a", "b"], ["a"], "there are 2 hypotheses but references for 1 segments")
    refused(["a"], ["a", "b"], "there are 1 hypotheses but references for 2 segments")
    refused(["a"], [["a", "x"], ["b"]], "there are 1 hypotheses but references for 2 segments")
    refused(["a"], {"A": ["a"], "B": ["a", "b"]}, "the references 'B' have 2 entries but there are 1 hypotheses")


def test_transposed_references_are_recognised():
    message = r"the references look transposed: 2 lists of 3 where 3 lists, one per hypothesis, are due; pass list\(zip"
    refused(["a", "b", "c"], [["a", "b", "c"], ["d", "e", "f"]], message)


def test_a_segment_without_reference_is_refused_by_number():
    refused(
        ["a", "b"], [["a"], [None]], r"segment 2 has no reference, got \[None\]; give at least one, '' if it is empty"
    )
    refused(["a", "b"], [["a"], []], r"segment 2 has no reference, got \[\]")
    refused(["a", "b"], ["a", None], "segment 2 of the references is not a string but NoneType: None")


def test_what_is_not_text_is_refused_by_segment():
    refused(["a", None], ["a", "b"], "segment 2 of the hypotheses is not a string but NoneType: None; give a text for")
    refused(["a", b"b"], ["a", "b"], r"segment 2 of the hypotheses is not a string but bytes: b'b'; decode it first")
    refused(["a", 3.5], ["a", "b"], "segment 2 of the hypotheses is not a string but float: 3.5; give one string")
    refused([["a", "b"]], ["a b"], r"segment 1 of the hypotheses is not a string but list: \['a', 'b'\]")
    refused(["a"], [["a", 7]], "a reference of segment 1 is not a string but int: 7")
    refused(["a"], [7], "the references of segment 1 are int, 7; give a string or a list")
    refused(["a"], 7, "the references are int, 7; give a list of strings")
    refused({"a": 1}, ["a"], r"the hypotheses are a mapping with keys \['a'\]; give a list of strings")
    refused({"a", "b"}, ["a", "b"], "the hypotheses are a set, which has no order")
    refused(["a", "b", "c"], np.array("abc"), "the references are an array without dimensions, .*'abc'")
    refused([["a" + "é" * 100]], ["a"], "segment 1 of the hypotheses is not a string but list")
    refused(np.array([["a"], ["b"]]), ["a", "b"], r"the hypotheses are an array of shape \(2, 1\); one dimension")


def test_a_lone_surrogate_is_refused_by_segment():
    refused(["a", "b\ud800"], ["a", "b"], r"segment 2 of the hypotheses holds a lone surrogate, .*'b\\ud800'")
    refused(["a", "b"], [["a"], ["b", "x\udfff"]], r"a reference of segment 2 holds a lone surrogate, .*'x\\udfff'")


def test_nothing_to_score_is_refused():
    refused([], [], "there are no segments to score")
    with pytest.raises(us.InputError, match="there are no systems to score"):
        us.evaluate({}, ["a"])
    with pytest.raises(us.InputError, match="the references are an empty mapping"):
        us.bleu(["a"], {})
    with pytest.raises(us.SettingError, match="no metric was asked for"):
        us.score(["a"], ["a"], [])


def test_references_can_be_bound_before_any_hypothesis():
    bound = us.make_metric("bleu").bind(REFS)
    assert bound.stats(HYPS).totals().parts()["score"] == EXPECTED
    with pytest.raises(us.InputError, match="there are 1 hypotheses but references for 3 segments"):
        bound.stats(HYPS[:1])
    for nothing in ([], {}, {"A": []}):
        with pytest.raises(us.InputError, match="no references|empty mapping"):
            us.make_metric("bleu").bind(nothing)


def test_writing_into_a_part_does_not_change_the_statistics():
    stats = us.bleu(HYPS, REFS).stats
    stats.metric.score(stats.rows)["hyp_length"][:] = 0
    assert us.bleu(HYPS, REFS).stats.rows.tolist() == stats.rows.tolist()


def test_systems_of_different_lengths_are_refused():
    with pytest.raises(us.InputError, match=re.escape("A has 2 segments but B has 1; one hypothesis per segment")):
        us.evaluate({"A": ["a", "b"], "B": ["a"]}, ["a", "b"])


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array(["a", None]), "the column of the hypotheses can't be used: row 2 is null; fill it or leave"),
        (pa.array([1, 2]), "its Arrow type is 'l', not a string; cast the column to strings"),
        (pa.array([["a"], ["b"]]), "it holds lists; give a column of strings, one a row"),
        (pl.Series(["a", None]), "row 2 is null"),
        (
            pa.Array.from_buffers(
                pa.string(), 2, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0"), pa.py_buffer(b"a\xff")]
            ),
            "row 2 is not valid UTF-8 at byte 1",
        ),
    ],
)
def test_an_arrow_column_that_is_not_text_is_refused(column, message):
    refused(column, ["a", "b"], message)


def test_sentence_takes_one_string():
    assert us.bleu.sentence("a b c d", ["a b c d", "x"]).score == 100
    with pytest.raises(us.InputError, match=r"sentence takes one string as hypothesis, got list: \['a'\]"):
        us.bleu.sentence(["a"], ["a"])


def test_an_unknown_metric_is_refused_with_advice():
    with pytest.raises(us.SettingError, match=r"unknown metric 'blue'; choose bleu.* \(did you mean 'bleu'\?\)"):
        us.score(["a"], ["a"], "blue")
    with pytest.raises(us.SettingError, match="setting 'order' in 'bleu:order' is not of the form name=value"):
        us.score(["a"], ["a"], "bleu:order")
    with pytest.raises(us.SettingError, match="setting order=four is not a whole number"):
        us.score(["a"], ["a"], "bleu:order=four")
    with pytest.raises(us.SettingError, match="setting 'order' is given twice"):
        us.score(["a"], ["a"], "bleu:order=4,order=4")
    with pytest.raises(us.SettingError, match="the metric bleu:.* is asked for twice"):
        us.score(["a"], ["a"], ["bleu", "bleu:order=4"])


def test_one_metric_with_two_settings_is_found_by_name_and_by_signature():
    found = us.score(HYPS, REFS, ["bleu", "bleu:order=2"])
    assert list(found) == ["bleu", us.make_metric("bleu:order=2").signature]


def test_scoring_while_another_thread_changes_the_list():
    hyps, refs = HYPS * 20_000, REFS * 20_000
    before, after = us.bleu(hyps, refs).score, us.bleu([REFS[0], *hyps[1:]], refs).score
    stop = threading.Event()

    def change():
        while not stop.is_set():
            hyps[0] = "".join(REFS[0])
            hyps[0] = "".join(HYPS[0])

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert {us.bleu(hyps, refs, threads=2).score for _ in range(5)} <= {before, after}
    finally:
        stop.set()
        thread.join()


def test_threads_that_share_references_do_not_wait_for_each_other_forever():
    bound = us.make_metric("bleu").bind(REFS * 5_000)
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(bound.stats, HYPS * 5_000) for _ in range(8)]
        looks = [pool.submit(bound.refs.words, 0) for _ in range(200)]
        scores = {job.result(timeout=300).totals().parts()["score"] for job in jobs}
        assert {tuple(map(tuple, look.result(timeout=300))) for look in looks} == {(tuple(REFS[0].split()),)}
    assert len(scores) == 1


def test_a_progress_callback_may_look_at_the_table():
    table = TokenTable(Reading("13a"))
    first = table.add(texts(HYPS, "hypotheses"))
    looked = []
    table.add(texts(HYPS * 400_000, "hypotheses"), progress=lambda done: looked.append(first.words(0)))
    assert looked[0] == HYPS[0].split()


def test_an_arrow_column_that_was_read_already_is_refused():
    class Once:
        capsule = pa.chunked_array([HYPS]).__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

        def __len__(self):
            return len(HYPS)

    column = Once()
    assert us.bleu(column, REFS).score == EXPECTED
    with pytest.raises(us.InputError, match="it was read already; make the column again"):
        us.bleu(column, REFS)


HELD = """
import threading
from understudy.inputs.texts import texts
started = threading.Event()
def work(segments):
    started.set()
    threading.Event().wait()
threading.Thread(target=work, args=(texts(["a"], "x"),), daemon=True).start()
started.wait()
"""


def test_texts_that_a_frame_holds_at_exit_are_not_called_leaked():
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
