r"""The rules of the `ptb` tokenizer: patterns of tokens. The longest match wins, the first of equally long ones.

They describe what the tokenizer inside pycocoevalcap does, and were found by asking it. Patterns are written for text
in which each character beyond ASCII stands for its class: see `ALONE` and `CLASSES`. What a rule looks at behind its
token counts for its length.

From these rules `tools/make_ptb_tables.py` makes the table of the native tokenizer.
"""

from __future__ import annotations

from dataclasses import dataclass

END = "\x00"  # behind the last character
DROPPED = "\x01"  # a character that belongs to no token
LINE_END = "\n"

# Characters beyond ASCII that mean something by themselves, and the one that stands for them in patterns.
ALONE = {
    **dict.fromkeys("\u2019\x92", "’"),
    **dict.fromkeys("\u2018\u201b\x91", "‘"),
    **dict.fromkeys("“«\x93", "“"),
    **dict.fromkeys("”»\x94", "”"),
    **dict.fromkeys("–—―\x96\x97", "–"),
    **dict.fromkeys("\u058a\u2010\u2011", "‐"),
    **dict.fromkeys("€¤\u20a0\x80", "€"),
    **dict.fromkeys("\u066b\u066c", "٫"),
    **dict.fromkeys("\x0b\x0c\r\u2028\u2029", LINE_END),
    **{c: c for c in "\u2039\u203a…\x85£¢¼½¾⅓⅔⁄\xa0\xad"},
}
# The classes of the file ptb-characters.txt; what is in no class is dropped. A capital is a letter, or a symbol, or is
# dropped, and begins a sentence in any case.
CLASSES = {"letter": "é", "digit": "٣", "mark": "\u0301", "symbol": "§", "space": "\u2003"}
CAPITALS = {"é": "É", "§": "Ⓐ", DROPPED: "Ⅽ"}

LETTER = "A-Za-zéÉ"
DIGIT = "0-9٣"
SOFT = "\xad"  # the hyphen that is not seen, part of words
BLANKS = " \t\n\xa0\u2003"
SPACE = f"[{BLANKS}\x85]"  # as behind a stop; U+0085 is read as the ellipsis of Windows all the same
NO_URL = ' \t\n\x00"<>|(){}'

APOSTROPHE = "(?:['’]|&apos;)"
ANY_QUOTE = "(?:['’`‘]|&apos;)"
ENTITY = "&[aeiouAEIOU](?:acute|grave|uml);"  # a letter with an accent
PLAIN = f"[{LETTER}{DIGIT}]"
WORD = f"(?:[{LETTER}\u0301{SOFT}]|{ENTITY})(?:[{LETTER}{DIGIT}\u0301{SOFT}]|{ENTITY})*"
DOTTED = f"{WORD}(?:[.!?]{WORD})"
PART = f"(?:[dloDLO]{ANY_QUOTE}{PLAIN}{{2,}}|{PLAIN}+)"  # of a word with hyphens: o'clock too
HYPHENATED = f"{PART}(?:[-_‐]{PART})"
LETTERS_AND = "[A-Z]+(?:(?:[&+]|&amp;)[A-Z]+)+"  # AT&T
ANY_WORD = f"(?:{DOTTED}*|{HYPHENATED}*|{LETTERS_AND})"
CLITIC = f"{APOSTROPHE}(?:[msdMSD]|[rR][eE]|[vV][eE]|[lL][lL])"
ACRONYM = r"[A-Za-z](?:\.[A-Za-z])+\."
DIGITS = f"[{DIGIT}](?:{SOFT}?[{DIGIT}])*"
NUMBER = f"(?:{DIGITS}(?:[.,:٫]{DIGITS})*|(?:[.,:٫]{DIGITS})+)"
NAME = "[A-Za-z][A-Za-z0-9.:_-]*"
ATTRIBUTE = f""" +{NAME}(?: *= *(?:'[^'\x00]*'|"[^"\x00]*"))?"""
TAG = rf"<(?:/{NAME}|{NAME}(?:{ATTRIBUTE})* */?|[?!][A-Za-z-][^>\n\x00]*)>"
BEGIN = "[A-Za-z0-9][A-Za-z0-9.,\xad]*"
PARTS = "[A-Za-z0-9]+(?:-[A-Za-z]+)*"
EYE = r"[\^x=~<>'-]"
GROUP = "[0-9]{2,4}"
PATH = rf'(?:/[^ \t\n\x00"<>|()]+[^{NO_URL}.!?,-])?'
EXTENSIONS = """bat bmp c cgi class cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov pdf php pl png ppt ps
py sql tar txt wav x xml zip"""


def in_any_case(word: str) -> str:
    """Write a pattern for a word in small letters, capitals or both.

    >>> in_any_case("na")
    '[nN][aA]'
    """
    return "".join(f"[{letter}{letter.upper()}]" for letter in word)


@dataclass(frozen=True)
class Rule:
    """A token, what must stand behind it, and what is written for it.

    `write` is `keep`, `drop`, `verbatim` (with soft hyphens), `halves` (of three letters and more), `blanks` (as
    no-break spaces), `brackets` (by their names, with blanks), `apostrophe`, `ampersand`, `quotes`, or what to write,
    after `=`. `cut` says how the native tokenizer finds the end of the token before what stands behind it.
    """

    token: str
    behind: str = ""
    write: str = "keep"
    cut: str = ""


def _any_of(*patterns: str) -> str:
    return f"(?:{'|'.join(patterns)})"


# The places of abbreviations among the rules, which decide where lengths are equal: see `ptb.py`.
ABBREVIATIONS = "abbreviations"

RULES: list[Rule] = [
    Rule(TAG, write="blanks"),
    Rule(f"(?:[{BLANKS}]|&nbsp;)+|[{DROPPED}‐٫Ⅽ]", write="drop"),
    *(Rule(in_any_case(word), write="halves") for word in ("cannot", "gonna", "gotta", "lemme", "gimme", "wanna")),
    Rule(in_any_case("more"), f"{APOSTROPHE}n", cut="four"),
    Rule(f"{in_any_case('more')}{APOSTROPHE}N"),
    Rule("'[tT]", _any_of(in_any_case("is"), in_any_case("was")), cut="two"),
    Rule(WORD, CLITIC, cut="clitic"),
    Rule(f"[A-Za-z][A-Za-z{SOFT}]*[A-MO-Za-mo-z{SOFT}]|[A-MO-Za-mo-z]", f"[nN]{ANY_QUOTE}[tT]", cut="negation"),
    Rule(WORD),
    Rule(f"{PLAIN}+"),
    Rule(f"[nN]{ANY_QUOTE}[tT]", write="apostrophe"),
    Rule(CLITIC, f"[^A-Za-z{END}]", write="apostrophe", cut="one behind"),
    Rule(APOSTROPHE + _any_of(*map(in_any_case, ("em", "till", "til", "cause")), f"[nN]{APOSTROPHE}?", "[2-9]0s")),
    Rule(f"[dloDLO]{ANY_QUOTE}[{LETTER}{DIGIT}]{{2,}}|[nNA-HJ-XZ]{ANY_QUOTE}[{LETTER}]{{2,}}"),
    Rule(f"[{LETTER}]+[aeiouyAEIOUY]{ANY_QUOTE}[aeiouA-Z][{LETTER}]*"),
    Rule(f"[eE]v'ry|[cC]'[mM][oO][nN]|[cC]{APOSTROPHE}est|[nN]?[eE]'[eE][rR]|[oO]{ANY_QUOTE}[oO]|[lL]i'l"),
    Rule(f"(?:[jJdDlL]|[oO][lL]){APOSTROPHE}"),
    Rule(f"[yY]{APOSTROPHE}", f"[{LETTER}]", cut="one behind"),
    Rule(f"{APOSTROPHE}[0-9][0-9]", SPACE, cut="one behind"),
    Rule(
        rf"(?:<|&lt;)?[A-Za-z0-9][^{NO_URL}\xa0]*@(?:[^{NO_URL}\xa0.]+\.)*[^{NO_URL}\xa0.]+(?:>|&gt;)?",
        write="verbatim",
    ),
    Rule(f"[hH][tT][tT][pP][sS]?://[^{NO_URL}]+[^{NO_URL}.!?,-]", write="verbatim"),
    Rule(f"{DOTTED}+"),
    Rule(rf"[wW][wW][wW]\.(?:[^{NO_URL}.!?,]+\.)+[A-Za-z]{{2,4}}{PATH}", write="verbatim"),
    Rule(rf"(?:[^{NO_URL}'$`!\xad,-_]+\.)+(?:com|net|org|edu){PATH}", write="verbatim"),
    Rule(ABBREVIATIONS),
    Rule(ACRONYM),
    Rule(r"[A-Za-z]\."),
    Rule(f"{HYPHENATED}+"),
    Rule(f"{BEGIN}(?:-[A-Za-z0-9{SOFT}]+)+"),
    Rule(rf"{BEGIN}(?:-[A-Za-z0-9{SOFT}]+)*-(?:[A-Za-z]\.){{2,}}"),
    Rule(rf"{PARTS}(?:\\?/{PARTS}){{1,2}}"),
    Rule(ANY_WORD, CLITIC, cut="clitic"),
    Rule(rf"{ANY_WORD}\.", "[,;:]", cut="one behind"),
    Rule(
        rf"[{LETTER}{DIGIT}{SOFT}]+(?:\.[{LETTER}{DIGIT}{SOFT}]+)*\.{_any_of(*map(in_any_case, EXTENSIONS.split()))}",
        f"[{BLANKS}\x85.,!?]",
        write="verbatim",
        cut="one behind",
    ),
    Rule(f"[+-]?{SOFT}?{NUMBER}"),
    Rule(rf"(?:[{DIGIT}]{{1,4}}[- \xa0])?[{DIGIT}]{{1,4}}(?:\\?/|⁄)[{DIGIT}]{{1,4}}", write="blanks"),
    Rule(f"[{DIGIT}]{{1,2}}[-/][{DIGIT}]{{1,2}}[-/][{DIGIT}]{{2,4}}"),
    Rule(
        rf"(?:(?:\+?{GROUP}[- \xa0])?(?:\({GROUP}\)[- \xa0]|\([0-9]{{2,3}}\)|{GROUP}[- \xa0])|\+{GROUP}[- \xa0])"
        r"[0-9]{3,4}[- \xa0]?[0-9]{3,5}",
        write="brackets",
    ),
    Rule(r"[A-Z]{1,3}\$"),
    Rule("@[A-Za-z_][A-Za-z0-9_]*"),
    Rule(f"#(?:[{LETTER}\u0301{SOFT}]|{ENTITY})+", write="verbatim"),
    Rule(LETTERS_AND, write="ampersand"),
    Rule(r"[Cc]\+\+|[CcFf]#"),
    Rule(r"[<>]?[:;=][-o*']?[()DPdpO\\{@|\[\]]", f"[^A-Za-z0-9{END}]", write="brackets", cut="one behind"),
    Rule(rf"{EYE}_{EYE}|\({EYE}[_.]?{EYE}\)|\([\^x=~<>']-{EYE}\)", write="brackets"),
    Rule(r"\.{3,5}|\.(?: \.){2,4}|[…\x85]", write="=..."),
    Rule("[!?]+"),
    Rule("-{2,4}|–|&[mn]dash;|&[MN]DASH;", write="=--"),
    Rule(r"-{5,}|_+|\*+|#+|@+|<<|>>"),
    Rule("&#[0-9]+;|&(?:Quot|QUOT);", write="verbatim"),
    *(
        Rule(token, write=f"={written}")
        for token, written in (
            (r"\(", "-LRB-"),
            (r"\)", "-RRB-"),
            (r"\[", "-LSB-"),
            (r"\]", "-RSB-"),
            (r"\{", "-LCB-"),
            (r"\}", "-RCB-"),
            ("&(?:amp|AMP);", "&"),
            ("&(?:lt|LT);", "<"),
            ("&(?:gt|GT);", ">"),
            ("€", "$"),
            ("£", "#"),
            ("¢", "cents"),
            ("¼", "1/4"),
            ("½", "1/2"),
            ("¾", "3/4"),
            ("⅓", "1/3"),
            ("⅔", "2/3"),
            ("[‘‹]", "`"),
            ("“", "``"),
            ("”|''", "''"),
            ("[’›]|&apos;", "'"),
        )
    ),
    Rule("[`‘‹“”’›]{2}", write="quotes"),
    Rule('"|&quot;', "[A-Za-z0-9$]", write="=``", cut="one behind"),
    Rule('"|&quot;', write="=''"),
    Rule("'", rf"[A-Za-z][^ \t\n\xa0{END}]", write="=`", cut="two behind"),
    Rule(CLITIC, write="apostrophe"),
    Rule("'"),
    Rule(rf"\\\*|[^\n{END}]"),
    Rule(f"[{END}]", write="drop"),
]
