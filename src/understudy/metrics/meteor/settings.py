"""The settings of METEOR: their ranges, and the defaults of METEOR 1.5."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from understudy.contract.metric import Metric
from understudy.errors import LanguageWarning, SettingError, choose
from understudy.lexicon.words import Lexicon
from understudy.metrics.meteor.facts import lexicon_of
from understudy.metrics.meteor.parameters import (
    FIRST_PAPER,
    LANGUAGE_ALIASES,
    LANGUAGES,
    NORMALIZED,
    Parameters,
    default_task,
    modules_of,
    parameters_of,
)
from understudy.metrics.meteor.readable import MODULES
from understudy.metrics.shared.validation import (
    NO_RULE,
    check_flag,
    check_whole,
    checked_number,
    checked_weights,
    is_number,
    set_fields,
)
from understudy.tokens import Reading, Split, tokenizer_for

if TYPE_CHECKING:
    from understudy.lexicon.paraphrases import ParaphraseTable

NUMBERS = ("alpha", "beta", "gamma", "delta", "weights")
NORMS = {"none": "no_norm", "lower": "lc_only", "full": "norm", "nopunct": "norm_nopunct"}  # ours: METEOR's


@dataclass(frozen=True)
class MeteorSettings(Metric):
    """The settings; after construction all have values but those that the variant doesn't have."""

    decides_others: ClassVar[tuple[str, ...]] = ("variant", "lang", "task", "modules", "paraphrase")
    tokenizer_by_language: ClassVar[bool] = False  # METEOR has tokenizers of its own

    variant: str = "1.5"
    lang: str = "en"
    task: str | None = None
    norm: str | None = None
    modules: str | Sequence[str] | None = None
    weights: tuple[float, ...] | None = None
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    characters: bool = False
    beam: int | None = None
    paraphrase: str | None = None
    function_words: str = "en"
    stemmer: str | None = None
    synonyms: str | None = None
    tokenizer: str | Split | None = None

    def __post_init__(self) -> None:
        if is_number(self.variant):
            set_fields(self, variant=str(self.variant))
        choose("variant", self.variant, ("1.5", "2005"))
        if self.paraphrase is not None and (not isinstance(self.paraphrase, (str, Path)) or not str(self.paraphrase)):
            raise SettingError(f"paraphrase must be auto or the path of a table, got {self.paraphrase!r}")
        set_fields(self, lang=self._known_language())
        set_fields(self, norm=self._checked_norm())
        set_fields(self, modules="/".join(self._checked_modules()))
        self._fill_numbers()
        self._check_numbers()
        self._name_resources()
        _ = self.reading  # raises if a name is unknown

    @property
    def language(self) -> str | None:  # type: ignore[override]
        """Its language, if METEOR has a stemmer or a normalizer for it."""
        return None if self.lang == "other" else self.lang

    def _known_language(self) -> str:
        code = str(self.lang).lower().replace("_", "-").split("-")[0]
        code = LANGUAGE_ALIASES.get(code, code)
        if code not in LANGUAGES:
            fitting = tokenizer_for(self.lang)  # raises if it is not a language code
            set_fields(self, tokenizer=fitting if self.tokenizer is None else self.tokenizer)
            self._warn(
                "no stemmer, no synonyms, no normalizer and no parameters of its own, so that only equal words match"
            )
            return "other"
        if code not in NORMALIZED and code != "other":
            self._warn("no normalizer, no synonyms and no parameters of its own: text is split at whitespace")
        return code

    def _warn(self, lacking: str) -> None:
        warnings.warn(f"for lang={self.lang!r} METEOR has {lacking}", LanguageWarning, stacklevel=6)

    def _checked_norm(self) -> str:
        norm = self.norm or ("full" if self.lang in NORMALIZED and self.tokenizer is None else "lower")
        choose("norm", norm, NORMS)
        if norm in ("full", "nopunct") and self.tokenizer is not None:
            raise SettingError(f"norm={norm} and tokenizer both split the text; leave one out")
        if norm in ("full", "nopunct") and self.lang not in NORMALIZED:
            raise SettingError(
                f"norm={norm} needs METEOR's normalizer, which has no rules for lang={self.lang}; choose lower or none,"
                f" or one of the languages {', '.join(NORMALIZED)}"
            )
        return norm

    def _checked_modules(self) -> list[str]:
        if self.modules is None:
            return [*modules_of(self.lang), *(["paraphrase"] if self.paraphrase else [])]
        if not isinstance(self.modules, (str, list, tuple)):
            raise SettingError(f"modules must be such as exact/stem, or a list of such names; got {self.modules!r}")
        listed = self.modules.split("/") if isinstance(self.modules, str) else list(self.modules)
        for module in listed:
            choose("module", module, MODULES)
        if listed != [module for module in MODULES if module in listed] or listed[:1] != ["exact"]:
            raise SettingError(
                f"modules must be exact, or exact and some of stem, synonym and paraphrase in this order;"
                f" got {'/'.join(listed)!r}"
            )
        lacking = [module for module in listed[1:] if module not in (*modules_of(self.lang), "paraphrase")]
        if lacking:
            raise SettingError(f"METEOR has no module {lacking[0]} for lang={self.lang}; leave it out of modules")
        if ("paraphrase" in listed) != (self.paraphrase is not None):
            raise SettingError(
                "the module paraphrase needs a table, and a table the module: give paraphrase=auto (with pycocoevalcap"
                " installed) or the path of METEOR's paraphrase-XX.gz, and leave modules out or add paraphrase to them"
            )
        return listed

    def _fill_numbers(self) -> None:
        if self.variant == "2005":
            if self.task is not None or self.beam is not None or self.paraphrase is not None or self.characters:
                raise SettingError("variant 2005 has no task, beam, paraphrase or characters; leave them out")
            defaults = FIRST_PAPER
        else:
            set_fields(self, task=self.task or default_task(self.lang), beam=40 if self.beam is None else self.beam)
            defaults = parameters_of(self.lang, str(self.task))
        for name in NUMBERS:
            if getattr(self, name) is None:
                default = self._default_weights(defaults) if name == "weights" else getattr(defaults, name)
                set_fields(self, **{name: default})

    def _default_weights(self, defaults: Parameters) -> tuple[float, ...]:
        if len(self._modules) > len(defaults.weights):
            raise SettingError(
                f"task {self.task} of METEOR for lang={self.lang} has {len(defaults.weights)} weights for"
                f" {len(self._modules)} modules; give weights= or fewer modules="
            )
        return defaults.weights[: len(self._modules)]  # by place, as METEOR's -m does

    def _check_numbers(self) -> None:
        for name, most in (("alpha", 1), ("beta", 100), ("gamma", 1), ("delta", 1)):
            set_fields(self, **{name: checked_number(name, getattr(self, name), 0, most)})
        set_fields(self, weights=checked_weights("weights", self.weights, len(self._modules), 1, NO_RULE))
        if self.variant == "1.5":
            check_whole("beam", self.beam, 1, 1000)
        check_flag("characters", self.characters)

    def _name_resources(self) -> None:
        """Record the names of the resources that are loaded, so that the signature shows them."""
        for name, loaded in self._lexicon.resources.items():
            asked = getattr(self, name)
            if asked not in (None, "en" if name == "function_words" else None, loaded):
                raise SettingError(
                    f"{name}={asked} is asked for, but here it is {loaded}: the scores would differ;"
                    f" leave {name}= out, or install the version of understudy that wrote the signature"
                )
            set_fields(self, **{name: loaded})
        for name, module in (("stemmer", "stem"), ("synonyms", "synonym")):
            if getattr(self, name) is not None and module not in self._modules:
                raise SettingError(f"{name}={getattr(self, name)} is given, but the module {module} is not used")
        if self.paraphrase is not None:
            from understudy.metrics.meteor.phrases import named_table

            set_fields(self, paraphrase=named_table(self.paraphrase, self.lang))

    @property
    def _modules(self) -> list[str]:
        return str(self.modules).split("/")

    @property
    def _lexicon(self) -> Lexicon:
        return lexicon_of(self.lang, "stem" in self._modules, "synonym" in self._modules)

    @property
    def _table(self) -> ParaphraseTable | None:
        if self.paraphrase is None:
            return None
        from understudy.metrics.meteor.phrases import table_named

        return table_named(self.paraphrase, self.lang)

    @property
    def eval_id(self) -> str | None:
        """What METEOR 1.5 itself prints to identify these settings."""
        if self.variant != "1.5":
            return None
        numbers = "_".join(repr(getattr(self, name)) for name in ("alpha", "beta", "gamma", "delta"))
        return "-".join(
            [
                *("meteor", "1.5", "ch" if self.characters else "wo", self.lang, NORMS[str(self.norm)], numbers),
                "_".join(module[:2] for module in self._modules),
                "_".join(map(repr, self.weights or ())),
            ]
        )

    @property
    def for_tokens(self) -> Metric:
        """Itself, on tokens joined by spaces, where METEOR's own normalizer splits them; else without a tokenizer."""
        return self if self.norm in ("full", "nopunct") else super().for_tokens

    @cached_property
    def reading(self) -> Reading:
        if self.norm in ("none", "lower"):
            return Reading(self.tokenizer or "java", "yes" if self.norm == "lower" else "no")
        return Reading(f"meteor-{self.lang}" + ("-nopunct" if self.norm == "nopunct" else ""))
