"""Which tokenizer fits a language."""

from __future__ import annotations

import re

from understudy.errors import SettingError

# What stands between whitespace is no word there: a segmenter is needed.
FITTING = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab", "th": "icu", "lo": "icu", "km": "icu", "my": "icu"}
WITHOUT = {"bo": "Tibetan", "dz": "Dzongkha"}
# Codes of three letters for the languages that are treated apart, and codes of countries taken for languages.
OTHER_CODES = {"jpn": "ja", "kor": "ko", "tha": "th", "lao": "lo", "khm": "km", "mya": "my", "bur": "my"}
OTHER_CODES |= {"bod": "bo", "tib": "bo", "dzo": "dz", "zho": "zh", "chi": "zh", "cmn": "zh", "yue": "zh", "wuu": "zh"}
COUNTRIES = {"jp": "ja", "cn": "zh", "kr": "ko", "tw": "zh", "hk": "zh"}
# The codes of two letters of ISO 639-1, but for two that are mostly a slip for a country: write Kanuri kau, Twi twi.
# Those of three letters are too many to list.
LANGUAGES = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj
kk kl km kn ko ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv
ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th
ti tk tl tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
""".split()


def language_code(lang: str) -> str:
    """The code of a language alone, without its script or country.

    >>> language_code("pt-BR"), language_code("jpn")
    ('pt', 'ja')
    """
    code = str(lang).lower().replace("_", "-").split("-")[0]
    code = OTHER_CODES.get(code, code)
    if code not in LANGUAGES and not re.fullmatch("[a-z]{3}", code):
        hint = f" (did you mean {COUNTRIES[code]!r}?)" if code in COUNTRIES else ""
        raise SettingError(f"lang {lang!r} is not a language code; give one such as 'en', 'zh' or 'pt-BR'{hint}")
    return code


def tokenizer_for(lang: str) -> str | None:
    """Name the tokenizer that a language needs: none in particular where whitespace separates words.

    >>> tokenizer_for("zh"), tokenizer_for("ja"), tokenizer_for("pt-BR")
    ('zh', 'ja-mecab', None)
    """
    code = language_code(lang)
    if code in WITHOUT:
        raise SettingError(
            f"lang {lang!r}: there is no word tokenizer for {WITHOUT[code]};"
            " choose tokenizer='char', or pass a function as tokenizer"
        )
    return FITTING.get(code)
