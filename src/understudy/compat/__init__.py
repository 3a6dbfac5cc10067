"""The interfaces of other packages on our metrics: change the import, keep the code.

One module or package a peer, under the peer's name: `import understudy.compat.sacrebleu as sacrebleu`. Each only
translates; its `__version__` is the version of the peer whose interface and numbers it has.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType, TracebackType

from understudy.errors import SettingError, unknown

__all__ = ["COMMANDS", "Installation", "install", "peers"]

# The command lines of peers, by name, with a line of help; `main(argv)` of the peer's `__main__` runs one.
COMMANDS = {
    "jiwer": "jiwer's own command line: its options, its output",
    "rouge_score": "rouge_score's own command line: its options, its files",
    "sacrebleu": "sacrebleu's own command line: its options, its output",
}


def peers() -> list[str]:
    """The packages whose interface is offered, by name.

    >>> "sacrebleu" in peers()
    True
    """
    import pkgutil  # late, as adapters are to be imported as fast as their peers

    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def install(name: str) -> Installation:
    """Let `import NAME` give our module until `uninstall()`, or until the end of a `with`, in this process.

    It is for code that imports the peer itself; what was imported from the peer before stays the peer's. A module
    within the peer can be replaced alone: `install("nltk.translate.bleu_score")`. Of a peer that does much more than
    score, such as NLTK, only the modules that we have are replaced, if it is there itself.

    >>> with install("sacrebleu"):
    ...     from sacrebleu.metrics.bleu import BLEU
    >>> BLEU.__module__
    'understudy.compat.sacrebleu.metrics.bleu'
    """
    if name.partition(".")[0] not in peers():
        raise unknown("peer", name, peers())
    if any(isinstance(finder, Installation) and finder.name == name for finder in sys.meta_path):
        raise SettingError(f"{name} is installed already; uninstall it first, or leave this call out")
    return Installation(name)


class Installation:
    """A peer's name in the hands of our module; `uninstall()` gives it back. It is a finder and a loader."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._modules = _replaced_modules(name)
        ours = {each: importlib.import_module(f"{__name__}.{module}") for each, module in self._modules.items()}
        self._replaced = {each: sys.modules.pop(each) for each in list(sys.modules) if self._covers(each)}
        self._specs: dict[str, ModuleSpec | None] = {}
        self._attributes: list[tuple[ModuleType, str, object]] = []  # of packages around, as they were
        sys.meta_path.insert(0, self)
        for each, module in ours.items():
            sys.modules[each] = module
            self._set_attributes(each, module)

    def uninstall(self) -> None:
        """Give the name back to the peer, with the modules of it that were imported before."""
        if self not in sys.meta_path:
            return
        sys.meta_path.remove(self)
        for each in [each for each in sys.modules if self._covers(each)]:
            del sys.modules[each]
        sys.modules.update(self._replaced)
        for package, attribute, value in reversed(self._attributes):
            setattr(package, attribute, value)

    def _covers(self, module: str) -> bool:
        return any(module == each or module.startswith(f"{each}.") for each in self._modules)

    def _set_attributes(self, name: str, ours: ModuleType) -> None:
        """Bind a module within a peer in its package, as an import does, and what the package took from it."""
        parent, _, last = name.rpartition(".")
        package = sys.modules.get(parent)
        if package is None:
            return
        for attribute, value in list(vars(package).items()):
            own = getattr(ours, getattr(value, "__name__", ""), None) if _home(value) == name else None
            if own is None and attribute == last and isinstance(value, ModuleType):
                own = ours
            if own is not None:
                self._attributes.append((package, attribute, value))
                setattr(package, attribute, own)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find our module of this name; whatever else is asked for is left to the finders behind."""
        from importlib.util import find_spec

        if not self._covers(fullname) or find_spec(f"{__name__}.{fullname}") is None:
            return None
        return ModuleSpec(fullname, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Our module itself, not a copy: classes are the same under both names."""
        module = importlib.import_module(f"{__name__}.{spec.name}")
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to run; the module keeps the specification of its own name."""
        module.__spec__ = self._specs[module.__name__]

    def __enter__(self) -> Installation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.uninstall()


def _home(value: object) -> str:
    """The module in which a function or class is defined."""
    return "" if isinstance(value, ModuleType) else str(getattr(value, "__module__", ""))


def _replaced_modules(name: str) -> dict[str, str]:
    """The modules to put ours for, with ours: the peer whole, or what we have of one that does much more than score."""
    ours = importlib.import_module(f"{__name__}.{name}")
    parts: dict[str, str] = getattr(ours, "REPLACES", {})
    if not parts:
        return {name: name}
    from importlib.util import find_spec

    return {name: name} if find_spec(name.partition(".")[0]) is None else parts
