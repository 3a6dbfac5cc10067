"""Comparisons of systems: against sacrebleu's paired tests, against exact permutation tests, and by their own laws."""

import itertools
import json
import random
import re

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.significance import PairedTest

import understudy as us
from understudy.comparison.compare import compare
from understudy.comparison.correction import benjamini_hochberg, clusters, holm
from understudy.comparison.table import long_table
from understudy.contract.resampling import coin_sums, coins, draw_sums, draws, percentile_interval, unit_rows
from understudy.metrics import make_metric
from understudy.scoring.evaluate import Evaluation

# name in sacrebleu's results: (our metric, its metric)
PEERS = {
    "BLEU": ("bleu", sacrebleu.BLEU()),
    "chrF2": ("chrf", sacrebleu.CHRF()),
    "TER": ("ter:compat=sacrebleu", sacrebleu.TER()),
}


@pytest.fixture(scope="module")
def systems(examples):
    """The shipped ones and two that are nearly the middling one, so that p-values of all sizes appear."""
    mixer = random.Random(3)
    strong, medium, weak = (examples[name] for name in ("strong", "medium", "weak"))
    near = [s if mixer.random() < 0.1 else m for s, m in zip(strong, medium, strict=True)]
    nearer = [mixer.choice([s, w]) if mixer.random() < 0.1 else m for s, m, w in zip(strong, medium, weak, strict=True)]
    return {"medium": medium, "near": near, "nearer": nearer, "strong": strong, "same": list(medium)}


@pytest.fixture(scope="module")
def references(examples):
    return [list(pair) for pair in zip(examples["reference1"], examples["reference2"], strict=True)]


# --- sacrebleu ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize(("test", "kind", "count"), [("bootstrap", "bs", 1000), ("randomization", "ar", 1003)])
def test_paired_tests_of_sacrebleu_are_reproduced(systems, references, peer, test, kind, count):
    ours, theirs = PEERS[peer]
    streams = [list(stream) for stream in zip(*references, strict=True)]
    _, expected = PairedTest(
        list(systems.items()), {peer: theirs}, streams, test_type=kind, n_samples=count, n_ar_confidence=0
    )()
    found = compare(
        systems, references, ours, test=test, trials=count, resamples=1000, compat="sacrebleu", correction=None
    )
    for name, result in zip(expected["System"], expected[peer], strict=True):
        own = found[ours.partition(":")[0]][name]
        assert own.score == pytest.approx(result.score, abs=1e-9)
        assert own.p == result.p_value
        assert (own.interval.low + own.interval.high) / 2 == pytest.approx(result.mean, abs=2e-4)
        assert (own.interval.high - own.interval.low) / 2 == pytest.approx(result.ci, abs=2e-4)


def test_confidence_intervals_of_sacrebleu_are_reproduced(systems, examples):
    for ours, theirs in PEERS.values():
        expected = theirs.corpus_score(systems["medium"], [examples["reference1"]], n_bootstrap=1000)
        found = compare(systems, examples["reference1"], ours, compat="sacrebleu", trials=64)
        interval = next(iter(found.values()))["medium"].interval
        assert (interval.low + interval.high) / 2 == pytest.approx(expected._mean, abs=2e-4)
        assert (interval.high - interval.low) / 2 == pytest.approx(expected._ci, abs=2e-4)


def test_sacrebleu_knows_neither_documents_nor_other_levels(systems, references, examples):
    with pytest.raises(us.SettingError, match="leave documents and level out"):
        compare(systems, references, compat="sacrebleu", documents=examples["documents"])
    with pytest.raises(us.SettingError, match="unknown compat 'moses'"):
        compare(systems, references, compat="moses")


# --- Choices --------------------------------------------------------------------------------------------------------


@given(
    units=st.integers(1, 200), columns=st.integers(1, 19), seed=st.integers(0, 2**64 - 1), first=st.integers(0, 2**40)
)
def test_native_sums_equal_the_readable_choices(units, columns, seed, first):
    rows = np.random.default_rng(units).integers(0, 1000, (units, columns)) / 2**20
    for number, own in enumerate(coin_sums(rows, seed, 3, first), first):
        assert (own == coins(seed, number, units) @ rows).all()
    for number, own in enumerate(draw_sums(rows, seed, 3, first), first):
        assert (own == rows[draws(seed, number, units)].sum(axis=0)).all()


def test_choices_depend_neither_on_threads_nor_on_blocks():
    rows = np.random.default_rng(1).integers(0, 50, (500, 21)).astype(float)
    for sums in (coin_sums, draw_sums):
        whole = sums(rows, 7, 2500)
        assert (whole == sums(rows, 7, 2500, threads=3)).all()
        assert (whole == np.concatenate([sums(rows, 7, 1000), sums(rows, 7, 1500, first=1000)])).all()
        assert (whole[:2] != sums(rows, 8, 2)).any()


def test_choices_are_fair():
    heads = np.array([coins(1, number, 1000).mean() for number in range(1000)])
    assert abs(heads.mean() - 0.5) < 0.002
    assert heads.std() == pytest.approx(0.5 / 1000**0.5, rel=0.1)
    times = np.array([np.bincount(draws(1, number, 100), minlength=100) for number in range(2000)])
    assert times.mean(axis=0) == pytest.approx(np.ones(100), abs=0.12)
    assert times.var() == pytest.approx(0.99, rel=0.02)


def test_the_number_of_threads_changes_nothing(systems, references):
    one, three = (compare(systems, references, ["bleu", "chrf"], trials=2000, threads=n) for n in (1, 3))
    assert one.to_dict() == three.to_dict()


def test_choices_are_shared_by_all_systems_and_metrics(systems, references):
    alone = compare({name: systems[name] for name in ("medium", "near")}, references, "chrf", trials=500)
    among = compare(systems, references, ["bleu", "chrf"], trials=500)
    assert alone["chrf"]["near"].p == among["chrf"]["near"].p
    assert alone["chrf"]["near"].delta_intervals == among["chrf"]["near"].delta_intervals


def test_the_seed_counts_and_zero_is_one(systems, references):
    found = [compare(systems, references, trials=500, seed=seed)["bleu"]["near"].interval for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]


# --- Tests ----------------------------------------------------------------------------------------------------------


def exact_p(metric, a, b):
    """Every way to swap two systems' segments, one after the other."""
    rows_a, rows_b = a.stats.rows, b.stats.rows
    real = abs(a.score - b.score)
    extreme = 0
    for mask in itertools.product([False, True], repeat=len(rows_a)):
        keep = np.array(mask)[:, np.newaxis]
        first, second = (np.where(keep, x, y).sum(axis=0) for x, y in ((rows_a, rows_b), (rows_b, rows_a)))
        extreme += abs(metric.score(first)["score"] - metric.score(second)["score"]) >= real - 1e-9
    return extreme / 2 ** len(rows_a)


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter", "hlepor"])
def test_randomization_comes_near_the_exact_permutation_test(systems, references, metric):
    few = {name: systems[name][:10] for name in ("medium", "strong")}
    scored = us.evaluate(few, references[:10], metric)
    exact = exact_p(make_metric(metric), scored["medium"][metric], scored["strong"][metric])
    found = compare(few, references[:10], metric, trials=20_000)[metric]["strong"].p
    assert found == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 20_000) ** 0.5 + 1e-3)


def test_randomization_of_means_is_the_sign_flip_test_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(5).normal(size=(2, 12)).round(3)
    both = us.evaluate({"A": ["x"] * 12, "B": ["y"] * 12}, ["x"] * 12)
    both = both.add({name: us.scores_from("judge", column) for name, column in zip("AB", values, strict=True)})
    exact = stats.permutation_test(
        tuple(values), lambda a, b: np.mean(a) - np.mean(b), permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert compare(both, trials=20_000)["judge"]["B"].p == pytest.approx(exact, abs=0.015)


def test_the_bootstrap_is_the_centered_one(systems, references):
    found = compare(systems, references, test="bootstrap", resamples=400, seed=9)
    results = us.evaluate(systems, references)
    base, other = results["medium"]["bleu"], results["near"]["bleu"]
    real = other.score - base.score
    differences = []
    for number in range(400):
        chosen = draws(9, number, len(references))
        differences.append(
            us.Stats(other.metric, other.stats.rows[chosen]).totals().parts()["score"]
            - us.Stats(base.metric, base.stats.rows[chosen]).totals().parts()["score"]
        )
    differences = np.array(differences)
    assert found["bleu"]["near"].p == (np.sum(np.abs(differences - real) >= abs(real)) + 1) / 401
    assert found["bleu"]["near"].delta_interval == percentile_interval(differences)


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_identical_systems_differ_by_nothing(systems, references, test):
    found = compare(systems, references, ["bleu", "chrf", "ter", "nist"], test=test, trials=300, resamples=300)
    for metric in found.values():
        same = metric["same"]
        assert (same.p, same.corrected_p, same.delta, same.rank) == (1.0, 1.0, 0.0, metric["medium"].rank)
        assert (same.wins, same.ties, same.losses) == (0, 100, 0)
        assert (same.delta_interval.low, same.delta_interval.high) == (0.0, 0.0)


def test_wins_mean_better_segments_for_error_rates_too(systems, references):
    found = compare(systems, references, ["bleu", "ter"], trials=99)
    assert found["ter"]["strong"].delta < 0
    assert found["ter"]["strong"].wins > found["ter"]["strong"].losses
    assert found["bleu"]["strong"].wins > found["bleu"]["strong"].losses
    assert found["ter"]["strong"].rank == found["bleu"]["strong"].rank == 1


def test_documents_are_drawn_and_swapped_whole(systems, references, examples):
    names = examples["documents"]
    found = compare(systems, references, documents=names, trials=500, resamples=300, seed=4)
    result = us.bleu(systems["near"], references)
    rows = unit_rows(result.stats.rows, names)
    assert len(rows) == found.plan.unit_count == 10
    resampled = [result.metric.score(rows[draws(4, n, 10)].sum(axis=0))["score"] for n in range(300)]
    assert found["bleu"]["near"].interval == percentile_interval(np.array(resampled))
    assert result.interval(documents=names, seed=4, resamples=300) == found["bleu"]["near"].interval
    assert found["bleu"]["near"].p >= 1 / 2**9  # of ten documents there are not more ways to swap
    assert "only 10 documents" in found.table().text()


def test_every_part_and_every_difference_has_an_interval(systems, references):
    found = compare(systems, references, ["bleu", "chrf"], trials=99, resamples=200)
    for metric in found.values():
        for own in metric.values():
            assert set(own.intervals) == set(own.parts)
            assert own.score in own.interval
            assert own.system == "medium" or set(own.delta_intervals) == set(own.parts)


def test_a_result_has_an_interval_of_its_own(systems, references):
    result = us.bleu(systems["medium"], references)
    assert result.interval() == compare(systems, references, trials=1)["bleu"]["medium"].interval
    assert result.interval(level=0.5).low > result.interval().low
    assert result.interval(threads=2) == result.interval()
    with pytest.raises(us.SettingError, match="unknown part 'brevty'; .*did you mean 'brevity'"):
        result.interval("brevty")
    with pytest.raises(us.SettingError, match="level must be a number between 0 and 1"):
        result.interval(level=95)


def test_scores_from_outside_take_part(systems, references):
    both = us.evaluate(systems, references)
    grades = {name: us.scores_from("comet22", np.full(100, 0.8) + place / 100, maximum=1.0)
              for place, name in enumerate(systems)}  # fmt: skip
    found = compare(both.add(grades), trials=99)
    assert list(found) == ["bleu", "comet22"]
    assert found["comet22"]["strong"].p == 0.01
    assert "comet22" in found.table().text()
    with pytest.raises(us.SettingError, match="scored already"):
        compare(both, references)


# --- Several comparisons --------------------------------------------------------------------------------------------


def test_corrections_are_those_of_r():
    # R 4.3: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.5), "holm") and "BH"
    values = [0.01, 0.02, 0.03, 0.04, 0.5]
    assert holm(values) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.5])
    assert benjamini_hochberg(values) == pytest.approx([0.05, 0.05, 0.05, 0.05, 0.5])
    assert holm([]) == benjamini_hochberg([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_benjamini_and_hochberg_are_those_of_scipy(values):
    stats = pytest.importorskip("scipy.stats")
    assert benjamini_hochberg(values) == pytest.approx(stats.false_discovery_control(values))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_corrections_never_lower_a_p_value(values):
    for rule in (holm, benjamini_hochberg):
        assert all(p <= own <= 1 for p, own in zip(values, rule(values), strict=True))
    assert all(bh <= own for bh, own in zip(benjamini_hochberg(values), holm(values), strict=True))


def test_a_line_needs_every_pair_across_it():
    apart = {frozenset(pair): 0.01 for pair in itertools.combinations("ABCD", 2)}
    assert clusters("ABCD", apart, 0.05) == [["A"], ["B"], ["C"], ["D"]]
    assert clusters("ABCD", apart | {frozenset("AC"): 0.2}, 0.05) == [["A", "B", "C"], ["D"]]
    assert clusters("ABCD", apart | {frozenset("BC"): 0.2}, 0.05) == [["A"], ["B", "C"], ["D"]]


def test_corrections_are_by_metric_over_comparisons_with_the_baseline(systems, references):
    found = compare(systems, references, ["bleu", "chrf"], baseline="strong", trials=500)
    for metric in found.values():
        others = [own for own in metric.values() if own.system != "strong"]
        assert [own.corrected_p for own in others] == pytest.approx(holm([own.p for own in others]))
        assert metric["strong"].p is None
        assert len(metric.pairs) == 10
    plain = compare(systems, references, trials=500, correction=None)["bleu"]["near"]
    assert plain.p == plain.corrected_p


# --- Results --------------------------------------------------------------------------------------------------------


def test_the_table_says_how_it_was_made(systems, references):
    text = compare(systems, references, ["bleu", "ter"], trials=500, resamples=200, seed=0).table().text()
    assert "two-sided approximate randomization of 100 segments, 500 trials, seed 0, against medium" in text
    assert "Holm correction for multiple comparisons" in text
    assert "percentiles of 200 bootstrap resamples" in text
    assert "bleu:order=4" in text
    lines = text.splitlines()
    assert lines[1].split()[:2] == ["BLEU", "strong"]
    assert set(lines[2]) == {"─"}


def test_json_has_a_schema_and_everything(systems, references):
    found = compare(systems, references, ["bleu", "ter"], trials=50, resamples=50)
    read = json.loads(json.dumps(found.to_dict()))
    assert read["schema"] == 1
    assert read["plan"]["seed"] == 12345
    near = read["metrics"][0]["systems"][1]
    assert near["p"] == found["bleu"]["near"].p
    assert near["parts"]["brevity"]["delta_interval"] is not None
    assert "times in 100" in near["agreement_with_people"]["meaning"]
    assert read["metrics"][1]["higher_is_better"] is False
    assert len(read["metrics"][0]["pairs"]) == 10


def test_the_long_table_has_numbers_in_full(systems, references):
    found = compare(systems, references, trials=50, resamples=50)
    head, first, second, *_ = [line.split("\t") for line in long_table(found).tsv().splitlines()]
    assert dict(zip(head, first, strict=True))["p"] == ""
    assert float(dict(zip(head, second, strict=True))["delta"]) == found["bleu"]["near"].delta


# --- Mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"baseline": "mediun"}, us.SettingError, "unknown baseline 'mediun'.*did you mean 'medium'"),
        ({"test": "t-test"}, us.SettingError, "unknown test 't-test'; choose randomization or bootstrap"),
        ({"correction": "bonferroni"}, us.SettingError, "unknown correction 'bonferroni'; choose holm or bh"),
        ({"trials": 0}, us.SettingError, "trials must be a whole number from 1"),
        ({"resamples": 2.5}, us.SettingError, "resamples must be a whole number from 1"),
        ({"seed": -1}, us.SettingError, "seed must be a whole number from 0"),
        ({"seed": None}, us.SettingError, "seed must be a whole number from 0"),
        ({"threads": 0}, us.SettingError, "threads must be"),
        ({"level": 95}, us.SettingError, "level must be a number between 0 and 1"),
        ({"documents": ["a"] * 99}, us.InputError, "100 segments but the documents of 99"),
        ({"documents": ["a"] * 98 + [" ", "b"]}, us.InputError, "segment 99 has ' ' for its document; name"),
        ({"documents": ["a"] * 97 + [None, "", "b"]}, us.InputError, "segment 98 has None for its document; name"),
        ({"documents": ["a"] * 100}, us.InputError, "all segments belong to one document"),
        ({"documents": "abc"}, us.InputError, "one bare string"),
        ({"documents": [[1]] * 100}, us.InputError, r"segment 1 has \[1\] for its document; name the document"),
        ({"documents": 5}, us.InputError, "the documents are int, 5; give one name per segment"),
    ],
)
def test_mistakes_are_refused_with_advice(systems, references, options, error, message):
    with pytest.raises(error, match=message):
        compare(systems, references, **options)


def test_results_of_different_metrics_are_not_compared(systems, references):
    def scored(**metrics):
        return Evaluation({name: us.score(systems[name], references, metric) for name, metric in metrics.items()})

    with pytest.raises(us.InputError, match="'near' has scores by bleu:order=2.* and 'medium' by bleu:order=4"):
        compare(scored(medium="bleu", near="bleu:order=2"))
    with pytest.raises(us.InputError, match="'near' has scores by chrf.* and 'medium' by bleu"):
        compare(scored(medium="bleu", near="chrf"))
    people = {"medium": [1.0] * 100, "near": [2.0] * 100}
    with pytest.raises(us.InputError, match="'near' has scores by bleu:order=2.* and 'medium' by bleu:order=4"):
        us.humans(people, scored(medium="bleu", near="bleu:order=2"))


def test_one_system_or_one_segment_is_not_enough(systems, references):
    with pytest.raises(us.InputError, match="at least two systems"):
        compare({"A": systems["medium"]}, references)
    with pytest.raises(us.InputError, match="one segment alone"):
        compare({"A": ["a"], "B": ["b"]}, ["a"])
    with pytest.raises(us.SettingError, match="single segments only"):
        compare(systems, references, "bleu:smoothing=chen-cherry-4")


# --- Figures --------------------------------------------------------------------------------------------------------


def rates(root):
    table = (root / "bench" / "results" / "type_one_error.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([^|]+) \| (\d\.\d{3}) \|", table, re.MULTILINE))


def test_our_tests_keep_their_level_where_it_was_measured(root):
    found = rates(root)
    assert 0.035 <= float(found["randomization, our default"]) <= 0.065
    assert 0.035 <= float(found["centered bootstrap, ours"]) <= 0.065


def test_figures_on_the_page_were_measured(root):
    page = (root / "docs" / "explanation" / "significance.md").read_text(encoding="utf-8")
    said = re.search(
        r"share of (\S+) for our randomization test, (\S+) for our bootstrap, and (\S+) for", page
    ).groups()
    found = rates(root)
    names = ("randomization, our default", "centered bootstrap, ours", "sacrebleu's bootstrap")
    assert said == tuple(found[name] for name in names)
