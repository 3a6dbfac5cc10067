"""compat.sacrebleu beside sacrebleu: the same calls, the same scores to the last digit, on any text."""

import logging
import pickle
from pathlib import Path

import numpy as np
import pytest
import sacrebleu as peer
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, is_stable, single_corpora
from strategies import segments as any_segment

import understudy.compat.sacrebleu as ours
from understudy.compat.sacrebleu.significance import PairedTest, estimate_ci
from understudy.errors import InputError, UnderstudyError

EXAMPLES = Path(__file__).parents[2] / "examples"
HYPS, WEAK, REF1, REF2 = (
    (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:40]
    for name in ("medium.en", "weak.en", "reference1.en", "reference2.en")
)
OPTIONS = {
    "BLEU": st.fixed_dictionaries(
        {},
        optional={
            "lowercase": st.booleans(),
            "force": st.booleans(),
            "tokenize": st.sampled_from(["13a", "intl", "zh", "char", "none"]),
            "smooth_method": st.sampled_from(["none", "floor", "add-k", "exp"]),
            "smooth_value": st.sampled_from([None, 0, 0.1, 1, 3.5]),
            "max_ngram_order": st.integers(1, 9),
            "effective_order": st.booleans(),
        },
    ),
    "CHRF": st.fixed_dictionaries(
        {},
        optional={
            "char_order": st.integers(1, 8),
            "word_order": st.integers(0, 3),
            "beta": st.sampled_from([0, 1, 2, 3]),
            "lowercase": st.booleans(),
            "whitespace": st.booleans(),
            "eps_smoothing": st.booleans(),
        },
    ).map(lambda options: {"char_order": 0, "word_order": 2} if options.get("char_order") == 7 else options),
    "TER": st.fixed_dictionaries(
        {},
        optional={name: st.booleans() for name in ("normalized", "no_punct", "asian_support", "case_sensitive")},
    ),
}


def values_of(score):
    return {name: value for name, value in vars(score).items() if not (name == "ref_length" and value % 1)}


def compare(cls, options, hyps, streams, **call):
    theirs, mine = getattr(peer, cls)(**options), getattr(ours, cls)(**options)
    their_score, my_score = theirs.corpus_score(hyps, streams, **call), mine.corpus_score(hyps, streams, **call)
    if cls == "TER" and len(streams) == 3:  # thirds of words are added in another order
        assert my_score.score == pytest.approx(their_score.score, abs=1e-9)
    else:
        assert values_of(my_score) == values_of(their_score)
        assert str(my_score) == str(their_score)
    for short in (False, True):
        signature = theirs.get_signature().format(short)
        assert mine.get_signature().format(short) == signature
        written = [each.format(4, signature=signature, is_json=not short) for each in (my_score, their_score)]
        assert written[0] == written[1]
    return theirs, mine


@pytest.mark.parametrize("cls", OPTIONS)
@settings(max_examples=60)
@given(data=st.data(), corpus=single_corpora)
def test_one_reference(cls, data, corpus):
    hyps, refs = corpus
    if all(map(is_stable, [*hyps, *refs])):
        compare(cls, data.draw(OPTIONS[cls]), hyps, [refs])


@pytest.mark.parametrize("cls", OPTIONS)
@settings(max_examples=40)
@given(data=st.data(), corpus=corpora)
def test_several_references_some_of_them_missing(cls, data, corpus):
    hyps, refs = corpus
    if not all(map(is_stable, [*hyps, *(ref for each in refs for ref in each)])):
        return
    width = max(map(len, refs))
    streams = [list(stream) for stream in zip(*(each + [None] * (width - len(each)) for each in refs), strict=True)]
    theirs, mine = compare(cls, data.draw(OPTIONS[cls]), hyps, streams)
    statistics = mine._extract_corpus_statistics(hyps, streams)
    assert np.allclose(statistics, theirs._extract_corpus_statistics(hyps, streams), rtol=0, atol=1e-9)


@pytest.mark.parametrize("cls", OPTIONS)
@settings(max_examples=40)
@given(data=st.data(), segment=any_segment)
def test_one_segment(cls, data, segment):
    hyp, refs = segment
    if all(map(is_stable, [hyp, *refs])):
        options = data.draw(OPTIONS[cls])
        theirs = getattr(peer, cls)(**options).sentence_score(hyp, refs)
        mine = getattr(ours, cls)(**options).sentence_score(hyp, refs)
        assert mine.score == pytest.approx(theirs.score, abs=1e-9)
        assert str(mine) == str(theirs)


FUNCTIONS = [
    ("corpus_bleu", {}),
    ("corpus_bleu", {"tokenize": "ja-mecab", "lowercase": True}),
    ("corpus_bleu", {"smooth_method": "add-k", "smooth_value": 2, "use_effective_order": True, "force": True}),
    ("raw_corpus_bleu", {}),
    ("raw_corpus_bleu", {"smooth_value": 0.5}),
    ("corpus_chrf", {}),
    ("corpus_chrf", {"word_order": 2, "beta": 3, "remove_whitespace": False, "eps_smoothing": True}),
    ("corpus_ter", {}),
    ("corpus_ter", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
]


@pytest.mark.parametrize(("name", "options"), FUNCTIONS, ids=str)
def test_functions_on_the_examples(name, options):
    call = (HYPS, [REF1, REF2])
    assert vars(getattr(ours, name)(*call, **options)) == vars(getattr(peer, name)(*call, **options))
    if name != "raw_corpus_bleu":
        options.pop("force", None)
        sentence = name.replace("corpus", "sentence")
        for hyp, *refs in zip(HYPS, REF1, REF2, strict=True):
            mine, theirs = (getattr(module, sentence)(hyp, refs, **options) for module in (ours, peer))
            assert vars(mine) == vars(theirs)


@pytest.mark.parametrize(
    ("cls", "options"), [("BLEU", {}), ("BLEU", {"smooth_method": "add-k"}), ("CHRF", {}), ("TER", {})]
)
@pytest.mark.parametrize("seed", ["12345", "7"])
def test_intervals_and_cached_references(cls, options, seed, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    theirs, mine = (getattr(module, cls)(references=[REF1, REF2], **options) for module in (peer, ours))
    for hyps in (HYPS, WEAK):
        their_score, my_score = (each.corpus_score(hyps, None, n_bootstrap=60) for each in (theirs, mine))
        assert vars(my_score) == vars(their_score)
        assert str(mine.get_signature()) == str(theirs.get_signature())
    with pytest.raises(RuntimeError, match="No references provided"):
        getattr(ours, cls)(**options).corpus_score(HYPS, None)


@pytest.mark.parametrize("kind", ["bs", "ar"])
@pytest.mark.parametrize("resamples", [-1, 40])
def test_paired_tests(kind, resamples):
    from sacrebleu.significance import PairedTest as PeerTest

    systems = [("A", HYPS), ("B", WEAK), ("C", REF2), ("D", HYPS)]
    results = []
    for module, test in ((peer, PeerTest), (ours, PairedTest)):
        metrics = {"BLEU": module.BLEU(), "CHRF": module.CHRF(word_order=2), "TER": module.TER()}
        signatures, scores = test(systems, metrics, [REF1], kind, 150, resamples)()
        plain = {name: [each if isinstance(each, str) else vars(each) for each in own] for name, own in scores.items()}
        results.append(({name: str(each) for name, each in signatures.items()}, plain, str(scores["BLEU"][1])))
    assert results[0] == results[1]


def test_a_seed_of_none_draws_anew(monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    metric = ours.BLEU()
    first, second = (metric.corpus_score(HYPS, [REF1], n_bootstrap=50)._mean for _ in range(2))
    assert first != second
    assert "|seed:none|" in str(metric.get_signature())


# --- What sacrebleu cuts or scores silently -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hyps", "refs", "error", "message"),
    [
        ("a cat", [["a cat"]], TypeError, "`hyps` should be a sequence of strings, got str 'a cat'"),
        (iter(["a"]), [["a"]], TypeError, "`hyps` should be a sequence of strings"),
        (["a", None], [["a", "b"]], TypeError, "Each element of `hyps` should be a string; number 2 is NoneType"),
        (["a", 5], [["a", "b"]], TypeError, "number 2 is int 5"),
        (["a", "b"], ["a", "b"], TypeError, "one of its elements is str 'a'"),
        (["a"], "a", TypeError, "`refs` should be a sequence of sequence of strings: .*, got str 'a'"),
        (["a"], [5], TypeError, "Each element of `refs` should be a sequence of strings, got int 5"),
        (["a"], [[5]], TypeError, "a reference of segment 1 is not a string but int: 5"),
        (["a", "b"], [["a"]], InputError, "there are 2 hypotheses but 1 references in each stream"),
        (["a"], [["a", "b"]], InputError, "there are 1 hypotheses but 2 references in each stream"),
        (["a", "b"], [["a", "b"], ["a"]], InputError, "the streams of references have 1 and 2 segments"),
        (["a", "b", "c"], [["a"], ["b"], ["c"]], InputError, "look transposed: give one list for each reference"),
        (["a"], [[None]], InputError, "segment 1 has no reference"),
        ([], [[]], InputError, "there are no references"),
    ],
)
def test_a_wrong_shape_is_refused_with_the_remedy(hyps, refs, error, message):
    for cls in OPTIONS:
        with pytest.raises(error, match=message):
            getattr(ours, cls)().corpus_score(hyps, refs)


@pytest.mark.parametrize(
    ("hyp", "refs", "error"),
    [(["a"], ["a"], TypeError), ("a", "a", TypeError), ("a", [5], TypeError), ("a", [None], InputError)],
)
def test_a_wrong_segment_is_refused(hyp, refs, error):
    with pytest.raises(error):
        ours.CHRF().sentence_score(hyp, refs)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ours.BLEU(tokenize="no-such"), KeyError),
        (lambda: ours.BLEU(smooth_method="no-such"), AssertionError),
        (lambda: ours.BLEU().get_signature(), ValueError),
        (lambda: PairedTest([("A", ["a"])], {}, [["a"]], "t"), AssertionError),
        (lambda: ours.BLEU(max_ngram_order=99).corpus_score(["a"], [["a"]]), UnderstudyError),
        (lambda: ours.CHRF(0, 0).corpus_score(["a"], [["a"]]), UnderstudyError),
    ],
)
def test_wrong_settings(make, error):
    with pytest.raises(error):
        make()


# --- Helpers --------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(segment=any_segment)
def test_tokenizers_and_ngrams(segment):
    text = segment[0]
    if not is_stable(text):
        return
    for name in ("13a", "intl", "zh", "char", "none", "ja-mecab"):
        if name != "ja-mecab" or "\0" not in text:
            mine, theirs = (module.BLEU(tokenize=name) for module in (ours, peer))
            assert mine._preprocess_segment(text).split() == theirs._preprocess_segment(text).split()
            assert mine.tokenizer.signature() == theirs.tokenizer.signature()
    for options in ({}, {"normalized": True}, {"no_punct": True, "asian_support": True}):
        mine, theirs = (module.TER(**options) for module in (ours, peer))
        assert mine._preprocess_segment(text) == theirs._preprocess_segment(text)
    assert ours.extract_char_ngrams(text, 2) == peer.extract_char_ngrams(text, 2)
    assert ours.extract_word_ngrams(text.split(), 2) == peer.extract_word_ngrams(text.split(), 2)


def test_a_tokenizer_of_the_caller_is_used():
    class Halves(ours.metrics.bleu.BaseTokenizer):
        def signature(self):
            return "halves"

        def __call__(self, line):
            return " ".join([line[: len(line) // 2], line[len(line) // 2 :]])

    metric = ours.BLEU(effective_order=True)
    metric.tokenizer = Halves()
    assert metric.sentence_score("abcd", ["abce"]).counts == [1, 0, 0, 0]


def test_compute_bleu_leaves_the_counts_of_the_caller_alone():
    counts = [5, 4, 2, 1]
    mine = ours.BLEU.compute_bleu(counts, [7, 6, 5, 4], 7, 6, "add-k")
    assert counts == [5, 4, 2, 1]
    assert vars(mine) == vars(peer.BLEU.compute_bleu([5, 4, 2, 1], [7, 6, 5, 4], 7, 6, "add-k"))


def test_warnings_go_to_its_log(caplog):
    for module in (peer, ours):
        with caplog.at_level(logging.WARNING, "sacrebleu"):
            module.BLEU(tokenize="13a", trg_lang="ja").sentence_score("a", ["a"])
            module.corpus_bleu(["a ."] * 100, [["a ."] * 100])
    messages = [record.getMessage() for record in caplog.records]
    assert messages[: len(messages) // 2] == messages[len(messages) // 2 :]
    assert len(messages) == 10


def test_metrics_and_scores_can_be_pickled():
    metric = ours.BLEU(lowercase=True)
    again = pickle.loads(pickle.dumps(metric))
    assert vars(again.corpus_score(HYPS, [REF1])) == vars(metric.corpus_score(HYPS, [REF1]))


def test_every_public_name_of_the_peer_is_there():
    import importlib

    assert set(peer.__all__) == set(ours.__all__)
    modules = ("metrics", "metrics.bleu", "metrics.chrf", "metrics.ter", "metrics.helpers", "significance", "utils")
    skipped = {"extract_tarball", "get_md5sum", "download_file"}  # which download
    for name in modules:
        theirs, mine = (importlib.import_module(f"{base}.{name}") for base in ("sacrebleu", ours.__name__))
        own = {
            each
            for each, value in vars(theirs).items()
            if callable(value) and getattr(value, "__module__", None) == theirs.__name__ and not each.startswith("_")
        }
        assert own - skipped <= set(vars(mine)), name


def test_estimate_ci_of_an_array():
    from sacrebleu.significance import estimate_ci as theirs

    scores = np.random.default_rng(1).normal(size=99)
    assert estimate_ci(scores) == theirs(scores)


def test_test_sets_are_those_of_the_peer():
    assert ours.get_available_testsets() == peer.get_available_testsets()
    for name, dataset in peer.DATASETS.items():
        mine = ours.DATASETS[name]
        assert (mine.description, mine.citation, mine.langpairs) == (
            *(dataset.description, dataset.citation),
            dataset.langpairs,
        )
    with pytest.raises(UnderstudyError, match="nothing is downloaded"):
        ours.get_source_file("wmt08", "de-en")
    with pytest.raises(UnderstudyError, match="No such test set"):
        ours.get_reference_files("wmt99", "de-en")
