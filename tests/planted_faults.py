"""Test sets with exactly one planted fault each: generated sentences in seven languages, and one function a fault."""

import html
import json
import random
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

SEGMENTS = 120
# For each language: subjects, verbs, objects, places, connectors, a frame with quotes, the end of a sentence.
WORDS = {
    "en": (
        "the old captain|my sister|the young teacher|a tired nurse|the mayor of the town|our neighbour's dog|the baker",
        "didn't find|has carried|wouldn't sell|had to repair|was looking for|isn't going to paint|brought",
        "the broken clock|42 wooden boxes|a letter from Zoë|her father's café|three of the résumés|the blue lamp",
        "in the garden|on the 14th of May|behind the station|at the end of the street|with a lot of care|before dinner",
        ", and |, but |, because |, which is why |",
        '"Of course," said {}, "{}."',
        ".",
    ),
    "de": (
        "der alte Kapitän|meine Schwester|die junge Lehrerin|ein Pfleger|der Bürgermeister|unser Nachbar|das Kind",
        "findet|trägt|verkauft nicht|repariert|sucht|streicht|bringt auch",
        "die kaputte Uhr|42 schwere Kisten|einen Brief von Jörg|das Café des Vaters|drei große Bücher|die blaue Lampe",
        "in dem Garten|am 14. Mai|hinter dem Bahnhof|auf der Straße|mit viel Mühe|vor dem Essen|für die Gäste",
        ", und |, aber |, denn |",
        '"Natürlich", sagte {}, "{}."',
        ".",
    ),
    "fr": (
        "le vieux capitaine|ma sœur|la jeune maîtresse|un infirmier fatigué|le maire de la ville|le chien du voisin",
        "a trouvé|a porté|ne vend pas|doit réparer|cherche|va peindre|a apporté",
        "la pendule cassée|42 caisses en bois|une lettre de Zoé|le café de son père|trois des livres|la lampe bleue",
        "dans le jardin|le 14 mai|derrière la gare|au bout de la rue|avec beaucoup de soin|avant le dîner",
        ", et |, mais |, parce que |",
        '"Bien sûr", dit {}, "{}."',
        ".",
    ),
    "ru": (
        "старый капитан|моя сестра|молодая учительница|усталый врач|мэр города|наш сосед|этот пекарь",
        "не нашёл|принёс|продал|не будет чинить|искал|хотел покрасить|привёз",
        "сломанные часы|42 деревянных ящика|письмо от Зои|кафе его отца|три из этих книг|синюю лампу",
        "в саду|14 мая|за вокзалом|на улице|с большим трудом|перед обедом|для гостей",
        ", и |, но |, потому что |",
        '"Конечно", сказал {}, "{}."',
        ".",
    ),
    "ar": (
        "القبطان القديم|أختي الصغيرة|المعلمة الشابة|الطبيب المتعب|رئيس المدينة|جارنا الطيب",
        "لم يجد|حمل معه|لا يبيع|كان قد أصلح|بحث عن|جاء مع",
        "الساعة المكسورة|42 صندوقا|رسالة من زينب|المقهى الذي كان هناك|هذه الكتب|المصباح الأزرق",
        "في الحديقة|في 14 مايو|على الطريق|إلى المحطة|من دون تعب|قبل العشاء",
        "، ثم |، لكن |، لأن |",
        '"طبعا" قال {}، "{}."',
        ".",
    ),
    "zh": (
        "这个老船长|我的姐姐|年轻的老师们|很累的医生|这里的市长|我们的邻居|那个面包师",
        "没有找到|已经买了|不会卖|应该修理|正在寻找|要画|带来了",
        "坏了的钟|42个木箱|她写来的信|他父亲的书店|这些书里的三本|蓝色的灯|那张报纸",
        "在花园里|5月14日那天|在车站后面|在这条路的尽头|在国家图书馆|吃饭的时候|为了客人",
        "，而且|，但是|，因为|",
        '"当然，"{}说，"{}。"',
        "。",
    ),
    "ja": (
        "年老いた船長は|私の姉は|若い先生は|疲れた医者は|この町の市長は|隣の犬は|パン屋さんは",
        "見つけませんでした|運んでいます|売りました|直しています|探しました|塗っています|持ってきました",
        "壊れた時計を|42個の木箱を|友達からの手紙を|父の喫茶店を|三冊の本を|青いランプを",
        "庭の中で|5月14日に|駅の裏で|通りの端で|とても丁寧に|夕食の前に",
        "、それから|、しかし|、なぜなら|",
        "「もちろん」と{}言い、「{}。」",
        "。",
    ),
}
UNSPACED = ("zh", "ja")
ORDER = {"ja": (0, 3, 2, 1), "zh": (0, 3, 1, 2)}  # subject, verb, object, place unless told


@dataclass(frozen=True)
class Corpus:
    """A test set of one system."""

    lang: str
    hyps: list[str]
    refs: list[str]
    second: list[str]
    source: list[str]
    metric: str = "bleu"
    use_lang: str | None = None
    references: list[list[str]] | None = None  # if others than the first alone

    @property
    def given(self) -> list[list[str]]:
        return [list(each) for each in zip(*(self.references or [self.refs]), strict=True)]


def sentences(lang: str, seed: int) -> tuple[list[str], list[str], list[str]]:
    """References, hypotheses that differ from them in some phrases, and second references that differ in others."""
    chance = random.Random(f"{lang}{seed}")
    parts = [each.split("|") for each in WORDS[lang][:5]]
    plans = []
    for _ in range(SEGMENTS):
        clauses = [[chance.choice(parts[slot]) for slot in range(5)] for _ in range(chance.choice((1, 1, 2, 2, 3, 4)))]
        plans.append((clauses, chance.random() < 0.2))

    def other(clauses: list[list[str]]) -> list[list[str]]:
        return [
            [chance.choice(parts[slot]) if chance.random() < 0.25 else each for slot, each in enumerate(c)]
            for c in clauses
        ]

    def write(clauses: list[list[str]], quoted: bool) -> str:
        blank = "" if lang in UNSPACED else " "
        told = [blank.join(clause[slot] for slot in ORDER.get(lang, (0, 1, 2, 3))) for clause in clauses]
        text = ""
        for clause, words in zip(clauses, told, strict=True):
            text += words if not text else (clause[4] or WORDS[lang][4].split("|")[0]) + words
        if quoted:
            return WORDS[lang][5].format(clauses[0][0], text)
        return text[0].upper() + text[1:] + WORDS[lang][6]

    refs = [write(*plan) for plan in plans]
    hyps = [write(other(clauses), quoted) for clauses, quoted in plans]
    second = [write(other(clauses), quoted) for clauses, quoted in plans]
    return refs, hyps, second


def generated(lang: str, seed: int = 1) -> Corpus:
    refs, hyps, second = sentences(lang, seed)
    source = sentences("fr" if lang != "fr" else "en", seed)[0]
    return Corpus(lang, hyps, refs, second, source)


def shipped(examples: dict[str, list[str]], system: str) -> Corpus:
    return Corpus("en", examples[system], examples["reference1"], examples["reference2"], examples["source"])


# --- Faults: what is done to a text, or to the test set ---------------------------------------------------------------


def tokenize(text: str) -> str:
    for mark in '.,!?()"':
        text = text.replace(mark, f" {mark} ")
    return " ".join(text.replace("n't", " n't").replace("'s", " 's").split())


def split_characters(text: str) -> str:
    return " ".join(text)


def curl(text: str) -> str:
    curled, opened = "", False
    for each in text:
        if each == '"':
            opened = not opened
            each = "“" if opened else "”"
        curled += "’" if each == "'" else each
    return curled


def other_digits(first: str) -> Callable[[str], str]:
    return lambda text: text.translate({ord(str(n)): chr(ord(first) + n) for n in range(10)})


def with_vowels(text: str) -> str:
    return "".join(c + "\u064e" if "\u0628" <= c <= "\u064a" and n % 2 else c for n, c in enumerate(text))


TRADITIONAL = dict(
    zip(
        "这长师们医车带来书报纸张钟里边姐为个没邻画应该买卖学写寻条国图馆饭时轻蓝灯头经会说",
        "這長師們醫車帶來書報紙張鐘裡邊姐為個沒鄰畫應該買賣學寫尋條國圖館飯時輕藍燈頭經會說",
        strict=True,
    )
)


def traditional(text: str) -> str:
    return "".join(TRADITIONAL.get(c, c) for c in text)


def bpe(text: str) -> str:
    return " ".join(f"{word[:3]}@@ {word[3:]}" if len(word) > 4 else word for word in text.split())


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def utf7(text: str) -> str:
    return text.encode("utf-7").decode("ascii")


def mojibake(text: str) -> str:
    return text.encode("utf-8").decode("latin-1")


def joined_invisibly(text: str) -> str:
    return text.replace("e", "e\u200b").replace("а", "а\u200b")


def soft_hyphens(text: str) -> str:
    return " ".join(word[:3] + "\u00ad" + word[3:] if len(word) > 5 else word for word in text.split())


def first_words(text: str) -> str:
    return " ".join(text.split()[:10])


# name: (kind that is found, languages, what is done to one text); each is planted in the hypotheses and the references
TEXT_FAULTS = {
    "tokenized": ("tokenized", ("en", "de", "fr", "ru"), tokenize),
    "characters apart": ("tokenized", ("zh",), split_characters),
    "entities": ("entities", ("en", "de", "fr", "ru", "ar", "zh"), lambda text: html.escape(text)),
    "apostrophes escaped": ("entities", ("en",), lambda text: text.replace("'", "&apos;")),
    "tags": ("markup", tuple(WORDS), lambda text: f"<p>{text}</p>"),
    "bold": ("markup", ("en", "ru"), lambda text: text.replace(" ", ' <b class="x">', 1) + "</b>"),
    "special": ("special-tokens", tuple(WORDS), lambda text: f"<s> {text} </s>"),
    "padding": ("special-tokens", ("en", "zh"), lambda text: f"{text} <pad> <pad>"),
    "BPE": ("subwords", ("en", "de", "fr", "ru", "ar"), bpe),
    "SentencePiece": ("subwords", tuple(WORDS), lambda text: "▁" + text.replace(" ", " ▁")),
    "NFD": ("normal-form", ("de", "fr", "ru", "ja"), lambda text: unicodedata.normalize("NFD", text)),
    "curly": ("quotes", ("en", "de", "fr", "ru"), curl),
    "full-width": ("full-width", ("en", "de", "zh"), full_width),
    "zero-width": ("invisible", ("en", "de", "fr", "ru"), joined_invisibly),
    "soft hyphens": ("invisible", ("en", "de", "fr", "ru"), soft_hyphens),
    "lower case": ("case", ("en", "de", "fr", "ru"), str.lower),
    "upper case": ("case", ("en", "de", "fr", "ru"), str.upper),
    "mojibake": ("encoding", ("de", "fr", "ru", "ar", "zh", "ja"), mojibake),
    "UTF-7": ("encoding", ("de", "fr", "ru"), utf7),
    "null characters": ("encoding", ("en", "ru"), lambda text: "\0".join(text)),
    "vowel signs": ("diacritics", ("ar",), with_vowels),
    "Arabic digits": ("digits", ("ar", "en"), other_digits("٠")),
    "Persian digits": ("digits", ("ar",), other_digits("۰")),
    "traditional": ("han-variants", ("zh",), traditional),
    "ASCII marks": (
        "punctuation-width", ("zh", "ja"), lambda text: text.translate(str.maketrans("，。、：", ",.,:"))
    ),
    "no punctuation": (
        "punctuation", ("en", "de", "fr", "ru", "zh"),
        lambda text: "".join(c for c in text if c.isalnum() or c == " "),
    ),
    "quoted": ("quoted", ("en", "de", "zh"), lambda text: f'"{text}"'),
    "JSON": ("records", ("en", "ru", "zh"), lambda text: json.dumps({"translation": text}, ensure_ascii=False)),
    "columns": ("records", ("en", "ar"), lambda text: f"{text}\t0.5"),
    "doubled": ("doubled", tuple(WORDS), lambda text: f"{text} {text}"),
}  # fmt: skip


def lines(do: Callable[[int, str], str]) -> Callable[[Corpus], Corpus]:
    """A fault of hypotheses that depends on the line."""
    return lambda corpus: replace(corpus, hyps=[do(n, text) for n, text in enumerate(corpus.hyps)])


def shuffled(texts: list[str]) -> list[str]:
    return random.Random(5).sample(texts, len(texts))


# name: (kind, languages, what is done to the test set)
CORPUS_FAULTS: dict[str, tuple[str, tuple[str, ...], Callable[[Corpus], Corpus]]] = {
    "prefix": ("prefix", tuple(WORDS), lines(lambda n, text: f"Translation: {text}")),
    "chat": ("prefix", ("en", "de"), lines(lambda n, text: f"Sure! Here is the translation: {text}")),
    "line numbers": ("line-numbers", ("en", "de", "zh"), lines(lambda n, text: f"{n + 1}. {text}")),
    "numbers in a column": ("line-numbers", ("en", "ru"), lines(lambda n, text: f"{n} {text}")),
    "all empty": ("empty", ("en", "zh"), lines(lambda n, text: "")),
    "one in three empty": ("empty", tuple(WORDS), lines(lambda n, text: text if n % 3 else "")),
    "constant": (
        "constant", ("en", "ar", "ja"),
        lambda corpus: replace(corpus, hyps=[corpus.hyps[7] for _ in corpus.hyps]),
    ),
    "often constant": ("constant", ("en", "de"), lines(lambda n, text: text if n % 3 else "I can't do that, sorry.")),
    "ten words": ("cut", ("en", "de", "fr", "ru", "ar"), lines(lambda n, text: first_words(text))),
    "twenty characters": ("cut", ("zh", "ja", "en"), lines(lambda n, text: text[:20])),
    "first half twice": (
        "repeated", tuple(WORDS),
        lambda corpus: replace(corpus, hyps=corpus.hyps[: len(corpus.hyps) // 2] * 2),
    ),
    "half as long": ("length", ("en", "de", "ru"), lines(lambda n, text: text[: len(text) * 2 // 5])),
    "empty references": (
        "empty-references", ("en", "zh"),
        lambda corpus: replace(corpus, references=[[text if n % 4 else "" for n, text in enumerate(corpus.refs)]]),
    ),
    "reference as system": ("equal", tuple(WORDS), lambda corpus: replace(corpus, hyps=list(corpus.refs))),
    "reference twice": (
        "reference-copy", ("en", "de", "zh"),
        lambda corpus: replace(corpus, references=[corpus.refs, list(corpus.refs)])
    ),
    "source as system": ("untranslated", ("en", "de", "zh"), lambda corpus: replace(corpus, hyps=list(corpus.source))),
    "some untranslated": (
        "untranslated", ("en", "ar"),
        lambda corpus: replace(
            corpus, hyps=[text if n % 3 else corpus.source[n] for n, text in enumerate(corpus.hyps)]
        ),
    ),
    "source as reference": (
        "source-as-reference", ("en", "ru"), lambda corpus: replace(corpus, references=[corpus.refs, corpus.source])
    ),
    "other language": (
        "other-language", ("en", "ru", "zh", "de"),
        lambda corpus: replace(corpus, hyps=generated("fr", 9).refs[: len(corpus.hyps)])
    ),
    "reference of another language": (
        "reference-language", ("en", "ar", "ja"),
        lambda corpus: replace(corpus, references=[corpus.refs, generated("de", 9).refs[: len(corpus.hyps)]]),
    ),
    "shifted": ("shifted", tuple(WORDS), lambda corpus: replace(corpus, hyps=[*corpus.hyps[1:], corpus.hyps[0]])),
    "shifted back": ("shifted", ("en", "zh"), lambda corpus: replace(corpus, hyps=corpus.hyps[-1:] + corpus.hyps[:-1])),
    "shifted from the middle": (
        "shifted", ("en", "de", "ja"),
        lambda corpus: replace(corpus, hyps=[*corpus.hyps[:50], *corpus.hyps[51:], "End."])
    ),
    "English METEOR": ("language", ("de", "fr"), lambda corpus: replace(corpus, metric="meteor")),
    "English METEOR of Russian": ("language", ("ru",), lambda corpus: replace(corpus, metric="meteor")),
    "lang=zh": ("language", ("en", "de", "ru"), lambda corpus: replace(corpus, use_lang="zh")),
    "lang=de": ("language", ("en", "fr", "ru"), lambda corpus: replace(corpus, use_lang="de")),
    "Chinese for Japanese": ("language", ("ja",), lambda corpus: replace(corpus, use_lang="zh")),
}  # fmt: skip
REMEDIES = {
    "tokenized": "detokenize", "entities": "unescape", "markup": "remove the tags", "special-tokens": "skip_special",
    "subwords": "join the pieces", "normal-form": "NFC", "quotes": "same quotes", "full-width": "NFKC",
    "invisible": "remove", "case": "lowercase", "encoding": "UTF-", "diacritics": "remove", "digits": "same digits",
    "han-variants": "convert", "punctuation-width": "same punctuation", "punctuation": "both sides",
    "quoted": "outer quotes", "records": "text", "doubled": "keep one", "prefix": "remove", "line-numbers": "numbers",
    "empty": "nothing was translated", "constant": "decode again", "cut": "maximum length", "repeated": "written twice",
    "length": "cut output", "empty-references": "None", "equal": "output of a system", "reference-copy": "leave it out",
    "untranslated": "translations", "source-as-reference": "translations", "other-language": "target language",
    "reference-language": "leave it out", "shifted": "a line that is missing", "order": "order of the references",
    "language": "lang=",
}  # fmt: skip
