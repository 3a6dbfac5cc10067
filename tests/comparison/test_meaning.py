"""What a difference of scores means to people."""

import pytest

import understudy as us
from understudy.comparison.human_scale import agreement, in_words
from understudy.metrics import CONTENTS, make_metric
from understudy.metrics.external.about import ABOUT as EXTERNAL


def test_agreement_with_people_is_that_of_the_sources():
    # Kocmi et al. 2024, the thresholds of their tool for 60, 70 and 80 %; ours for TER at 1, 1.5 and 3 points
    published = {
        "bleu": {60: 0.78, 70: 1.39, 80: 2.34},
        "chrf": {60: 0.54, 70: 1.00, 80: 1.63},
        "ter": {68: 1, 74: 1.5, 85: 3},
    }
    for name, points in published.items():
        for share, delta in points.items():
            assert agreement(make_metric(name), delta) == pytest.approx(share, abs=0.5)
            assert agreement(make_metric(name), -delta) == agreement(make_metric(name), delta)
    comet = us.scores_from("comet22", [0.5], maximum=1.0).metric
    assert agreement(comet, 0.0035) == pytest.approx(70, abs=0.5)


def test_a_difference_is_never_worse_than_chance_and_never_a_bare_percentage():
    metrics = [make_metric(name) for name in CONTENTS if make_metric(name).about.human_scale]
    metrics += [us.scores_from(name, [50.0], maximum=100.0).metric for name in EXTERNAL]
    assert len(metrics) == 10
    for metric in metrics:
        scale = metric.about.human_scale
        assert scale.agreement(0) == 50, metric
        assert all(scale.agreement(x / 10) <= scale.agreement((x + 1) / 10) <= 100 for x in range(100))
        for delta, p in ((0.0, 1.0), (2.0, 0.001), (-9.0, 0.2)):
            words = in_words(metric, delta, p)
            assert scale.source.name in words
            assert "one language pair" in words
            assert "%" not in words
            assert ("chance alone may explain it" in words) == (p >= 0.05)
    assert in_words(make_metric("wer"), 3.0, 0.01) is None
    assert in_words(make_metric("bleu:order=2"), 3.0, 0.01) is None
    assert in_words(make_metric("bleu:tokenizer=zh"), 3.0, 0.01) is not None
