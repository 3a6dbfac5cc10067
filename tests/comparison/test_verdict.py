"""The verdict: what all metrics find together, said truly where they disagree, whatever the order they are named in."""

import itertools
import json
import random

import pytest
from command_line import printed

import understudy as us
from understudy.comparison.correction import simes
from understudy.metrics import CONTENTS, make_metric
from understudy.tables.outputs import OUTPUTS, Results

WORDS = (
    "house garden river mountain window winter summer yellow orange silver travel letter market church bridge".split()
)


def sentences(count, seed=1):
    mixer = random.Random(seed)
    return [" ".join(mixer.choices(WORDS, k=12)) for _ in range(count)]


REFS = sentences(60)
OTHERS = [a + b + c for a in "jqx" for b in "kvz" for c in "fpw"]  # words that have nothing in common with those above
# The first third of each sentence word by word, then words that share no letter sequence: n-grams of words in order.
THIRDS = [" ".join([*ref.split()[:4], *["qx"] * 8]) for ref in REFS]
# Every word but the first with its last letter changed: n-grams of characters, but hardly a word.
ENDINGS = [" ".join([ref.split()[0], *(word[:-1] + "q" for word in ref.split()[1:])]) for ref in REFS]


def garbled(share, seed=2):
    """The references with a share of words replaced: the larger, the worse by any metric."""
    mixer = random.Random(seed)
    return [" ".join(mixer.choice(OTHERS) if mixer.random() < share else word for word in ref.split()) for ref in REFS]


def verdict(systems, metrics, **options):
    return us.compare(systems, REFS, metrics, **{"trials": 999, "resamples": 50} | options).verdict


def test_metrics_that_disagree_significantly_are_the_headline():
    found = verdict({"A": THIRDS, "B": ENDINGS}, ["bleu", "chrf"])
    (standing,) = found.standings
    assert standing.kind == "disagreement"
    assert {each.metric: each.direction for each in standing.findings} == {"BLEU": "worse", "chrF": "better"}
    assert found.summary == "The metrics disagree on B and A."
    assert found.lines[0].startswith("The metrics disagree on B and A: chrF (rewards character n-grams")
    assert "BLEU (rewards word n-grams in the right order; -" in standing.detail
    # Kocmi et al. 2024 counted both: chrF's top is 93 times in 100, BLEU's 88
    assert (
        "chrF has agreed more with people at differences of these sizes, about 93 times in 100 against 88 for BLEU"
        in (standing.detail)
    )


@pytest.mark.parametrize("systems", [("A", "B"), ("A", "B", "C")])
def test_neither_the_order_of_metrics_nor_of_systems_changes_the_verdict(systems):
    texts = {"A": THIRDS, "B": ENDINGS, "C": garbled(0.3)}
    metrics = ["bleu", "chrf", "ter"]
    found = {
        json.dumps(verdict({name: texts[name] for name in order}, chosen, baseline="A").to_dict())
        for chosen in itertools.permutations(metrics)
        for order in itertools.permutations(systems)
    }
    assert len(found) == 1


def test_nothing_is_said_of_people_where_nobody_has_counted_for_both_sides():
    (standing,) = verdict({"A": THIRDS, "B": ENDINGS}, ["bleu", "cer"]).standings
    assert standing.kind == "disagreement"
    assert "people" not in standing.detail


def test_metrics_that_agree_are_counted_and_lower_is_better_for_error_rates():
    (standing,) = verdict({"A": garbled(0.4), "B": garbled(0.1)}, ["bleu", "ter", "wer", "chrf"]).standings
    assert (standing.headline, standing.detail) == ("B is better than A", "all 4 metrics find it")
    assert {each.metric: each.delta > 0 for each in standing.findings} == {
        "BLEU": True, "chrF": True, "TER": False, "WER": False,
    }  # fmt: skip
    (standing,) = verdict({"A": garbled(0.1), "B": garbled(0.4)}, "wer").standings
    assert standing.headline == "B is worse than A"
    assert standing.detail.startswith("+") and standing.detail.endswith("p = 0.0010")


def test_metrics_that_see_nothing_are_named():
    swapped = [" ".join(reversed(line.split())) for line in garbled(0.2)]  # which the position-independent rate ignores
    (standing,) = verdict({"A": garbled(0.2), "B": swapped}, ["per", "bleu", "chrf"]).standings
    assert standing.kind == "worse"
    assert standing.detail == "2 of 3 metrics find it: BLEU and chrF, not PER"


def test_no_evidence_and_identical_systems_are_told_apart():
    near = [other if number == 3 else own for number, (own, other) in enumerate(zip(THIRDS, REFS, strict=True))]
    found = verdict({"A": THIRDS, "B": near, "C": list(THIRDS)}, ["bleu", "chrf"])
    kinds = {each.system: each.kind for each in found.standings}
    assert kinds == {"B": "no evidence", "C": "same"}
    assert found.lines == (
        "B, A and C can't be told apart.",
        "B and A can't be told apart: none of 2 metrics finds a difference that chance can't explain.",
        "C and A score the same: by both metrics.",
    )
    assert verdict({"A": THIRDS, "B": THIRDS}, "bleu").lines == ("B and A score the same.",)


def test_variants_of_one_metric_are_one_witness():
    (standing,) = verdict({"A": garbled(0.4), "B": garbled(0.1)}, ["bleu", "bleu:order=2", "ter"]).standings
    assert standing.detail == "both kinds of metric find it"
    (standing,) = verdict({"A": garbled(0.4), "B": garbled(0.1)}, ["bleu", "bleu:order=2"]).standings
    assert standing.detail == "2 of 2 variants of one metric find it: BLEU (order=2) and BLEU (order=4)"


def test_one_small_p_value_among_many_metrics_may_be_chance():
    # Six segments differ, all in favor of B: two-sided p = 2 / 2^6, by chance once in 32 comparisons
    def graded(differing):
        both = us.evaluate({"A": ["a"] * 40, "B": ["a"] * 40}, ["a"] * 40, "bleu")
        for number, count in enumerate(differing):
            grades = {"A": [0.0] * 40, "B": [1.0] * count + [0.0] * (40 - count)}
            both = both.add({name: us.scores_from(f"judge{number}", own) for name, own in grades.items()})
        return both

    alone, among = (
        us.compare(graded(differing), resamples=20).verdict.standings[0] for differing in ([6], [6, 1, 1, 1])
    )
    assert alone.findings[1].p == pytest.approx(2 / 64, abs=0.008)
    assert among.findings[1].p == alone.findings[1].p
    assert among.kind == "no evidence"
    assert among.detail.startswith("judge0 says better (+0.15, p = 0.03")
    assert among.detail.endswith("which among 5 metrics may be chance")
    assert among.p == pytest.approx(simes([each.p for each in among.findings]))
    uncorrected = us.compare(graded([6, 1, 1, 1]), resamples=20, correction=None).verdict
    assert uncorrected.standings[0].kind == "better"
    assert "no correction" in uncorrected.method


def test_many_systems_are_summed_up_in_one_sentence():
    systems = {f"S{number}": garbled(share, seed=number) for number, share in enumerate([0.5, 0.5, 0.5, 0.3, 0.3])}
    systems |= {"best": garbled(0.02), "worst": garbled(0.75)}
    found = verdict(systems, ["ter", "bleu", "chrf"], trials=4999)
    assert [sorted(cluster) for cluster in found.clusters] == [["best"], ["S3", "S4"], ["S0", "S1", "S2"], ["worst"]]
    assert found.summary.startswith("best is best; then S")
    assert "which can't be told apart" in found.summary
    assert found.summary.endswith("; worst is worst.")
    assert [each.kind for each in found.standings] == ["better"] * 3 + ["no evidence"] * 2 + ["worse"]


def test_ten_systems_fit_a_screen_and_people_are_mentioned_once():
    systems = {f"S{number}": garbled(0.05 * number, seed=number) for number in range(10)}
    comparison = us.compare(systems, REFS, ["bleu", "chrf", "ter"], baseline="S5", trials=4999, resamples=50)
    text = str(comparison.verdict)
    assert len(text.splitlines()) == 10
    assert text.startswith("S0 is best; ")
    notes = comparison.table().notes
    assert sum("human ranking" in note for note in notes) == 1
    lines = comparison.table().text().splitlines()
    assert max(map(len, lines[: len(lines) - len(notes)])) <= 80
    assert sum("baseline" in line for line in lines[: len(lines) - len(notes)]) == 3


def test_systems_on_which_metrics_disagree_are_not_ranked():
    found = verdict({"A": THIRDS, "B": ENDINGS, "C": garbled(0.02)}, ["bleu", "chrf"])
    assert found.summary == "The metrics disagree on A against B. C is best; A and B can't be ranked."


def test_sacrebleus_way_has_a_verdict_against_the_baseline_alone():
    found = verdict(
        {"A": garbled(0.4), "B": garbled(0.1), "same": garbled(0.4), "C": garbled(0.75)},
        ["bleu", "chrf"],
        compat="sacrebleu",
    )
    assert found.clusters == ()
    assert found.summary == "Against A, better: B; the same: same; worse: C."


def test_the_command_prints_the_verdict_first_and_json_has_it(tmp_path):
    for name, lines in {"A": THIRDS, "B": ENDINGS, "ref": REFS}.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    options = ("compare", "A", "B", "-r", "ref", "--trials", 999, "-m")
    headline = "The metrics disagree on B and A: chrF"
    assert printed(*options, "bleu", "chrf", cwd=tmp_path).startswith(headline)
    assert printed(*options, "chrf", "bleu", cwd=tmp_path).startswith(headline)
    latex = printed(*options, "bleu", "chrf", "--format", "latex", cwd=tmp_path)
    assert latex.startswith(f"% {headline}")
    assert latex.count("human ranking") == 1
    read = json.loads(printed(*options, "bleu", "chrf", "--format", "json", cwd=tmp_path))["verdict"]
    assert read["standings"][0]["kind"] == "disagreement"


def test_other_outputs_lead_with_the_verdict_too():
    comparison = us.compare({"A": THIRDS, "B|C": ENDINGS}, REFS, ["bleu", "chrf"], trials=99, resamples=20)
    results = Results(lambda: [comparison.table()], list, dict, lambda: comparison.verdict.lines)
    assert OUTPUTS["markdown"](results).startswith("The metrics disagree on B&#124;C and A: chrF")
    assert OUTPUTS["html"](results).startswith('<p class="us-lead" dir="auto">The metrics disagree on B|C and A')


def test_every_metric_says_what_it_rewards():
    for name in CONTENTS:
        assert make_metric(name).about.rewards, name
        assert make_metric(name).about.family, name


@pytest.mark.parametrize(("trials", "warned"), [(300, True), (2_000, False)])
def test_too_few_trials_for_any_significance_are_told(trials, warned):
    refs = [f"number {n} is a good number for us" for n in range(60)]
    systems = {
        str(k): [ref.replace("good", "bad") if n % k == 0 else ref for n, ref in enumerate(refs)] for k in range(1, 11)
    }
    comparison = us.compare(systems, refs, trials=trials, resamples=9)
    assert ("300 trials are too few, no p-value of all 45 pairs can be below" in comparison.verdict.method) is warned
    report = us.make_report(systems, refs, metrics="bleu", trials=trials, resamples=9)
    told = [each.text for each in report.content.warnings if "randomization trials" in each.text]
    expected = "Only 300 randomization trials: with so few none of 45 pairs can differ significantly"
    assert told == ([expected] if warned else [])
