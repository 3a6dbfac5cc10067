# Written by tools/make_stub.py; run "make stub" after a change of a public name or of a metric's settings.
from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Unpack

from understudy.scoring.functions import MetricFunction
from understudy.tokens import Lowercase, Split
from understudy.agreement.agreement import Agreement as Agreement
from understudy.decoding.pairwise import Choice as Choice
from understudy.comparison.compared import Comparison as Comparison
from understudy.errors import CorpusWarning as CorpusWarning
from understudy.scoring.evaluation import Evaluation as Evaluation
from understudy.explanation.value import Explanation as Explanation
from understudy.checks.finding import Finding as Finding
from understudy.errors import FormatError as FormatError
from understudy.errors import InputError as InputError
from understudy.contract.resampling import Interval as Interval
from understudy.errors import LanguageWarning as LanguageWarning
from understudy.alignment.meetings import MeetingResult as MeetingResult
from understudy.contract.metric import Metric as Metric
from understudy.report.result import Report as Report
from understudy.contract.result import Result as Result
from understudy.sharding.accumulator import Running as Running
from understudy.scoring.evaluation import Scores as Scores
from understudy.errors import SettingError as SettingError
from understudy.comparison.tests.base import SignificanceTest as SignificanceTest
from understudy.contract.stats import Stats as Stats
from understudy.errors import TextWarning as TextWarning
from understudy.inputs.tokens import Tokens as Tokens
from understudy.contract.stats import Totals as Totals
from understudy.errors import UnderstudyError as UnderstudyError
from understudy.comparison.verdict import Verdict as Verdict
from understudy.alignment.edits import align as align
from understudy.alignment.edits import alignments as alignments
from understudy.scoring.check import check as check
from understudy.comparison.compare import compare as compare
from understudy.alignment.edits import confusions as confusions
from understudy.scoring.evaluate import evaluate as evaluate
from understudy.scoring.explain import explain as explain
from understudy.scoring.explain import explanations as explanations
from understudy.agreement.humans import humans as humans
from understudy.metrics import make_metric as make_metric
from understudy.report.build import make_report as make_report
from understudy.decoding.pairwise import mbr as mbr
from understudy.decoding.pairwise import mbr_aggregated as mbr_aggregated
from understudy.tokens.normalizers.named import normalize as normalize
from understudy.decoding.pairwise import pairwise as pairwise
from understudy.formats.inputs import read_inputs as read_inputs
from understudy.formats.readers.text import read_lines as read_lines
from understudy.alignment.meetings import read_meetings as read_meetings
from understudy.report.result import read_report as read_report
from understudy.comparison.tests import register_test as register_test
from understudy.decoding.rewards import reward_function as reward_function
from understudy.decoding.rewards import rewards as rewards
from understudy.scoring.evaluate import score as score
from understudy.alignment.segmentation import segment as segment
from understudy.sharding.executors import score_files as score_files
from understudy.alignment.meetings import score_meetings as score_meetings
from understudy.metrics.external.metric import scores_from as scores_from
from understudy.tokens.reading import tokenize as tokenize

__version__: str

class _BLEUSettings(TypedDict, total=False):
    order: int
    weights: tuple[float, ...] | None
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    smoothing: str | None
    smoothing_value: float | None
    effective_order: str | None
    reference_length: Literal['closest', 'shortest', 'average']
    compat: str | None
    normalizer: str | None

class _BLEU(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_BLEUSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_BLEUSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_BLEUSettings]
    ) -> Metric: ...


class _NISTSettings(TypedDict, total=False):
    order: int
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    compat: str | None
    normalizer: str | None

class _NIST(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_NISTSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_NISTSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_NISTSettings]
    ) -> Metric: ...


class _WERSettings(TypedDict, total=False):
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    steps: str | Sequence[str] | None
    ties: Literal['most-hits', 'jiwer']
    average: Literal['corpus', 'segments']
    normalizer: str | None

class _WER(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_WERSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_WERSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_WERSettings]
    ) -> Metric: ...


class _METEORSettings(TypedDict, total=False):
    variant: str
    task: str | None
    norm: str | None
    modules: str | Sequence[str] | None
    weights: tuple[float, ...] | None
    alpha: float | None
    beta: float | None
    gamma: float | None
    delta: float | None
    characters: bool
    beam: int | None
    paraphrase: str | None
    function_words: str
    stemmer: str | None
    synonyms: str | None
    tokenizer: str | Split | None

class _METEOR(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_METEORSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_METEORSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_METEORSettings]
    ) -> Metric: ...


class _LEPORSettings(TypedDict, total=False):
    alpha: float | None
    beta: float | None
    window: int | None
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    corpus: str
    normalizer: str | None

class _LEPOR(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_LEPORSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_LEPORSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_LEPORSettings]
    ) -> Metric: ...


class _HLEPORSettings(TypedDict, total=False):
    alpha: float | None
    beta: float | None
    window: int | None
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    corpus: str
    normalizer: str | None
    weights: tuple[float, ...] | None
    preset: str | None
    compat: str | None

class _HLEPOR(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_HLEPORSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_HLEPORSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_HLEPORSettings]
    ) -> Metric: ...


class _NLEPORSettings(TypedDict, total=False):
    alpha: float | None
    beta: float | None
    window: int | None
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    corpus: str
    normalizer: str | None
    order: int
    weights: tuple[float, ...] | None

class _NLEPOR(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_NLEPORSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_NLEPORSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_NLEPORSettings]
    ) -> Metric: ...


class _CHRFSettings(TypedDict, total=False):
    char_order: int
    word_order: int
    beta: float
    whitespace: bool
    lowercase: bool | Lowercase
    normalization: str | None
    eps_smoothing: bool
    normalizer: str | None

class _CHRF(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_CHRFSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_CHRFSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_CHRFSettings]
    ) -> Metric: ...


class _TERSettings(TypedDict, total=False):
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    normalized: bool
    no_punct: bool
    asian_support: bool
    compat: str | None
    normalizer: str | None

class _TER(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_TERSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_TERSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_TERSettings]
    ) -> Metric: ...


class _ROUGESettings(TypedDict, total=False):
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    stemmer: str | None
    compat: str | None
    normalizer: str | None
    order: int

class _ROUGE(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_ROUGESettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_ROUGESettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_ROUGESettings]
    ) -> Metric: ...


class _ROUGE1Settings(TypedDict, total=False):
    tokenizer: str | Split | None
    lowercase: bool | Lowercase
    normalization: str | None
    stemmer: str | None
    compat: str | None
    normalizer: str | None

class _ROUGE1(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_ROUGE1Settings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_ROUGE1Settings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_ROUGE1Settings]
    ) -> Metric: ...


class _CIDErSettings(TypedDict, total=False):
    order: int
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    normalizer: str | None

class _CIDEr(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_CIDErSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_CIDErSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_CIDErSettings]
    ) -> Metric: ...


class _CIDErDSettings(TypedDict, total=False):
    order: int
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    normalizer: str | None
    sigma: float

class _CIDErD(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_CIDErDSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_CIDErDSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_CIDErDSettings]
    ) -> Metric: ...


class _GLEUSettings(TypedDict, total=False):
    order: int
    shortest: int
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    normalizer: str | None

class _GLEU(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_GLEUSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_GLEUSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_GLEUSettings]
    ) -> Metric: ...


class _RIBESSettings(TypedDict, total=False):
    alpha: float
    beta: float
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None
    normalizer: str | None

class _RIBES(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_RIBESSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_RIBESSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_RIBESSettings]
    ) -> Metric: ...


class _CharacTERSettings(TypedDict, total=False):
    tokenizer: str | Split
    lowercase: bool | Lowercase
    normalization: str | None

class _CharacTER(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_CharacTERSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_CharacTERSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_CharacTERSettings]
    ) -> Metric: ...


class _EEDSettings(TypedDict, total=False):
    alpha: float
    rho: float
    deletion: float
    insertion: float
    rules: Literal['en', 'ja', 'none']
    lowercase: bool | Lowercase
    normalization: str | None

class _EED(MetricFunction):
    def __call__(  # type: ignore[override]
        self, hyps: Any, refs: Any, *, lang: str | None = None, threads: int = 1, **settings: Unpack[_EEDSettings]
    ) -> Result: ...
    def sentence(  # type: ignore[override]
        self, hyp: str, refs: str | Sequence[str], *, lang: str | None = None, **settings: Unpack[_EEDSettings]
    ) -> Result: ...
    def settings(  # type: ignore[override]
        self, lang: str | None = None, **settings: Unpack[_EEDSettings]
    ) -> Metric: ...

bleu: _BLEU
nist: _NIST
wer: _WER
cer: _WER
mer: _WER
wil: _WER
wip: _WER
per: _WER
meteor: _METEOR
lepor: _LEPOR
hlepor: _HLEPOR
nlepor: _NLEPOR
chrf: _CHRF
ter: _TER
rouge: _ROUGE
rouge1: _ROUGE1
rouge2: _ROUGE1
rougeL: _ROUGE1
rougeLsum: _ROUGE1
cider: _CIDEr
ciderD: _CIDErD
gleu: _GLEU
ribes: _RIBES
character: _CharacTER
eed: _EED
chrfpp: _CHRF
chrf2: _CHRF
rouge3: _ROUGE
rouge4: _ROUGE
rouge5: _ROUGE
rouge6: _ROUGE
rouge7: _ROUGE
rouge8: _ROUGE
rouge9: _ROUGE

__all__ = [
    "__version__",
    "Agreement",
    "Choice",
    "Comparison",
    "CorpusWarning",
    "Evaluation",
    "Explanation",
    "Finding",
    "FormatError",
    "InputError",
    "Interval",
    "LanguageWarning",
    "MeetingResult",
    "Metric",
    "Report",
    "Result",
    "Running",
    "Scores",
    "SettingError",
    "SignificanceTest",
    "Stats",
    "TextWarning",
    "Tokens",
    "Totals",
    "UnderstudyError",
    "Verdict",
    "align",
    "alignments",
    "check",
    "compare",
    "confusions",
    "evaluate",
    "explain",
    "explanations",
    "humans",
    "make_metric",
    "make_report",
    "mbr",
    "mbr_aggregated",
    "normalize",
    "pairwise",
    "read_inputs",
    "read_lines",
    "read_meetings",
    "read_report",
    "register_test",
    "reward_function",
    "rewards",
    "score",
    "segment",
    "score_files",
    "score_meetings",
    "scores_from",
    "tokenize",
    "bleu",
    "nist",
    "wer",
    "cer",
    "mer",
    "wil",
    "wip",
    "per",
    "meteor",
    "lepor",
    "hlepor",
    "nlepor",
    "chrf",
    "ter",
    "rouge",
    "rouge1",
    "rouge2",
    "rougeL",
    "rougeLsum",
    "cider",
    "ciderD",
    "gleu",
    "ribes",
    "character",
    "eed",
    "chrfpp",
    "chrf2",
    "rouge3",
    "rouge4",
    "rouge5",
    "rouge6",
    "rouge7",
    "rouge8",
    "rouge9",
]
