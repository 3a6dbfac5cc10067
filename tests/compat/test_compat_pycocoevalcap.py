"""compat.pycocoevalcap against pycocoevalcap itself, live; its tokenizer and METEOR need Java."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pycocoevalcap.bleu.bleu as their_bleu
import pycocoevalcap.cider.cider as their_cider
import pycocoevalcap.rouge.rouge as their_rouge
import pytest
from captions import Images, dataset
from hypothesis import given, settings
from hypothesis import strategies as st

import understudy as us
from understudy import compat
from understudy.compat.pycocoevalcap.bleu.bleu import Bleu
from understudy.compat.pycocoevalcap.cider.cider import Cider
from understudy.compat.pycocoevalcap.eval import COCOEvalCap
from understudy.compat.pycocoevalcap.meteor.meteor import Meteor
from understudy.compat.pycocoevalcap.rouge.rouge import Rouge
from understudy.compat.pycocoevalcap.spice.spice import Spice
from understudy.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

SCORES = Path(__file__).parents[1] / "oracles" / "caption_scores.json"
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="pycocoevalcap runs Java")
texts = st.lists(st.sampled_from(["a", "dog", "runs", "the", "\xa0", "", "x\xa0y", "'s", "1/2", "é"]), max_size=8).map(
    " ".join
)
datasets = st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=4)), min_size=1, max_size=5).map(
    lambda pairs: (dict(enumerate(refs for _, refs in pairs)), dict(enumerate([hyp] for hyp, _ in pairs)))
)


def same(mine, other):
    assert np.allclose(mine[0], other[0], rtol=1e-12, atol=1e-15)
    assert np.allclose(mine[1], other[1], rtol=1e-9, atol=1e-12)


@given(data=datasets, n=st.integers(1, 5))
@settings(max_examples=60)
def test_bleu_rouge_and_cider_equal_the_peer_on_any_captions(data, n):
    with contextlib.redirect_stdout(io.StringIO()) as mine:
        ours = Bleu(n).compute_score(*data)
    with contextlib.redirect_stdout(io.StringIO()) as other:
        # The peer makes four orders whatever it is asked for.
        theirs = their_bleu.Bleu(n).compute_score(*data) if n <= 4 else None
    if theirs is not None:
        assert ours == theirs
        assert mine.getvalue() == other.getvalue()
    score, scores = Rouge().compute_score(*data)
    expected, of_each = their_rouge.Rouge().compute_score(*data)
    assert score == pytest.approx(expected, abs=1e-15) and scores.tolist() == of_each.tolist()
    if any(text.split() for refs in data[0].values() for text in refs):  # else the peer has no maximum to take
        same(Cider().compute_score(*data), their_cider.Cider().compute_score(*data))


@needs_java
def test_the_tokenizer_equals_the_peer_on_captions_that_follow_each_other():
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer as Theirs

    coco, results = dataset(500, seed=5)
    for each in (coco.imgToAnns, results.imgToAnns):
        each[-1] = [{"caption": "the last one is not before a line end"}]
        assert PTBTokenizer().tokenize(each) == Theirs().tokenize(each)


def test_all_seven_scores_equal_what_the_peer_printed():
    # The peer's own METEOR takes half a minute to start: its numbers are stored.
    printed = json.loads(SCORES.read_text(encoding="utf-8"))
    mine = COCOEvalCap(*dataset(60))
    with pytest.warns(UserWarning, match="SPICE is not offered"), contextlib.redirect_stdout(io.StringIO()) as shown:
        mine.evaluate()
    assert mine.eval == pytest.approx(printed["eval"], rel=1e-12)
    assert len(mine.eval) == 7
    assert [str(image) for image in mine.imgToEval] == list(printed["imgToEval"])
    for image, scores in printed["imgToEval"].items():
        assert mine.imgToEval[int(image)] == pytest.approx(scores, rel=1e-9, abs=1e-12)
    assert mine.evalImgs == list(mine.imgToEval.values())
    assert f"CIDEr: {printed['eval']['CIDEr']:0.3f}" in shown.getvalue()


def test_wrong_shapes_are_refused_with_the_remedy():
    with pytest.raises(us.InputError, match="image 1 has 2 results"):
        Rouge().compute_score({1: ["a"]}, {1: ["a", "b"]})
    with pytest.raises(us.InputError, match="not the same ones: 2 has only one"):
        Bleu().compute_score({1: ["a"], 2: ["b"]}, {1: ["a"]})
    with pytest.raises(us.InputError, match="give a list with at least one caption"):
        Cider().compute_score({1: "a dog"}, {1: ["a dog"]})
    with pytest.raises(us.InputError, match="PTBTokenizer"):
        Meteor().compute_score({1: [{"caption": "a"}]}, {1: ["a dog"]})
    with pytest.raises(us.InputError, match="'caption': text"):
        PTBTokenizer().tokenize({1: ["a dog"]})
    with pytest.raises(us.InputError, match="at least one"):
        PTBTokenizer().tokenize({1: []})
    with pytest.raises(us.InputError, match=r"params\['image_id'\]"):
        COCOEvalCap(Images([(1, ["a"]), (2, ["b"])]), Images([(1, ["a"])])).evaluate()
    with pytest.raises(us.SettingError, match="SPICE is not offered"):
        Spice().compute_score({}, {})


def test_a_caption_with_a_line_end_of_another_kind_does_not_shift_the_next_ones():
    tokens = PTBTokenizer().tokenize({1: [{"caption": "a\rdog\nruns"}], 2: [{"caption": "a\u2028cat"}]})
    assert tokens == {1: ["a dog runs"], 2: ["a cat"]}


def test_it_stands_in_under_the_name_of_the_peer():
    program = (
        "from understudy import compat\n"
        "compat.install('pycocoevalcap')\n"
        "from pycocoevalcap.eval import COCOEvalCap\n"
        "from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer\n"
        "import pycocoevalcap\n"
        "print(COCOEvalCap.__module__, PTBTokenizer.__module__, pycocoevalcap.__version__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    package = "understudy.compat.pycocoevalcap"
    assert done.stdout.split() == [f"{package}.eval", f"{package}.tokenizer.ptbtokenizer", "1.2"]
    assert "pycocoevalcap" in compat.peers()
