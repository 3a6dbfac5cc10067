"""Columns of other libraries: the scores of lists, and nothing of the text is copied."""

import subprocess
import sys

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import understudy as us
from understudy.inputs.texts import references, texts

HYPS = ["the cat sat on the mat", "", "日本語 の 文", "a 😀 text of more than twelve bytes", "hello there"]
REFS = ["the cat sat on a mat", "some", "日本語 の 文", "a 😀 text of more than eleven bytes", "hello you"]
MORE = ["one cat sat on the mat", "", "文", "", "hello there"]
EXPECTED = us.score(HYPS, REFS, ["bleu", "chrf", "wer"])


def in_duckdb(column, what="text"):
    return duckdb.connect().from_arrow(pa.table({"text": column})).select(what)


def three_each(rows):
    return pa.array([(each + [None] * 3)[:3] for each in rows], pa.list_(pa.string(), 3))


def in_dataset(column):
    return datasets.Dataset.from_dict({"text": column, "number": list(range(len(column)))})


COLUMNS = {
    "pandas str": lambda column: pd.Series(column, dtype="str"),
    "pandas string": lambda column: pd.Series(column, dtype="string"),
    "pandas string, Python's": lambda column: pd.Series(column, dtype="string[python]"),
    "pandas object": lambda column: pd.Series(column, dtype=object),
    "pandas Arrow": lambda column: pd.Series(column, dtype=pd.ArrowDtype(pa.string())),
    "pandas Arrow large": lambda column: pd.Series(column, dtype=pd.ArrowDtype(pa.large_string())),
    "pandas Arrow views": lambda column: pd.Series(column, dtype=pd.ArrowDtype(pa.string_view())),
    "pandas with another index": lambda column: pd.Series(["x", *column, "y"], dtype="str")[1:-1],
    "pandas categorical": lambda column: pd.Series(column, dtype="category"),
    "pandas table of one column": lambda column: pd.DataFrame({"text": column}),
    "pandas index": pd.Index,
    "polars": pl.Series,
    "polars sliced": lambda column: pl.Series(["x", *column, "y"])[1:-1],
    "polars chunked": lambda column: pl.concat([pl.Series(column[:2]), pl.Series(column[2:])], rechunk=False),
    "polars categorical": lambda column: pl.Series(column, dtype=pl.Categorical),
    "polars enum": lambda column: pl.Series(column, dtype=pl.Enum(list(dict.fromkeys(column)))),
    "polars table of one column": lambda column: pl.DataFrame({"text": column}),
    "pyarrow": pa.array,
    "pyarrow large": lambda column: pa.array(column, pa.large_string()),
    "pyarrow views": lambda column: pa.array(column, pa.string_view()),
    "pyarrow chunked": lambda column: pa.chunked_array([column[:1], [], column[1:]]),
    "pyarrow sliced": lambda column: pa.array(["x", *column, "y"])[1:-1],
    "pyarrow dictionary": lambda column: pa.array(column).dictionary_encode(),
    "pyarrow dictionary sliced": lambda column: pa.array(["x", *column, "y"]).dictionary_encode()[1:-1],
    "pyarrow dictionary of bytes": lambda column: pa.DictionaryArray.from_arrays(
        pa.array(range(len(column)), pa.uint8()), pa.array(column, pa.string_view())
    ),
    "pyarrow table of one column": lambda column: pa.table({"text": column}),
    "pyarrow batch, sliced": lambda column: pa.record_batch({"text": ["x", *column, "y"]})[1:-1],
    "pyarrow reader": lambda column: pa.table({"text": column}).to_reader(max_chunksize=2),
    "pyarrow records, sliced": lambda column: pa.StructArray.from_arrays([pa.array(["x", *column])], ["text"])[1:],
    "duckdb relation": in_duckdb,
    "duckdb enum": lambda column: in_duckdb(column, f"text::enum{(*dict.fromkeys(column),)}"),
    "duckdb arrow": lambda column: in_duckdb(column).to_arrow_table()["text"],
    "duckdb polars": lambda column: in_duckdb(column).pl()["text"],
    "duckdb pandas": lambda column: in_duckdb(column).df()["text"],
    "dataset": lambda column: in_dataset(column)["text"],
    "dataset chosen": lambda column: in_dataset(["x", *column]).select(range(1, len(column) + 1))["text"],
    "dataset turned": lambda column: in_dataset(column[::-1]).select(range(len(column) - 1, -1, -1))["text"],
    "dataset for numpy": lambda column: in_dataset(column).with_format("numpy")["text"],
    "dataset for arrow": lambda column: in_dataset(column).with_format("arrow")["text"],
    "dataset's table": lambda column: in_dataset(column).data["text"],
}  # fmt: skip


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_of_strings_scores_as_a_list(kind):
    make = COLUMNS[kind]
    for refs in (make(REFS), {"only": make(REFS)}):
        found = us.score(make(HYPS), refs, ["bleu", "chrf", "wer"])
        assert {name: each.parts for name, each in found.items()} == {
            name: each.parts for name, each in EXPECTED.items()
        }
        assert found["bleu"].signature == EXPECTED["bleu"].signature
    both = us.bleu(HYPS, {"first": make(REFS), "second": make(MORE)})
    assert both.stats.rows.tolist() == us.bleu(HYPS, list(zip(REFS, MORE, strict=True))).stats.rows.tolist()


def test_a_transform_of_a_dataset_is_heeded():
    dataset = in_dataset(HYPS).with_transform(lambda batch: {name: [f"{x}!" for x in xs] for name, xs in batch.items()})
    assert [texts(dataset["text"], "hypotheses")[i] for i in range(len(HYPS))] == [f"{hyp}!" for hyp in HYPS]


# --- Several references a row -----------------------------------------------------------------------------------------

NESTED = [[REFS[0], None, MORE[0]], [""], [REFS[2]], [REFS[3], MORE[3], "x"], [None, "hello you"]]
LISTS = pa.list_(pa.string())
SEVERAL = {
    "pyarrow": lambda rows: pa.array(rows),
    "pyarrow large": lambda rows: pa.array(rows, pa.large_list(pa.large_string())),
    "pyarrow views": lambda rows: pa.array(rows, pa.list_(pa.string_view())),
    "pyarrow chunked": lambda rows: pa.chunked_array([rows[:2], rows[2:]], LISTS),
    "pyarrow sliced": lambda rows: pa.array([["x", "y"], *rows, ["z"]])[1:-1],
    "pyarrow of a fixed length": three_each,
    "pyarrow of a fixed length, sliced": lambda rows: three_each([["x"], *rows, ["x"]])[1:-1],
    "pyarrow of a dictionary": lambda rows: pa.array(rows, pa.list_(pa.dictionary(pa.int8(), pa.string()))),
    "pyarrow table": lambda rows: pa.table({"refs": rows}),
    "pyarrow batch, sliced": lambda rows: pa.record_batch({"refs": [["x", "y"], *rows, ["z"]]})[1:-1],
    "polars": pl.Series,
    "polars array": lambda rows: pl.Series([(each + [None] * 3)[:3] for each in rows], dtype=pl.Array(pl.String, 3)),
    "pandas Arrow": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(LISTS)),
    "pandas object": lambda rows: pd.Series(rows, dtype=object),
    "duckdb": lambda rows: duckdb.connect().from_arrow(pa.table({"refs": rows})),
    "dataset": lambda rows: datasets.Dataset.from_dict({"refs": rows})["refs"],
}  # fmt: skip


@pytest.mark.parametrize("kind", SEVERAL)
def test_a_column_of_lists_scores_as_lists_of_lists(kind):
    make = SEVERAL[kind]
    found, expected = us.bleu(HYPS, make(NESTED)), us.bleu(HYPS, NESTED)
    assert found.stats.rows.tolist() == expected.stats.rows.tolist()
    assert found.signature == expected.signature
    with pytest.raises(us.InputError, match="segment 3 has no reference.*; give at least one"):
        us.bleu(HYPS, make([*NESTED[:2], [None], *NESTED[3:]]))
    with pytest.raises(us.InputError, match="there are 4 hypotheses but references for 5 segments"):
        us.bleu(HYPS[:4], make(NESTED))
    if kind != "dataset":  # it has an order of its own for rows that are null
        with pytest.raises(us.InputError, match="hypotheses can't be used: it holds lists;|not a string but list"):
            us.bleu(make(NESTED), HYPS)


def test_null_is_a_missing_reference():
    first, second = pa.array(["a b c d", None, "e f g h"]), pa.array([None, "x y z v", "e f"])
    nested = [["a b c d"], ["x y z v"], ["e f g h", "e f"]]
    hyps = ["a b c d", "x y z w", "e f g"]
    expected = us.bleu(hyps, nested).stats.rows.tolist()
    assert us.bleu(hyps, {"A": first, "B": second}).stats.rows.tolist() == expected
    assert us.bleu(hyps, {"A": first, "B": second.to_pylist()}).stats.rows.tolist() == expected
    rows = pa.array([["a b c d"], None, ["e f g h"]], LISTS)
    assert us.bleu(hyps, {"A": rows, "B": second}).stats.rows.tolist() == expected
    for refs in (first, rows, {"A": first}, {"A": rows, "B": first}):
        with pytest.raises(us.InputError, match="segment 2 has no reference; give at least one, '' if it is empty"):
            us.bleu(hyps, refs)
    with pytest.raises(us.InputError, match="the references 'B' have 2 entries but there are 3 hypotheses"):
        us.bleu(hyps, {"A": first, "B": second[1:]})
    for nothing in (pa.array([], pa.string()), pa.array([], LISTS), pl.Series([], dtype=pl.String)):
        with pytest.raises(us.InputError, match="there are no references"):
            us.make_metric("bleu").bind(nothing)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1, 2]).dictionary_encode(), "its Arrow type is 'l', not a string; cast the column to strings"),
        (pa.array(["a", None]).dictionary_encode(), "row 2 is null; fill it or leave the row out of every column"),
        (pa.DictionaryArray.from_arrays([0, 1], ["a", None]), "row 2 is null"),
        (pa.table({"a": ["x", "y"], "b": ["x", "y"]}), "it is a table of 2 columns; give one column, of strings"),
        (pa.table({"a": [1, 2]}), "its Arrow type is 'l', not a string"),
        (pa.array([{"a": "x"}, None]), "a record is null; give a column of strings"),
        (pd.Series([1, 2]), "segment 1 of the hypotheses is not a string but int"),
        (pd.Series(["a", None], dtype="str"), "row 2 is null"),
        (pd.Series(["a", None], dtype="category"), "segment 2 of the hypotheses is not a string but float: nan"),
        (pd.DataFrame({"a": ["x", "y"], "b": ["x", "y"]}), "it is a table of 2 columns"),
        (pl.DataFrame({"a": ["x", "y"], "b": ["x", "y"]}), "it is a table of 2 columns"),
        (pl.Series([1, 2]), "its Arrow type is 'l', not a string"),
        (in_dataset(["x", "y"])["number"], "its Arrow type is 'l', not a string"),
        (in_dataset(["x", "y"]), "segment 1 of the hypotheses is not a string but dict"),
        (pa.array([["a"], ["b"]], pa.list_view(pa.string())), r"lists or records, of Arrow type '\+vl'; cast it to"),
        (pa.array([[["a"]], [["b"]]]), "it holds lists; give a column of strings, one a row"),
    ],
)  # fmt: skip
def test_a_column_that_is_not_text_is_refused(column, message):
    with pytest.raises(us.InputError, match=message):
        us.bleu(column, ["a", "b"])


def arrow_object(method, value):
    """Says that it is an Arrow column, and gives something else."""
    return type("Column", (), {method: lambda self: value})()


SCHEMA, ARRAY = pa.array(["a"]).__arrow_c_array__()


@pytest.mark.parametrize(
    ("method", "value", "message"),
    [
        ("__arrow_c_stream__", 5, "it has no capsule 'arrow_array_stream' but 5"),
        ("__arrow_c_stream__", ARRAY, "it has no capsule 'arrow_array_stream' but <capsule"),
        ("__arrow_c_array__", None, "its __arrow_c_array__ gives no pair of capsules but None"),
        ("__arrow_c_array__", (SCHEMA,), "its __arrow_c_array__ gives no pair of capsules"),
        ("__arrow_c_array__", (ARRAY, SCHEMA), "it has no capsule 'arrow_schema' but <capsule"),
    ],
)
def test_capsules_of_the_wrong_kind_are_refused(method, value, message):
    with pytest.raises(us.InputError, match=f"the column of the hypotheses can't be used: {message}.*pyarrow.array"):
        texts(arrow_object(method, value), "hypotheses")


def test_references_that_are_not_text_are_refused():
    for column in (
        pa.array([[1], [2]]),
        pa.array([[["a"]], [["b"]]]),
        pa.array([{"a": 1, "b": 2}] * 2),
        pa.array([1, 2]),
    ):
        with pytest.raises(us.InputError, match="the column of the references can't be used"):
            us.bleu(["a", "b"], column)
    bad = pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(np.array([0, 1, 2], "i4")), pa.py_buffer(b"a\xff")])
    for column in (bad, pa.ListArray.from_arrays(pa.array([0, 1, 2]), bad)):
        with pytest.raises(us.InputError, match="row 2 is not valid UTF-8 at byte 1"):
            us.bleu(["a", "b"], column)


def test_a_stream_that_can_be_read_once_is_read_once():
    table = pa.table({"text": HYPS})
    counting = us.score(HYPS, REFS, ["bleu", "nist"])
    from understudy.scoring.evaluate import named_metrics
    from understudy.sharding.shards import Counting, survey

    metrics = named_metrics(["bleu", "nist"])
    found = Counting(metrics, survey(metrics, REFS)).scores(table.to_reader(), iter(REFS))
    assert {name: each.parts for name, each in found.items()} == {name: each.parts for name, each in counting.items()}


def test_views_outlive_the_column_that_they_came_from():
    held = references(
        {"first": pa.array([f"text {i} of some length" for i in range(1000)]), "second": pa.array(["x"] * 1000)}
    )
    assert held.flat[1998] == "text 999 of some length"


# --- Memory -----------------------------------------------------------------------------------------------------------

MEMORY = """
import datasets, duckdb, numpy as np, pandas as pd, polars as pl, pyarrow as pa
from understudy.inputs.texts import references, texts

ROWS, BYTES = 200_000, 250
letters = pa.py_buffer(np.full(ROWS * BYTES, ord("a"), "u1"))
offsets = pa.py_buffer(np.arange(0, ROWS * BYTES + 1, BYTES, dtype="i4"))
column = pa.Array.from_buffers(pa.string(), ROWS, [None, offsets, letters])
lists = pa.ListArray.from_arrays(pa.array(np.arange(0, ROWS + 1, 2, dtype="i4")), column)
table = pa.table({"text": column})
relation = duckdb.connect().from_arrow(table)

def memory(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(name))

def growth(work):
    with open("/proc/self/clear_refs", "w") as refs:
        refs.write("5")  # the peak is now what is held now
    before = memory("VmRSS")
    held = work()
    return (memory("VmHWM") - before) / (ROWS * BYTES)

pandas, polars = table.to_pandas()["text"], pl.from_arrow(table)["text"]
columns = {
    "pyarrow": column, "large": column.cast(pa.large_string()), "view": column.cast(pa.string_view()),
    "chunked": pa.chunked_array([column[:70_000], column[70_000:]]), "sliced": column[1:], "table": table,
    "pandas": pandas, "pandas Arrow": pd.Series(pd.arrays.ArrowExtensionArray(column)), "polars": polars,
    "dataset": datasets.Dataset(table)["text"], "duckdb": relation.to_arrow_table()["text"],
    "dictionary": pa.DictionaryArray.from_arrays(np.arange(ROWS), column),
}
assert str(pandas.dtype) == "str", pandas.dtype
references(columns["pyarrow"][:9]), texts(columns["dataset"], "hypotheses")  # whatever is loaded on the way
for name, each in columns.items():
    print(name, growth(lambda: texts(each, "hypotheses")))
    print(name, "as references", growth(lambda: references(each)))
print("lists", growth(lambda: references(lists)))
print("named", growth(lambda: references({"first": column, "second": columns["large"]})) / 2)
print("COPIED", growth(lambda: texts(column.to_pylist(), "hypotheses")))
print("COPIED", growth(lambda: relation.to_arrow_table()))
"""


def test_no_text_is_copied():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", MEMORY], capture_output=True, text=True, timeout=300)
    assert not done.returncode, done.stderr
    grown = [(name, float(share)) for name, share in (line.rsplit(" ", 1) for line in done.stdout.splitlines())]
    assert len(grown) == 28
    # Views are 16 bytes of 250, and twice that while there are more and more of them.
    assert [each for each in grown if each[0] != "COPIED" and each[1] > 0.3] == []
    assert all(share > 0.9 for name, share in grown if name == "COPIED"), "the measurement sees no copy"
