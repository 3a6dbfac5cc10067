"""Normalizers of speech against the programs that define them, and the native one against its readable twin."""

import random

import pytest
from command_line import complaint, printed
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import sentences
from whisper_normalizer.basic import BasicTextNormalizer
from whisper_normalizer.english import EnglishNumberNormalizer, EnglishTextNormalizer

import understudy as us
from understudy.inputs.texts import texts
from understudy.tokens.normalizers.english import FILLERS, PACKAGE, normalize_english, spellings
from understudy.tokens.normalizers.named import normalizer_named
from understudy.tokens.normalizers.numbers import NUMBER_WORDS, write_numbers

ENGLISH, NUMBERS, BASIC = EnglishTextNormalizer(), EnglishNumberNormalizer(), BasicTextNormalizer()

# The cases of openai-whisper 20250625, tests/test_normalizer.py, as data: numbers are checked with both classes.
PUBLISHED_NUMBERS = """\
two=2|thirty one=31|five twenty four=524|nineteen ninety nine=1999|twenty nineteen=2019
two point five million=2500000|four point two billions=4200000000s|200 thousand=200000|200 thousand dollars=$200000
$20 million=$20000000|€52.4 million=€52400000|£77 thousands=£77000s|two double o eight=2008
three thousand twenty nine=3029|forty three thousand two hundred sixty=43260
forty three thousand two hundred and sixty=43260|nineteen fifties=1950s|thirty first=31st
thirty three thousand and three hundred and thirty third=33333rd|three billion=3000000000|millions=1000000s
july third twenty twenty=july 3rd 2020|august twenty sixth twenty twenty one=august 26th 2021|3 14=3 14|3.14=3.14
3 point 2=3.2|3 point 14=3.14|fourteen point 4=14.4|two point two five dollars=$2.25
two hundred million dollars=$200000000|$20.1 million=$20100000|ninety percent=90%|seventy six per cent=76%
double oh seven=007|double zero seven=007|nine one one=911|nine double one=911|one triple oh one=10001
two thousandth=2000th|thirty two thousandth=32000th|minus 500=-500|positive twenty thousand=+20000
two dollars and seventy cents=$2.70|3 cents=¢3|$0.36=¢36|three euros and sixty five cents=€3.65
three and a half million=3500000|forty eight and a half dollars=$48.5|b747=b 747|10 th=10th|10th=10th"""
PUBLISHED_TEXTS = """\
Let's=let us|he's like=he is like|she's been like=she has been like|10km=10 km|10mm=10 mm|RC232=rc 232
Mr. Park visited Assoc. Prof. Kim Jr.=mister park visited associate professor kim junior
mobilisation=mobilization|cancelation=cancellation"""


def pairs(listed: str) -> list[list[str]]:
    return [each.split("=") for line in listed.splitlines() for each in line.split("|")]


@pytest.mark.parametrize(("text", "written"), pairs(PUBLISHED_NUMBERS))
def test_whispers_published_numbers(text, written):
    assert write_numbers(text) == written
    for version in ("whisper-en", "whisper-en-20250625"):
        assert us.normalize(text, version).strip() == written
        assert normalizer_named(version).rewrite_all(texts([text], "texts")) == [us.normalize(text, version)]


@pytest.mark.parametrize(("text", "written"), pairs(PUBLISHED_TEXTS))
def test_whispers_published_texts(text, written):
    assert us.normalize(text).strip() == written


# Words on which rules meet: numbers, contractions before participles, symbols, scripts, spaces.
TRICKY = (
    "and a half|a half|it's been|he'd gone|x'd got|'s gotta|y'all'd've|colour|the|cat|RC232|1,000|1,2,3|3.14|$5|$0.36|"
    "£2|¢7|10 th|1s|1|12.|..|...|.5|%|50%|a%%b|<noise>|[x|(laughs)|()|(|’s|–|½|²|①|ﬁ|İ|Σ|ΟΔΟΣ|é|e\u0301|ß|œ|٣|日本|"
    "नमस्ते|\u3000|\t|\n|'|''| '|_|-|+5|-5|$|€|0|007|100|1000|100000000000000000000000000|$2 and ¢7|$0 50|999 quadrillion"
).split("|")
WORDS = [*NUMBER_WORDS, *(rule[1] for rule in PACKAGE), *FILLERS, *list(spellings())[::50], *TRICKY]
words = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", "-", ", ", ". ", "'", *" " * 5])), max_size=8)
speech = st.one_of(words.map(lambda pairs: "".join(map("".join, pairs))), sentences)


def made_texts(count: int, seed: int) -> list[str]:
    """Texts of the tricky words, some in capitals."""
    rng = random.Random(seed)
    separators = [*" " * 12, "", "-", ", ", ". ", "  ", "'"]
    changes = [str, str, str, str.upper, str.title]
    made = []
    for _ in range(count):
        text = "".join(rng.choice(WORDS) + rng.choice(separators) for _ in range(rng.randint(0, 9)))
        made.append(rng.choice(changes)(text))
    return made


def test_normalizers_equal_those_of_whisper_normalizer_on_many_texts():
    made = made_texts(3000, 20)
    english = normalizer_named("whisper-en").rewrite_all(texts(made, "texts"), 2)
    basic = normalizer_named("whisper-basic").rewrite_all(texts(made, "texts"))
    for text, one, other in zip(made, english, basic, strict=True):
        assert (one, other) == (ENGLISH(text), BASIC(text)), text


@settings(max_examples=200)
@given(text=speech)
def test_normalizers_equal_those_of_whisper_normalizer_on_any_text(text):
    assert us.normalize(text, "whisper-en") == ENGLISH(text)
    assert us.normalize(text, "whisper-basic") == BASIC(text)
    assert write_numbers(text.lower()) == NUMBERS(text.lower())


@settings(max_examples=200)
@given(listed=st.lists(speech, max_size=6))
def test_the_native_normalizer_equals_its_readable_twin(listed):
    for name in ("whisper-en", "whisper-en-20250625"):
        normalizer = normalizer_named(name)
        assert normalizer.rewrite_all(texts(listed, "texts"), 2) == list(map(normalizer.rewrite, listed))


def test_most_english_is_read_natively():
    """Else the speed that bench/speech promises is gone, though every text is right."""
    ordinary = [
        "It’s the café's 2nd “grand” opening — 50% off, isn't it?",
        "Mr. Smith's paid $1,000.50 in nineteen ninety-nine",
    ]
    native = normalizer_named("whisper-en").native
    assert native is not None
    assert None not in native().normalize(texts(ordinary, "texts"), 1)


def test_openai_whispers_release_leaves_four_words_alone():
    assert normalize_english("kinda sorta dunno cause") == "kind of sort of do not know because"
    assert us.normalize("kinda sorta dunno cause", "whisper-en-20250625") == "kinda sorta dunno cause"


def test_a_normalizer_is_in_the_signature_with_its_version_and_reads_back():
    result = us.wer(["Uh, it's two metres"], ["it is 2 meters"], normalizer="whisper-en")
    assert float(result) == 0
    assert "normalizer=whisper-en-0.1.15" in result.signature
    assert us.make_metric(result.signature) == us.make_metric("wer:normalizer=whisper-en")
    assert us.make_metric("wer:normalizer=none") == us.make_metric("wer")


@pytest.mark.parametrize(
    "name", ["bleu", "nist", "chrf", "ter", "rouge1", "cider", "hlepor", "ribes", "gleu", "cer", "per"]
)
def test_other_metrics_take_a_normalizer_too(name):
    """The score is that of texts that were normalized before."""
    hyps, refs = (
        ["Mr. Cat's on the twenty one mats"] * 2,
        ["mister cat is on the 21 mats", "The cat, um, sits on 21 mats."],
    )
    written = [[us.normalize(text) for text in side] for side in (hyps, refs)]
    by_setting = us.score(hyps, refs, metrics=[f"{name}:normalizer=whisper-en"])[name]
    assert float(by_setting) == float(us.score(*written, metrics=[name])[name])


@pytest.mark.parametrize(
    ("normalizer", "message"),
    [("whisper", "did you mean 'whisper-en'?"), ("whisper-en-3", "versions of whisper-en here are 0.1.15, 20250625")],
)
def test_an_unknown_normalizer_is_refused(normalizer, message):
    with pytest.raises(us.SettingError, match=message.replace("?", r"\?")):
        us.make_metric("wer", normalizer=normalizer)


def test_tokens_cannot_be_normalized():
    with pytest.raises(us.SettingError, match="rewrite the text before you tokenize it"):
        us.wer(us.Tokens([["a"]]), us.Tokens([["a"]]), normalizer="whisper-en")


def test_the_command_prints_the_text_or_what_changes(tmp_path):
    file = tmp_path / "ref.txt"
    file.write_text("it is\nIt's 2 colours\n", encoding="utf-8")
    assert printed("normalize", file) == "it is\nit is 2 colors\n"
    shown = "2\n- It's 2 colours\n+ it is 2 colors\nwhisper-en-0.1.15 changes 1 of 2 lines\n"
    assert printed("normalize", file, "--diff") == shown
    assert "did you mean 'whisper-en'?" in complaint("normalize", file, "-n", "whisper", code=2)
