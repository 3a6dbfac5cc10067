"""sacrebleu 2.6.0's interface on our metrics: `import understudy.compat.sacrebleu as sacrebleu` is the migration.

Names, arguments, scores, signatures, log messages and the command line are sacrebleu's. Shapes that sacrebleu cuts
silently are errors here, and nothing is downloaded; docs/how-to/migrate.md lists what differs.

>>> import understudy.compat.sacrebleu as sacrebleu
>>> sacrebleu.corpus_bleu(["The cat sat on the mat."], [["The cat sat on a mat."]])
BLEU = 48.89 85.7/66.7/40.0/25.0 (BP = 1.000 ratio = 1.000 hyp_len = 7 ref_len = 7)
"""

from understudy.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from understudy.compat.sacrebleu.dataset import DATASETS
from understudy.compat.sacrebleu.metrics import BLEU, CHRF, TER
from understudy.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from understudy.compat.sacrebleu.utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from understudy.compat.sacrebleu.version import __version__

__all__ = [
    "BLEU",
    "CHRF",
    "DATASETS",
    "SACREBLEU_DIR",
    "TER",
    "__version__",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "download_test_set",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
]
