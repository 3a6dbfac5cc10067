# `make demo` and `make test` do everything on a machine that has Python, make and a C++ compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find native -name "*.[ch]pp" -not -path "native/fuzz/*" -not -path "native/tests/*" -not -path "native/platforms/*")
FORMATTED := $(shell find native -name "*.[ch]pp")
# What is shipped or measured; tests and fuzz targets are compiled with warnings as errors and run under sanitizers.
TIDIED := $(shell find native -name "*.cpp" -not -path "native/fuzz/*" -not -path "native/tests/*" -not -path "native/platforms/*")
BENCHES := all metrics compare dropin humans meteor meteor_words paraphrases sentence spark speech type_one_error

.PHONY: help demo test replay check lint lint-native bench limits check-perf record-perf kernels sanitize fuzz stub docs docs-site peers clean ci-tools platforms platform-tools elementary ray torch meeteval mweralign

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

demo: $(VENV)/installed  ## set up, then score, compare, explain and report on the shipped examples
	@sh tools/demo.sh $(BIN)/understudy

test: $(VENV)/test replay limits  ## set up, then run all tests
	$(BIN)/pytest -n auto --dist worksteal

# On the core of the package, which is built already; `make sanitize` does the same under the sanitizers.
replay: $(VENV)/installed $(VENV)/sanitize
	$(BIN)/cmake -S . -B build/replay -DUNDERSTUDY_REPLAY=$$(ls -t $(CURDIR)/build/cp*/libcore.a | head -n 1) -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=
	$(BIN)/cmake --build build/replay --parallel 2 --target replay
	for target in build/replay/fuzz_*_tests; do $$target || { echo "$$target failed"; exit 1; }; done

check: lint test  ## everything that a change must pass: format, lint, types, tests

lint: $(VENV)/check
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-native: $(VENV)/test  ## check the layout of the C++ code and look for its usual mistakes
	@if command -v clang-format > /dev/null; then \
	  clang-format --dry-run --Werror $(FORMATTED) && echo "clang-format: all good"; \
	else echo "clang-format is not installed: skipped; 'make ci-tools' installs it"; fi
	@if command -v clang-tidy > /dev/null; then \
	  includes="-isystem $$($(BIN)/python -m nanobind --include_dir) -isystem $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')" && \
	  echo $(TIDIED) | xargs -n 1 -P 2 sh -c 'clang-tidy --quiet "$$1" -- -std=c++20 -Inative '"$$includes" tidy && \
	  echo "clang-tidy: all good"; \
	else echo "clang-tidy is not installed: skipped; 'make ci-tools' installs it"; fi

bench: $(VENV)/bench limits  ## measure speed and memory against named peers
	for program in $(BENCHES); do $(BIN)/python bench/$$program.py || exit 1; done

limits: $(VENV)/sanitize
	$(BIN)/cmake -S . -B build/bench -DUNDERSTUDY_LIMITS=ON -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	$(BIN)/cmake --build build/bench --parallel 2 --target limits_library

check-perf: kernels  ## compare the instructions of the native kernels with those that are recorded; needs valgrind
	$(BIN)/python tools/instructions.py $(if $(RECORD),--file $(RECORD))

record-perf: kernels  ## record the instructions of the native kernels, after a change that moves them
	$(BIN)/python tools/instructions.py --record $(if $(RECORD),--file $(RECORD))

kernels: $(VENV)/sanitize
	@command -v valgrind > /dev/null || { echo "valgrind is not installed; on Debian or Ubuntu 'make ci-tools' installs it" >&2; exit 1; }
	$(BIN)/cmake -S . -B build/perf -DUNDERSTUDY_PERF=ON -DCMAKE_BUILD_TYPE=Release
	$(BIN)/cmake --build build/perf --parallel 2

sanitize: $(VENV)/sanitize  ## run the native tests under the address, undefined behaviour and thread sanitizers
	for kind in address,undefined thread; do \
	  $(BIN)/cmake -S . -B build/$$kind -DUNDERSTUDY_SANITIZE=$$kind -DCMAKE_BUILD_TYPE=Debug && \
	  $(BIN)/cmake --build build/$$kind --parallel 2 || exit 1; \
	  for test in build/$$kind/*_tests; do $$test || exit 1; done; \
	done

fuzz: $(VENV)/test $(VENV)/sanitize  ## search for inputs that break a native kernel or a reader, for FUZZ_SECONDS each; needs clang
	$(BIN)/cmake -S . -B build/fuzz -DUNDERSTUDY_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug
	$(BIN)/cmake --build build/fuzz --parallel 2
	$(BIN)/python tools/fuzz.py

stub: $(VENV)/test  ## write the stubs again, after a change of native/bind, a public name or a metric's settings
	$(BIN)/python -m nanobind.stubgen -q -m understudy._core -o src/understudy/_core.pyi
	$(BIN)/python tools/make_stub.py

docs: $(VENV)/test  ## write the metrics' pages again, after a change of a docstring
	$(BIN)/python docs/generate.py

docs-site: $(VENV)/docs  ## build the documentation as a site, build/site/index.html
	$(BIN)/python docs/site.py
	$(BIN)/zensical build --clean --strict

platform-tools: $(VENV)/sanitize  ## on Debian or Ubuntu, as root: install cross compilers, qemu, Wine, zig and MPFR
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends clang g++-aarch64-linux-gnu \
	  g++-arm-linux-gnueabihf g++-mingw-w64-x86-64-posix g++-s390x-linux-gnu libmpfr-dev qemu-user-static wine64
	$(BIN)/pip install --quiet ziglang

platforms: $(VENV)/sanitize  ## build the native tests and the check of all kernels for other platforms, run them, compare
	$(BIN)/python tools/platforms.py

elementary: $(VENV)/sanitize  ## measure the error of our logarithms, exponentials and powers against MPFR
	$(BIN)/cmake -S . -B build/proof -DUNDERSTUDY_PROOF=ON -DCMAKE_BUILD_TYPE=Release
	$(BIN)/cmake --build build/proof --parallel 2 --target elementary_proof
	build/proof/elementary_proof 10

peers: $(VENV)/test  ## run the peers' own tests on our modules of their names; pip downloads them
	$(BIN)/python tools/peers.py

ci-tools:  ## on Debian or Ubuntu, as root: install the programs without which some tests are skipped
	apt-get update
	DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
	  chromium clang clang-format clang-tidy default-jre-headless libclang-rt-dev sctk texlive-latex-base texlive-latex-recommended valgrind

meeteval: $(VENV)/meeteval  ## install meeteval, which is compiled, without which error rates of meetings are compared with brute force alone

mweralign: $(VENV)/mweralign  ## install mweralign, a program under the GPL, in an environment of its own, without which cuts of output are compared with brute force alone

ray: $(VENV)/ray  ## install Ray, 250 MB, without which its test is skipped

torch: $(VENV)/torch  ## install PyTorch and torchmetrics, without which the tests of compat.torchmetrics are skipped

clean:  ## remove everything that the other targets made
	rm -rf $(VENV) build

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/installed: $(VENV)/bin/pip $(SOURCES)
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/test: $(VENV)/installed
	$(BIN)/pip install --quiet --group test
	@touch $@

$(VENV)/bench: $(VENV)/test
	$(BIN)/pip install --quiet --group bench
	@touch $@

$(VENV)/mweralign: $(VENV)/bin/pip
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet mweralign==1.4.1

$(VENV)/meeteval: $(VENV)/test
	$(BIN)/pip install --quiet --group meeteval
	@touch $@

$(VENV)/ray: $(VENV)/test
	$(BIN)/pip install --quiet --group ray
	@touch $@

$(VENV)/torch: $(VENV)/test
	$(BIN)/pip install --quiet --group torch
	@touch $@

$(VENV)/docs: $(VENV)/bin/pip
	$(BIN)/pip install --quiet --group docs
	@touch $@

$(VENV)/check: $(VENV)/test
	$(BIN)/pip install --quiet --group check
	@touch $@

$(VENV)/sanitize: $(VENV)/bin/pip
	$(BIN)/pip install --quiet cmake ninja
	@touch $@
