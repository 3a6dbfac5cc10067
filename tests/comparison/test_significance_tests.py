"""The registry of significance tests: what each states, and a test from outside the package that `compare` uses."""

import itertools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import understudy as us
from understudy.comparison import tests
from understudy.comparison.plan import Plan

SOURCE = Path(us.__file__).parent


class SignTest(us.SignificanceTest):
    """Segments won and lost, as tosses of a fair coin; it draws nothing."""

    name = "sign"
    title = "sign test"
    method = "exact two-sided sign test"

    def p_values(self, systems, plan):
        return {
            name: {
                (a, b): self.p(results[a].segments - results[b].segments)
                for a, b in itertools.combinations(range(len(results)), 2)
            }
            for name, results in systems.results.items()
        }

    def p(self, differences):
        won, lost = np.count_nonzero(differences > 0), np.count_nonzero(differences < 0)
        tail = sum(math.comb(won + lost, k) for k in range(max(won, lost), won + lost + 1)) / 2 ** (won + lost)
        return min(1.0, 2 * tail)


@pytest.fixture
def sign_test(monkeypatch):
    monkeypatch.setattr(tests, "REGISTERED", {})
    us.register_test(SignTest())


REFS = [f"number {n} is a good number" for n in range(12)]
SYSTEMS = {"A": REFS, "B": [ref.replace("good", "bad") for ref in REFS[:8]] + REFS[8:], "C": REFS}


def test_a_test_from_outside_is_used_like_any_other(sign_test):
    comparison = us.compare(SYSTEMS, REFS, ["bleu", "chrf"], test="sign", resamples=99)
    assert comparison["chrf"]["B"].p == 2 / 2**8
    assert comparison["chrf"]["B"].corrected_p == 4 / 2**8
    assert comparison["chrf"]["C"].p == 1.0
    assert comparison["chrf"].clusters == (("A", "C"), ("B",))
    assert json.loads(json.dumps(comparison.to_dict()))["plan"]["test"] == "sign"
    # no random seed: the test draws nothing
    assert "p: exact two-sided sign test of 12 segments, against A; Holm correction" in comparison.table().text()
    assert comparison.verdict.summary == "A and C are ahead and score the same; B is worst."
    with pytest.raises(us.SettingError, match="unknown test 'sing'; choose randomization, bootstrap or sign .did you"):
        us.compare(SYSTEMS, REFS, test="sing")
    with pytest.raises(us.SettingError, match="unknown test of sacrebleu 'sign'; choose randomization or bootstrap"):
        us.compare(SYSTEMS, REFS, test="sign", compat="sacrebleu")


def test_a_name_is_taken_once(sign_test):
    with pytest.raises(us.SettingError, match="there is a test named 'sign' already; give yours another name"):
        us.register_test(SignTest())
    for mistake in (SignTest, "sign", None):
        with pytest.raises(
            us.SettingError, match="a SignificanceTest is needed, got .*; derive a class from it and give"
        ):
            us.register_test(mistake)


@pytest.mark.parametrize("name", tests.CONTENTS)
def test_every_test_states_what_it_does(name):
    test = tests.find_test(name)
    assert test.name == name
    assert test.repetitions in ("trials", "resamples")
    plan = Plan("A", name, trials=7, resamples=8, seed=9, unit_count=3)
    assert test.describe(plan) == f"{test.method} of 3 segments, {test.count(plan)} {test.repetitions}, seed 9"


def test_nothing_but_the_registry_tells_tests_apart_by_name():
    for path in SOURCE.rglob("*.py"):
        if path.parent.name != "agreement":  # there a test is named by its statistic
            assert not re.search(r"test\s*[!=]=\s*[\"']", path.read_text(encoding="utf-8")), path
