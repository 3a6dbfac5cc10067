"""Texts on which the laws of metrics are checked: many scripts, odd characters, and long segments."""

from __future__ import annotations

# One segment a line: the hypothesis, then its references.
_SHORT = """\
the cat the cat on the mat|the cat is on the mat|there is a cat on the mat
the the the the the the the|the cat is on the mat|the the
The cat sat on the mat .|the cat sat on the mat .
the cat sat on|the cat sat on the mat with the hat
the cat sat on the mat and then it slept all day long in the sun|the cat sat|it slept in the sun all day long and then|a
|not a word was said|nothing
a word was said|
|
|a real reference||another
cat|cat
cat|dog
cat|the cat|a cat sat there
no word in common here|alles anders da drüben||ganz und gar|überhaupt
a a a b b c|a b c a b c|c b a|a a a a a a a a
one two three|one two three|one two three|three two one
It cost $1,000.50 (approx.) in 2020-21, didn't it?|It cost about $1,000.50 in 2020-21, did it not?
3.14 , 2 - 1 = 1 ; 50% & "more" : e-mail@example.org/a_1|3.14, 2-1=1; 50% &amp; &quot;more&quot;: e-mail@example.org
&lt;b&gt;bold&lt;/b&gt; <skipped> text|<b>bold</b> text
... !!! ???|!!! ... ???|...
«Déjà vu» — naïve façade, 12 000 €|«Déjà-vu» – naïve façade, 12.000 €|"Déjà vu" - naive facade, 12 000 €
cafe\u0301 noir|café noir|cafe noir
ﬁne Ⅳ ½ ｆｕｌｌ ㎏|fine IV 1/2 full kg
İSTANBUL ΟΔΥΣΣΕΥΣ STRASSE|istanbul οδυσσευς straße|İstanbul Οδυσσεύς Straße
ذهب الولد إلى المدرسة صباحاً.|ذهب الولد الى المدرسة في الصباح.|توجه الصبي إلى المدرسة صباحا،
هل رأيت الكِتَابَ؟|هل رأيت الكتاب؟
שלום, עולם!|שלום עולם
แมวนั่งอยู่บนเสื่อ|แมวนั่งบนเสื่อ|มีแมวอยู่บนเสื่อ
ฉัน รัก ภาษา ไทย ๑๒๓|ฉันรักภาษาไทย ๑๒๓
猫がマットの上に座った。|猫はマットの上に座っていました。|ﾏｯﾄの上に猫が座った｡
国内生产总值增长5.2%，不错！|国内生产总值增长了5.2%，很好！|GDP增长5.2％
고양이가 매트 위에 앉았다.|고양이는 매트 위에 앉아 있었다.
बिल्ली चटाई पर बैठी है।|बिल्ली चटाई पर बैठ गई।|एक बिल्ली चटाई पर है।
Кошка сидела на коврике, да?|Кошка сидит на коврике — да?
👩‍👩‍👧 loves 🇫🇷 ❤️ 👍🏽!|👩‍👩‍👧 loves 🇩🇪 ❤ 👍!|👍
𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠮷野家 ok|Unicode 吉野家 ok
z\u0351\u032b\u0343 a\u0328\u0301 text|z\u0351 a\u0301\u0328 text
 \u00a0odd\u3000white\u2003space \u200b here\tand\u0085there\u2028 |odd white space here and there
"""
_COUNTED = [f"w{n * n % 37}" for n in range(140)]  # squares come back: words are repeated
_LONG = [
    (_COUNTED[:70], _COUNTED[3:71], _COUNTED[10:80]),
    ([*_COUNTED[:66], "x"], _COUNTED[:65]),
    ([*_COUNTED[:20], "x", *_COUNTED[21:139]], _COUNTED, _COUNTED[:131]),
    (_COUNTED[:5], _COUNTED, _COUNTED[::-1]),
    (["the"] * 135, ["the"] * 70 + ["cat"] * 66, _COUNTED),
]
_SEGMENTS = [line.split("|") for line in _SHORT.removesuffix("\n").split("\n")]
_SEGMENTS += [[" ".join(words) for words in segment] for segment in _LONG]
HYPOTHESES = [hyp for hyp, *_ in _SEGMENTS]
REFERENCES = [refs for _, *refs in _SEGMENTS]
