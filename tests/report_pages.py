"""Reports that the tests share: hostile texts, many segments; and what they read from a page."""

import random

import understudy as us

SYSTEMS = ["strong", "medium", "weak"]
SCRIPT = "<script>alert(1)</script>"
HOSTILE = [
    SCRIPT,
    "</script><b>bold</b>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}} {% if %}",
    "a\u202eb\u2066c\u2028d",
    "&lt;",
]


def hostile_report():
    """Every text, name and title tries to be more than text."""
    texts = HOSTILE * 3
    systems = {
        SCRIPT: texts,
        "</script>\u202e{{7*7}}": texts[::-1],
        "<img src=x onerror=alert(2)>": texts[1:] + texts[:1],
    }
    documents = (["<img src=x onerror=alert(3)>", "{{7*7}}", "</script>"] * len(texts))[: len(texts)]
    return us.make_report(
        systems,
        texts,
        texts,
        documents,
        ["bleu", "wer"],
        trials=99,
        resamples=99,
        title="</title><script>alert(4)</script>",
    )


def large_report(segments=3_000, metrics=("bleu", "chrf", "ter")):
    """Five systems on texts as long as those of WMT: about 23 words, 135 characters."""
    rng = random.Random(7)
    words = ["".join(rng.choices("etaoinshrdlu", k=rng.randint(2, 8))) for _ in range(5_000)]
    refs = [" ".join(rng.choices(words, k=rng.randint(8, 38))) for _ in range(segments)]

    def noisy(share):
        return [" ".join(rng.choice(words) if rng.random() < share else word for word in ref.split()) for ref in refs]

    systems = {f"system-{name}": noisy(share) for name, share in zip("ABCDE", (0.2, 0.22, 0.3, 0.4, 0.41), strict=True)}
    documents = [f"document {place // 30}" for place in range(segments)]
    return us.make_report(systems, refs, noisy(0.9), documents, metrics, trials=100, resamples=100, threads=2)


def numbers(page) -> list[int]:
    """The segments in sight, from top to bottom."""
    rows = page.locator("#browser .row").all()
    placed = sorted(
        (float(row.evaluate("each => each.offsetTop")), int(row.locator(".no").inner_text())) for row in rows
    )
    return [number for _, number in placed]


def heading(page, section) -> str:
    """The first heading in sight, on one line."""
    return " ".join(page.locator(f"#{section} h3:visible").first.inner_text().split())


def copied(page) -> str:
    return page.evaluate("navigator.clipboard.readText()")
