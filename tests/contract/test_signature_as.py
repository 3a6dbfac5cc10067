"""Signatures in sacrebleu's form: written for our results, and read as metrics."""

import pytest
import sacrebleu

import understudy as us
from understudy.metrics import as_ours

HYPS = ["The cat sat on a mat.", "Dogs bark (loudly)!"]
REFS = [["The cat sat on the mat.", "Dogs barked loudly."], ["A cat was on the mat.", "The dogs bark."]]
PAIRS = list(zip(*REFS, strict=True))
# A metric of ours, and sacrebleu's of the same settings.
CASES = [
    ("bleu", {}, "BLEU", {}),
    ("bleu", {"lowercase": True, "tokenizer": "intl"}, "BLEU", {"lowercase": True, "tokenize": "intl"}),
    ("bleu", {"smoothing": "none", "effective_order": "always"}, "BLEU",
     {"smooth_method": "none", "effective_order": 1}),
    *(
        (
            "bleu",
            {"smoothing": method, "smoothing_value": value},
            "BLEU",
            {"smooth_method": method, "smooth_value": value},
        )
        for method, value in [("floor", None), ("floor", 2), ("floor", 0), ("add-k", 0), ("add-k", 2.5)]
    ),
    ("bleu", {"tokenizer": "ja-mecab"}, "BLEU", {"tokenize": "ja-mecab"}),
    ("chrf", {}, "CHRF", {}),
    ("chrfpp", {"lowercase": True, "eps_smoothing": True}, "CHRF",
     {"word_order": 2, "lowercase": 1, "eps_smoothing": 1}),
    ("chrf", {"char_order": 0, "word_order": 1, "whitespace": True}, "CHRF",
     {"char_order": 0, "word_order": 1, "whitespace": 1}),
    ("ter", {"compat": "sacrebleu"}, "TER", {}),
    (
        "ter",
        {"compat": "sacrebleu", "no_punct": True, "lowercase": False},
        "TER",
        {"no_punct": True, "case_sensitive": True},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "settings", "cls", "their_settings"), CASES, ids=str)
def test_a_result_tells_sacrebleus_signature_and_the_signature_gives_the_same_score_again(
    name, settings, cls, their_settings
):
    peer = getattr(sacrebleu, cls)(**their_settings)
    result = getattr(us, name)(HYPS, PAIRS, **settings)
    theirs = peer.corpus_score(HYPS, REFS)
    signature = str(peer.get_signature())
    assert result.score == pytest.approx(theirs.score, abs=1e-9)
    assert result.signature_as("sacrebleu") == signature
    for written in (signature, peer.get_signature().format(short=True), f"{theirs.name}|{signature}"):
        (again,) = us.score(HYPS, PAIRS, metrics=written).values()
        assert again.score == pytest.approx(theirs.score, abs=1e-9)
        assert again.signature_as("sacrebleu") == signature


def test_adding_nothing_leaves_short_segments_their_orders():
    ours = us.bleu.sentence("a b", "a b", smoothing="add-k", smoothing_value=0).score
    assert ours == pytest.approx(sacrebleu.sentence_bleu("a b", ["a b"], "add-k", 0).score, abs=1e-9)


def test_beta_stands_in_the_name():
    peer = sacrebleu.CHRF(beta=3)
    theirs = peer.corpus_score(HYPS, REFS)
    (ours,) = us.score(HYPS, PAIRS, metrics=f"{theirs.name}|{peer.get_signature()}").values()
    assert ours.score == pytest.approx(theirs.score, abs=1e-9)
    with pytest.raises(us.SettingError, match="can't tell chrf with beta=3"):
        ours.signature_as("sacrebleu")


def test_the_number_of_references_is_checked():
    signature = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    with pytest.raises(us.SettingError, match="says references=1, but the segments have 2"):
        us.score(HYPS, PAIRS, metrics=signature)
    variable = signature.replace("nrefs:1", "nrefs:var")
    result = us.score(HYPS, [PAIRS[0], PAIRS[1][0]], metrics=variable)["bleu"]
    assert result.signature_as("sacrebleu") == variable
    with pytest.raises(us.SettingError, match="says references=var, but the segments have 2"):
        us.score(HYPS, PAIRS, metrics=variable)


def test_what_only_bears_on_intervals_is_no_setting():
    assert as_ours("nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0") == as_ours(
        "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    )


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("nrefs:1|case:mixed|version:2.6.0", "is no signature of sacrebleu's BLEU, chrF or TER"),
        ("case:mixed|eff:no|smooth:exp|version:2.6.0", "has no tok; give it whole"),
        ("case:upper|eff:no|tok:13a|smooth:exp", "case:upper in the signature .* is not one of mixed, lc"),
        ("case:lc|eff:no|tok:13a|smooth:exp|subset:sport", "subset:sport in the signature .* can't be read"),
        ("case:lc|eff:no|tok:13a|smooth:exp|case:lc", "'case:lc' in the signature .* is given twice"),
        ("case:lc|eff:no|tok:13a|smooth:exp|version:1.5.1", "is a signature of sacrebleu 1.5.1"),
        ("case:lc|eff:no|tok:13a|smooth:magic", "can't tell bleu with smooth:magic"),
        ("case:lc|eff:no|tok:9z|smooth:exp", "unknown tokenizer '9z'"),
        ("BLEURT|case:lc|eff:no|tok:13a|smooth:exp", "is no signature of sacrebleu's"),
    ],
)
def test_a_signature_that_cannot_be_read_is_an_error(signature, message):
    with pytest.raises(us.SettingError, match=message):
        us.make_metric(signature)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("bleu:order=2", "can't tell bleu with order=2"),
        ("bleu:lowercase=ascii", "can't tell bleu with lowercase=ascii"),
        ("bleu:tokenizer=words", "can't tell bleu with tokenizer=words"),
        ("chrf:normalization=NFC", "can't tell chrf with normalization=NFC"),
        ("ter", "choose ter:compat=sacrebleu"),
        ("wer", "wer has no signature in the form of 'sacrebleu'"),
    ],
)
def test_settings_that_sacrebleu_does_not_have_have_no_signature_there(metric, message):
    (result,) = us.score(HYPS, REFS[0], metrics=metric).values()
    with pytest.raises(us.SettingError, match=message):
        result.signature_as("sacrebleu")
