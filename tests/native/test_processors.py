"""The same scores on a processor that can do less: numpy and the C library have other functions for it."""

import os
import subprocess
import sys

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

FEATURES = [name for name in __cpu_dispatch__ if __cpu_features__[name]]
PROGRAM = """
import understudy as us
from understudy.metrics import CONTENTS
from understudy.testing import HYPOTHESES, REFERENCES
for result in us.score(HYPOTHESES, REFERENCES, metrics=[*CONTENTS, "ribes:alpha=0.3", "meteor:beta=0.7"]).values():
    print(result.signature, result.parts, result.segments.tolist())
print(us.bleu(HYPOTHESES, REFERENCES, smoothing="chen-cherry-4").segments.tolist())
systems = {"one": HYPOTHESES, "other": HYPOTHESES[::-1]}
for test in ("randomization", "bootstrap"):
    print(us.compare(systems, REFERENCES, metrics=["bleu", "nist", "meteor", "ciderD"], test=test).to_dict())
"""


def printed(**others):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=os.environ | others, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not FEATURES, reason="numpy has one kind of functions for this processor")
def test_scores_do_not_depend_on_the_processor():
    as_it_is = printed()
    with_less = printed(
        NPY_DISABLE_CPU_FEATURES=" ".join(FEATURES), GLIBC_TUNABLES="glibc.cpu.hwcaps=-AVX2,-AVX512F,-FMA"
    )
    assert len(as_it_is) > 20
    assert with_less == as_it_is
