"""`compat.install`: a peer's name in our hands, until it is given back."""

import importlib
import subprocess
import sys

import pytest

from understudy import compat
from understudy.errors import SettingError


@pytest.fixture
def peer():
    """sacrebleu itself, whatever other tests imported."""
    return importlib.import_module("sacrebleu")


def test_later_imports_of_any_module_of_the_peer_are_ours():
    with compat.install("sacrebleu"):
        import sacrebleu
        from sacrebleu.metrics.bleu import BLEU
        from sacrebleu.significance import PairedTest

        assert sacrebleu.BLEU is BLEU
        assert BLEU.__module__ == "understudy.compat.sacrebleu.metrics.bleu"
        assert PairedTest.__module__ == "understudy.compat.sacrebleu.significance"
        assert sacrebleu.__version__ == "2.6.0"


def test_our_modules_keep_their_own_name():
    with compat.install("sacrebleu"):
        module = importlib.import_module("sacrebleu.metrics.chrf")
        assert module is importlib.import_module("understudy.compat.sacrebleu.metrics.chrf")
        assert module.__spec__.name == module.__name__ == "understudy.compat.sacrebleu.metrics.chrf"


def test_the_peer_comes_back_as_it_was(peer):
    metrics = importlib.import_module("sacrebleu.metrics.bleu")
    installed = compat.install("sacrebleu")
    assert importlib.import_module("sacrebleu") is not peer
    installed.uninstall()
    installed.uninstall()
    assert importlib.import_module("sacrebleu") is peer
    assert importlib.import_module("sacrebleu.metrics.bleu") is metrics
    assert importlib.import_module("sacrebleu.metrics.ter").__name__ == "sacrebleu.metrics.ter"


def test_a_module_that_we_do_not_have_is_not_taken_from_the_peer():
    with compat.install("sacrebleu"), pytest.raises(ModuleNotFoundError, match=r"sacrebleu\.no_such"):
        importlib.import_module("sacrebleu.no_such")


def test_installing_twice_and_unknown_peers_are_refused():
    with compat.install("sacrebleu"), pytest.raises(SettingError, match="installed already"):
        compat.install("sacrebleu")
    with pytest.raises(SettingError, match="unknown peer 'sacreblue'.*did you mean 'sacrebleu'"):
        compat.install("sacreblue")


def test_the_peer_need_not_be_there():
    program = (
        "import sys; sys.modules['tabulate'] = None\n"
        "from understudy import compat\n"
        "compat.install('sacrebleu')\n"
        "from sacrebleu import corpus_bleu\n"
        "assert not any(getattr(m, '__file__', None) and 'site-packages/sacrebleu' in m.__file__"
        " for m in list(sys.modules.values()))\n"
        "print(corpus_bleu(['a cat sat here'], [['a cat sat there']]).counts)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("[3, 2, 1, 0]\n", "")


def test_importing_is_quick_because_numpy_waits_for_the_first_score():
    program = "import sys, understudy.compat.sacrebleu; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
