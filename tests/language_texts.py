"""Texts in languages that put blanks between words, and in languages that do not."""

JAPANESE = [
    ("猫はマットの上にいる。", "猫がマットの上にいます。"),
    ("今日は天気がとても良いです。", "今日はとても良い天気ですね。"),
    ("彼女は東京都に住んでいて、毎日電車で通勤している。", "彼女は東京に住み、毎日電車で会社に通っています。"),
    ("GDPは２０２０年に5.2%増加した（速報値）。", "2020年のGDPは5.2％増えた（速報）。"),
    ("新しい iPhone を買いました！", "新しいiPhoneを買った！"),
    ("", "空の訳もある。"),
]
KOREAN = [
    ("고양이가 매트 위에 있다.", "고양이는 매트 위에 있습니다."),
    ("오늘은 날씨가 아주 좋습니다.", "오늘 날씨가 정말 좋네요."),
    ("그녀는 서울에 살고 있으며 매일 지하철로 출근한다.", "그녀는 서울에 살면서 매일 지하철을 타고 출근합니다."),
    ("GDP가 2020년에 5.2% 증가했다(속보치).", "2020년 GDP는 5.2% 늘었다(속보)."),
    ("새 iPhone을 샀어요!", "새로운 아이폰을 샀습니다!"),
    ("", "빈 번역도 있다."),
]
THAI = "แมวอยู่บนเสื่อในห้องนั่งเล่น"
UNSPLIT = {
    "Chinese": (["今天天气很好，我们去公园散步。", "他来到了网易杭研大厦。"], "lang=zh or tokenizer=zh"),
    "Japanese": ([hyp for hyp, _ in JAPANESE], "lang=ja or tokenizer=ja-mecab"),
    "Thai": ([THAI, "วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะ"], "lang=th or tokenizer=icu"),
    "Lao": (["ແມວຢູ່ເທິງເສື່ອໃນຫ້ອງ", "ມື້ນີ້ອາກາດດີຫຼາຍ"], "lang=lo or tokenizer=icu"),
    "Khmer": (["ឆ្មានៅលើកម្រាលឥដ្ឋក្នុងបន្ទប់", "ថ្ងៃនេះអាកាសធាតុល្អណាស់"], "lang=km or tokenizer=icu"),
    "Burmese": (["ကြောင်သည်ဖျာပေါ်တွင်ရှိသည်။", "ယနေ့ရာသီဥတုကောင်းသည်။"], "lang=my or tokenizer=icu"),
    "Tibetan": (["བོད་སྐད་ནི་བོད་མིའི་སྐད་ཡིག་ཡིན།"], "choose tokenizer=char"),
}
# Korean parts its words by blanks; the others stand for all scripts that do.
SPLIT = [
    "The cat sat on the mat, naïvely — in the café.",
    "고양이가 매트 위에 있다. 오늘은 날씨가 아주 좋습니다.",
    "القطة على السجادة في غرفة الجلوس",
    "बिल्ली चटाई पर बैठी है और कुत्ता सो रहा है",
    "Кошка сидит на коврике, ΣΊΣΥΦΟΣ και οι άλλοι",
    "החתול יושב על השטיח בסלון",
    "பூனை பாயில் அமர்ந்திருக்கிறது நாய்உறங்குகிறது",
    "ድመቷ ምንጣፍ ላይ ተቀምጣለች",
]
LOADED = ("ja-mecab", "ko-mecab", "jieba", "icu")  # tokenizers of other packages


def columns(pairs):
    return [hyp for hyp, _ in pairs], [ref for _, ref in pairs]
