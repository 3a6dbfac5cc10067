"""Every mistake that the checks know is found in a test set with that mistake alone, and nothing in a clean one."""

from dataclasses import replace

import pytest
from planted_faults import (
    CORPUS_FAULTS,
    REMEDIES,
    TEXT_FAULTS,
    WORDS,
    Corpus,
    generated,
    shipped,
    shuffled,
)

import understudy as us

SYSTEMS = ("strong", "medium", "weak")
IN_TEXTS = [(name, lang) for name, (_, langs, _) in TEXT_FAULTS.items() for lang in langs]
IN_CORPORA = [(name, lang) for name, (_, langs, _) in CORPUS_FAULTS.items() for lang in langs]


def findings(corpus: Corpus) -> list[us.Finding]:
    metrics = corpus.metric
    return us.check(corpus.hyps, corpus.given, corpus.source, metrics=metrics, lang=corpus.use_lang)


def assert_found(kind: str, corpus: Corpus) -> us.Finding:
    found = findings(corpus)
    assert [each.kind for each in found] == [kind], [str(each) for each in found]
    (finding,) = found
    assert REMEDIES[kind] in finding.remedy
    assert 0 < finding.count <= finding.total <= len(corpus.hyps)
    assert 1 <= finding.segment <= len(corpus.hyps)
    return finding


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("seed", range(1, 9))
def test_nothing_is_found_in_clean_text(lang, seed):
    corpus = generated(lang, seed)
    assert findings(corpus) == []
    assert findings(replace(corpus, references=[corpus.refs, corpus.second])) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_found_in_the_examples(examples, system):
    corpus = shipped(examples, system)
    for metric in ("bleu", "meteor", "wer", "chrf", "bleu:lowercase=yes"):
        assert findings(replace(corpus, metric=metric)) == []
    assert findings(replace(corpus, references=[corpus.refs, corpus.second], use_lang="en")) == []


@pytest.mark.parametrize(("name", "lang"), IN_TEXTS)
def test_a_fault_of_texts_is_found_on_either_side(name, lang):
    kind, _, do = TEXT_FAULTS[name]
    corpus = generated(lang)
    finding = assert_found(kind, replace(corpus, hyps=[do(text) for text in corpus.hyps]))
    assert "the hypotheses" in finding.message
    finding = assert_found(kind, replace(corpus, references=[[do(text) for text in corpus.refs]]))
    assert "the references" in finding.message


@pytest.mark.parametrize(("name", "lang"), IN_CORPORA)
def test_a_fault_of_a_test_set_is_found(name, lang):
    kind, _, do = CORPUS_FAULTS[name]
    assert_found(kind, do(generated(lang)))


@pytest.mark.parametrize("name", [name for name, (_, langs, _) in TEXT_FAULTS.items() if "en" in langs])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fault_is_found_in_the_examples(name, system, examples):
    kind, _, do = TEXT_FAULTS[name]
    corpus = shipped(examples, system)
    faulty = replace(corpus, hyps=[do(text) for text in corpus.hyps])
    if sum(a != b for a, b in zip(corpus.hyps, faulty.hyps, strict=True)) < 3:  # too little to tell
        assert {each.kind for each in findings(faulty)} <= {kind}
    else:
        assert_found(kind, faulty)


@pytest.mark.parametrize("name", [name for name, (_, langs, _) in CORPUS_FAULTS.items() if "en" in langs])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fault_of_a_test_set_is_found_in_the_examples(name, system, examples):
    kind, _, do = CORPUS_FAULTS[name]
    assert_found(kind, do(shipped(examples, system)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_order_is_found_and_tells_where_a_line_belongs(system, examples):
    corpus = shipped(examples, system)
    finding = assert_found("order", replace(corpus, hyps=shuffled(corpus.hyps)))
    assert "belong to other segments" in finding.message
    second = replace(corpus, references=[corpus.refs, shuffled(corpus.second)])
    assert "reference 2" in assert_found("order", second).message


def test_there_are_enough_faults():
    assert len(TEXT_FAULTS) + len(CORPUS_FAULTS) >= 40
    assert 2 * len(IN_TEXTS) + len(IN_CORPORA) >= 200
