"""Generated captions: plain ones, and ones that are hard to tokenize."""

from __future__ import annotations

import random

PLAIN = """
a the two three several man woman people dog cat horse bird train bus street sign table plate pizza board wave snow
beach park grass kitchen umbrella skateboard surfboard giraffe zebra elephant is are was sitting standing riding
holding eating looking on in of with near next to under over behind while and white black red blue large small old
young young's group field tennis court ball bat player baseball frisbee city building clock tower water boat
""".split()
# What a tokenizer of the Penn Treebank is asked about: each is met alone, glued to others, and before and after blanks.
HARD = """
The He It A In Mr. Mrs. Dr. St. Ave. Mt. vs. etc. Inc. Co. Corp. Jan. Sept. Calif. Mass. mass. No. no. Fig. pp. p.m.
a.m. U.S. U.K. e.g. i.e. Ph.D. J. K. x X B. T.V. TV OK D.C. A.B.C. a.k.a. cannot gonna gotta wanna lemme gimme 'tis
'twas more'n don't can't won't isn't I'm you're he'd we'll they've dog's dogs' James' o'clock O'Neil d'Artagnan
l'eau y'all ma'am c'mon ol' 'em 'til 'cause 'n' rock'n'roll '90s '05 90's e'er Hawai'i it’s don’t ‘quoted’ “quoted”
"quoted" ''x'' ``x 5 55 555 1234 0.5 .5 5,000 1,000.50 -5 +5 1/2 11/12 1st 2nd 3rd 5th 5:30 5:30pm 10am 12/25/2012
2012-12-25 555-1234 415-555-1234 5% $5 $1.50 US$5 €5 £5 5¢ ¥5 ½ ¼ ¾ ⅓ 5° 6'2" 5' #1 #tag @user C# C++ AT&T R&B Q&A
t-shirt well-known 10-year-old U.S.-led Jan.-Feb ex- -x twenty-one and/or w/o w/ he/she 1/4-inch x-ray hot_dog a--b
... .. .... … . , ; : ! ? !! ?! ( ) [ ] { } < > << >> - -- --- – — / \\ * ** _ __ ~ ^ | = + & && @ # $ % ' ` " “ ” ‘
’ « » :) :-) :( ;) :D :P =) ^_^ -_- >:( <3 <b> </b> <br/> <b x> &amp; &lt; &gt; &quot; &nbsp; &apos; &eacute; &copy;
&#39; http://x.com/a?b=c https://www.x.org www.x.com x.com/a/b a.b img.jpg a@b.com me@x.co.uk file.txt end.Start
café naïve Éclair ñandú Größe дом 日本語 日本 العربية हिन्दी ไทย ٣٤ e\u0301 x\xady 🙂 👍🏽 ‐ ™ © ® § ° € £ \xa0 \u3000 \t
""".split(" ")
HARD = [each for line in HARD for each in line.split("\n") if each] + ["\xa0", "\u3000", "\t"]


def captions(count: int, seed: int) -> list[str]:
    """Half of them plain, half hard; none is empty, has a line end or a blank at an end."""
    draw = random.Random(seed)
    return [caption for _ in range(count) if (caption := _caption(draw).strip())]


def _caption(draw: random.Random) -> str:
    if draw.random() < 0.5:
        words = [draw.choice(PLAIN) for _ in range(draw.randint(4, 14))]
        if draw.random() < 0.5:
            words.insert(draw.randrange(len(words)), draw.choice(HARD))
        return " ".join(words).capitalize() + draw.choice(["", ".", ".", " .", "!", "..."])
    parts = [draw.choice(HARD if draw.random() < 0.7 else PLAIN) for _ in range(draw.randint(1, 6))]
    return "".join(part + (" " if draw.random() < 0.6 else "") for part in parts)


class Images:
    """What COCOEvalCap asks of pycocotools' COCO."""

    def __init__(self, listed: list[tuple[int, list[str]]]) -> None:
        self.imgToAnns = {image: [{"image_id": image, "caption": text} for text in each] for image, each in listed}

    def getImgIds(self) -> list[int]:
        return list(self.imgToAnns)


def dataset(images: int, seed: int = 7) -> tuple[Images, Images]:
    """Five references for each image, and a result that is one of them without some words."""
    draw = random.Random(seed)
    lines = captions(6 * images + 400, seed)
    refs = [lines[5 * i : 5 * i + 5] for i in range(images)]
    results = [" ".join(w for w in draw.choice(each).split(" ") if draw.random() < 0.9) or "a dog" for each in refs]
    results = [result + draw.choice(["", " plan b.", " no.", " etc.", " vitamin C."]) for result in results]
    return Images(list(enumerate(refs, 100))), Images([(i, [text]) for i, text in enumerate(results, 100)])
