"""METEOR's settings: what a signature names, what is refused, and languages that lack resources."""

import math
import pickle
import re
import warnings

import pytest

import understudy as us
from understudy.errors import LanguageWarning, SettingError
from understudy.metrics.meteor.metric import METEOR


def test_signatures_name_everything_that_bears_on_the_score():
    signature = METEOR().signature
    for part in ("variant=1.5", "lang=en", "task=rank", "norm=full", "modules=exact/stem/synonym", "beam=40"):
        assert part in signature
    assert re.search("weights=1/0.6/0.8,alpha=0.85,beta=0.2,gamma=0.6,delta=0.75", signature)
    assert re.search("function_words=en93-[0-9a-f]{8},stemmer=snowball-2.2,synonyms=wordnet-3.0-[0-9a-f]{8}", signature)
    assert us.make_metric(signature) == METEOR()
    assert METEOR(modules=["exact", "stem"]).signature == METEOR(modules="exact/stem").signature


def test_a_signature_of_other_resources_is_refused():
    with pytest.raises(SettingError, match="synonyms=wordnet-2.1-00112233 is asked for, but here it is wordnet-3.0"):
        METEOR(synonyms="wordnet-2.1-00112233")
    with pytest.raises(SettingError, match="the module stem is not used"):
        METEOR(stemmer="snowball-2.2", modules="exact")


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"variant": "1.6"}, "unknown variant '1.6'"),
        ({"lang": "english"}, "not a language code"),
        ({"lang": "de", "task": "adq"}, "unknown task of METEOR in language 'de' 'adq'; choose rank, li"),
        ({"norm": "yes"}, "unknown norm"),
        ({"lang": "tr", "norm": "full"}, "no rules for lang=tr"),
        ({"modules": "stem"}, "must be exact"),
        ({"modules": "exact/synonym/stem"}, "in this order"),
        ({"modules": "exact/exact"}, "in this order"),
        ({"modules": "exact/stme"}, "did you mean 'stem'"),
        ({"modules": 5}, "modules must be such as exact/stem, or a list of such names; got 5"),
        ({"paraphrase": True}, "paraphrase must be auto or the path of a table, got True"),
        ({"paraphrase": ""}, "paraphrase must be auto or the path of a table, got ''"),
        ({"variant": 2006}, "unknown variant '2006'"),
        ({"lang": "cz", "modules": "exact/stem"}, "no module stem for lang=cz"),
        ({"lang": "de", "modules": "exact/synonym"}, "no module synonym for lang=de"),
        ({"modules": "exact/paraphrase"}, "needs a table"),
        ({"modules": "exact", "paraphrase": "auto"}, "needs a table"),
        ({"task": "universal"}, "2 weights for 3 modules"),
        ({"weights": (1, 2, 0)}, "3 numbers from 0 to 1"),
        ({"weights": (1, 0.5)}, "3 numbers from 0 to 1"),
        ({"alpha": 1.5}, "alpha must be a number from 0 to 1"),
        ({"beta": math.nan}, "beta must be a number"),
        ({"beam": 0}, "beam must be a whole number from 1 to 1,000"),
        ({"characters": "maybe"}, "characters must be yes or no"),
        ({"variant": "2005", "beam": 40}, "variant 2005 has no task, beam"),
        ({"function_words": "de"}, "function_words=de is asked for"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::understudy.errors.LanguageWarning")
def test_settings_that_make_no_sense_are_refused(chosen, message):
    with pytest.raises(SettingError, match=re.escape(message)):
        METEOR(**chosen)


def test_languages_without_resources_warn_once_and_name_what_is_missing():
    with pytest.warns(LanguageWarning, match="lang='zh' METEOR has no stemmer, no synonyms, no normalizer") as caught:
        metric = us.make_metric("meteor", lang="zh")
    assert len(caught) == 1
    assert (metric.lang, metric.modules, metric.task, metric.norm) == ("other", "exact", "li", "lower")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric.stats(["我 买 了"], ["我 买"])
        assert pickle.loads(pickle.dumps(metric)) == metric == us.make_metric(metric.signature)
        assert us.make_metric("meteor", lang="cs") == METEOR(lang="cz")
    with pytest.warns(LanguageWarning, match="lang='sv' METEOR has no normalizer"):
        assert METEOR(lang="sv").modules == "exact/stem"


def test_a_variant_may_be_a_number():
    assert METEOR(variant=2005) == METEOR(variant="2005")
    assert METEOR(variant=1.5).signature == METEOR().signature


def test_norwegian_has_stems_by_its_own_code_too():
    with pytest.warns(LanguageWarning, match="lang='nb' METEOR has no normalizer"):
        assert METEOR(lang="nb").modules == "exact/stem"


def test_weights_are_taken_by_place_as_meteor_does():
    assert METEOR(modules="exact/synonym").weights == (1.0, 0.6)


def test_changing_what_decides_other_settings_is_refused():
    with pytest.raises(SettingError, match="create a new metric"):
        us.make_metric(METEOR(), task="adq")
