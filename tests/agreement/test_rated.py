"""One long table of rated translations, and what in it can change a conclusion."""

from __future__ import annotations

import json
import warnings

import pytest

import understudy as us

REFERENCES = ["the cat sat on the mat", "a dog ran home today", "we saw two birds there"]
OUTPUTS = {
    "A": ["the cat sat on the mat now", "a dog ran home", "we saw two birds"],
    "B": ["the cat on mat", "dog ran", "two birds there we saw"],
    "refA": REFERENCES,
}
HUMAN = {"A": [90, 80, 85], "B": [40, 30, None], "refA": [99, 98, 97]}


def lines(outputs=OUTPUTS, human=HUMAN, **references):
    texts = references or {"refA": REFERENCES}
    return [
        {"system": system, "seg": 10 + i, "doc": "d", "hypothesis": text, "human": human[system][i], "kind": "esa"}
        | {"references": {name: each[i] for name, each in texts.items()}}
        for system, each_text in outputs.items()
        for i, text in enumerate(each_text)
        if human[system][i] is not None
    ]


def without_warnings(*args, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return us.humans(*args, **settings)


def test_a_table_with_texts_equals_scores_and_texts_apart(tmp_path):
    agreement = without_warnings(lines(), ["bleu", "chrf"], trials=50)
    systems = {name: OUTPUTS[name] for name in ("A", "B")}
    apart = us.humans(
        {name: HUMAN[name] for name in systems}, us.evaluate(systems, REFERENCES, ["bleu", "chrf"]),
        threshold=25, trials=50,
    )  # fmt: skip
    assert {name: each.values for name, each in agreement.items()} == {
        name: each.values for name, each in apart.items()
    }
    assert "Left out: refA" in agreement.facts
    assert "Reference: refA" in agreement.facts
    file = tmp_path / "set.jsonl"
    file.write_text("\n".join(map(json.dumps, lines())), encoding="utf-8")
    assert us.humans(file, ["bleu", "chrf"], trials=50).to_dict() == agreement.to_dict()


def test_several_references_must_be_chosen():
    table = lines(refA=REFERENCES, refB=[f"{text} then" for text in REFERENCES])
    with pytest.raises(us.SettingError, match=r"several references: refA, refB \(people judged refA too\); choose"):
        us.humans(table, ["chrf"])
    assert "refA" in us.humans(table, ["chrf"], reference_names="refB").systems
    with pytest.raises(us.SettingError, match="unknown reference 'refC'"):
        us.humans(table, ["chrf"], reference_names="refC")


def test_degenerate_outputs_are_told_and_left_out():
    bad = {**OUTPUTS, "A": ["the cat sat" + " ." * 40, *OUTPUTS["A"][1:]]}
    with pytest.warns(us.TextWarning, match=r"1 outputs repeat one token .*\(A 1\), as system 'A', segment '10'"):
        us.humans(lines(bad), ["ter", "chrf"], trials=50)
    with pytest.warns(us.TextWarning, match="repeat one token"):
        dropped = us.humans(lines(bad), ["ter", "chrf"], degenerate="drop", trials=50)
    gap = us.humans(lines(human={**HUMAN, "A": [None, 80, 85]}), ["ter", "chrf"], trials=50)
    assert {name: each.values for name, each in dropped.items()} == {name: each.values for name, each in gap.items()}
    assert "Degenerate outputs: 1, left out" in dropped.facts


def test_a_reference_chosen_from_outputs_is_warned_of():
    best = [OUTPUTS["A"][0], OUTPUTS["B"][1], OUTPUTS["A"][2]]
    with pytest.warns(us.TextWarning, match="'best' is the output of a judged system in 100% of its segments"):
        us.humans(lines(best=best), ["chrf"])


@pytest.mark.parametrize(
    ("change", "settings", "expected"),
    [
        ({"hypothesis": 3}, {}, "line 1: hypothesis is 3; a text is needed"),
        ({"references": {"refA": 3}}, {}, "line 1: the reference 'refA' is 3; a text is needed"),
        ({"references": {"refA": "another"}}, {}, "this segment has two texts as reference refA"),
        ({"human": "good"}, {}, "line 1: score is 'good'; a number is needed"),
        ({}, {"over": "all"}, "needs the outputs of every system on all segments"),
        ({}, {"over": "some"}, "unknown segments of systems' scores 'some'"),
        ({}, {"degenerate": "mend"}, "unknown rule for degenerate outputs 'mend'"),
        ({}, {"without": "C"}, "unknown system 'C'"),
    ],
)  # fmt: skip
def test_a_table_that_is_wrong_is_refused(change, settings, expected):
    table = lines()
    table[0] |= change
    with pytest.raises(us.UnderstudyError, match=expected):
        us.humans(table, ["chrf"], **settings)


# --- What mappings can say ---

PEOPLE = {"A": [9, 8, 7, 5], "B": [6, 5, None, 4], "C": [2, 3, 4, 1]}
GOOD = {"A": [0.9, 0.8, 0.7, 0.6], "B": [0.6, 0.5, 0.9, 0.4], "C": [0.1, 0.2, 0.3, 0.1]}
OTHER = {"A": [0.1, 0.8, 0.2, 0.4], "B": [0.7, 0.1, 0.6, 0.2], "C": [0.5, 0.2, 0.3, 0.1]}


def test_a_mapping_can_have_documents_and_domains():
    both = {"good": GOOD, "other": OTHER}
    assert us.humans(PEOPLE, both, documents=["a", "a", "b", "b"], unit="document", trials=50).unit == "document"
    news = us.humans(PEOPLE, both, domain_labels=["news", "news", "talk", "talk"], domain="news", trials=50)
    two = us.humans({name: each[:2] for name, each in PEOPLE.items()}, both, trials=50)
    assert news["good"].values == two["good"].values
    with pytest.raises(us.InputError, match="documents are 1 values"):
        us.humans(PEOPLE, both, documents=["a"])


def test_systems_can_be_kept_by_name():
    kept = us.humans(PEOPLE, {"good": GOOD}, only=["A", "C"])
    assert kept["good"].values == us.humans(PEOPLE, {"good": GOOD}, without="B")["good"].values
    with pytest.raises(us.SettingError, match="unknown system to keep 'D'"):
        us.humans(PEOPLE, {"good": GOOD}, only=["D"])


def test_negated_error_rates_are_not_flipped_again():
    assert us.humans(PEOPLE, {"ter": GOOD})["ter"]["accuracy"] == 0.0
    assert us.humans(PEOPLE, {"ter": GOOD}, higher=["ter"])["ter"]["accuracy"] == 1.0
    with pytest.raises(us.SettingError, match="ter is named as a metric for which lower and for which higher"):
        us.humans(PEOPLE, {"ter": GOOD}, higher=["ter"], lower=["ter"])


def test_systems_are_scored_over_all_segments_if_asked():
    far = {**GOOD, "B": [0.6, 0.5, 99.0, 0.4]}  # where nobody judged B
    assert us.humans(PEOPLE, {"m": far})["m"]["accuracy"] == 1.0
    everything = us.humans(PEOPLE, {"m": far}, over="all")
    assert everything["m"]["accuracy"] == pytest.approx(2 / 3)
    assert any(fact.startswith("Scores of systems: over all segments") for fact in everything.facts)
