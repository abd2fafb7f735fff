# fivefold's commands. Each target does its own set-up and is quick when nothing changed.
# Needed on the machine: a Rust toolchain, Python >= 3.11, make.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
# Two installers in one environment would tread on each other; cargo and pytest use the cores anyway.
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules

# The first Python that is new enough; `make PYTHON=/path/to/python3.12 test` chooses another.
PYTHON ?= $(shell for p in python3 python python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
# Packages of others that `bench-rivals` measures: large, and in nobody else's way here.
RIVALS := .venv-rivals
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary=:all:

# Two builds, two folders: maturin sets a variable that makes PyO3 compile anew when both share one.
CORE := target
BINDING := target/python
LINT := target/lint
TOY := target/toy
RUST := Cargo.toml Cargo.lock build.rs $(shell find src -name '*.rs' 2>/dev/null)
PACKAGE := pyproject.toml README.md LICENSE $(shell find python -type f -not -name '*.so' -not -path '*__pycache__*' 2>/dev/null)
# A build that no edit follows: nothing kept for the next one, and few units, since each compiles inlined functions anew.
BUILD_ONCE := CARGO_INCREMENTAL=0 CARGO_PROFILE_TEST_CODEGEN_UNITS=2
# The tests of whatever `src/vectors.rs` speeds up: whole random games, and what stones make on a board.
VECTORISED := playouts kernel vectors batch golden gomoku renju::laws pagoda::laws
# What the quick tests of Python run with: "wheel", the binding as users get it, or "quick", the same code
# compiled in less than half the time. `make test` takes the quick one; `make check` and `.ci/run` test the wheel.
BUILD ?= $(if $(filter check check-all,$(MAKECMDGOALS)),wheel,quick)
# A process of pytest for each core; the tests of a file stay together, for what they prepare once.
WORKERS := -n auto --dist loadfile
# These import PyTorch, which the tests do without.
NEED_TORCH := --ignore-glob='*/envs/sb3.py' --ignore-glob='*/_evaluation/fit.py' --ignore-glob='*/_evaluation/network.py'
# What `make test` runs, what `make check` adds, and what CI does beside these: each test stands in one of
# them. `.ci/run` reads it here.
TESTS := test-rust test-quick
REST := test-rust-slow test-portable test-toy test-slow test-examples test-notebooks test-pythons
CHECKS := fmt-check clippy doc lint types stubs $(TESTS) $(REST) instructions
CI := test-buckets site test-browser
# Outside CI a long job leaves the machine usable for the person at the keyboard.
NICE := nice -n 5
# Where the real games of others lie, if they do; the tests say so and skip where they do not.
export FIVEFOLD_SHARED ?= $(abspath ../shared)
# A caught panic is part of some tests: its pages of backtrace are not.
unexport RUST_BACKTRACE
# The virtual environment is the only Python there is.
unexport PYTHONPATH
unexport PYTHONHOME
unexport VIRTUAL_ENV

##@ Two commands
.PHONY: study test
study: $(VENV)/wheel.stamp $(VENV)/study.stamp ## random games of every preset and real games beside them; opens with study-out/report.html
	$(NICE) $(BIN)/fivefold study $(STUDY)
test: $(TESTS) ## the tests for every change: the rules in Rust, the package in Python; `make check` runs all others, too

##@ More
.PHONY: check check-all bench manual findings notebooks lab test-browser fuzz mutants release fmt develop lock clean help
check: $(CHECKS) ## `make test`, the slow tests, toys, notebooks, other Pythons, linters and types: all of CI but browser, buckets, manual
check-all: programs check test-browser test-buckets test-oldest test-free-threaded site fuzz mutants ## what takes long as well: oldest packages, free threading, the manual, fuzzing, mutants
bench: $(VENV)/wheel.stamp $(VENV)/test.stamp ## speed of everything, beside the figures of others; writes bench-out/bench.json
	$(BIN)/python benches/bench.py
manual: generated site ## write what the manual takes from the code (tables, pictures, notebook pages), then build it: site/index.html
findings: $(VENV)/wheel.stamp $(VENV)/test.stamp ## measure all findings anew (or ID=...) and say which no longer hold; KEEP=1 writes them into the table, RENEW=1 those that are older than their players
	$(NICE) $(BIN)/python docs/findings.py $(if $(RENEW),--renew,--again $(ID) $(if $(KEEP),--keep))
notebooks: $(VENV)/wheel.stamp $(VENV)/notebooks.stamp $(VENV)/train-jax.stamp $(VENV)/train-torch.stamp ## run every notebook at full length, in place (installs PyTorch, 6 GB)
	$(NICE) $(BIN)/python notebooks/execute.py
lab: $(VENV)/wheel.stamp $(VENV)/notebooks.stamp ## open JupyterLab on the notebooks
	$(BIN)/jupyter lab notebooks
test-browser: $(VENV)/wheel.stamp $(VENV)/browser.stamp ## click through report, viewer and notebook board in Debian's chromium
	$(NICE) $(BIN)/python -m pytest -m browser tests/browser
fuzz: ## each fuzz target for SECONDS_EACH (20); needs cargo-fuzz
	fuzz/run $(or $(SECONDS_EACH),20)
mutants: ## change MUTANTS (60) places of the rules, one at a time: does a test fail? needs cargo-mutants
	$(PYTHON) .ci/mutants.py $(or $(MUTANTS),60) $(SEED)
release: $(VENV)/test.stamp ## all of a release but the upload: archives, sizes, a local index, every Python (RELEASING.md)
	.ci/release-rehearsal $(BIN)
fmt: $(VENV)/test.stamp ## format Rust and Python in place
	cargo fmt --all
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format --quiet .
develop: $(VENV)/test.stamp ## an editable install: Python edits count at once, Rust edits after the next `make develop`
	$(NICE) env CARGO_TARGET_DIR=$(BINDING) $(BIN)/maturin develop --release --locked --quiet
	rm -f $(VENV)/wheel.stamp $(VENV)/quick.stamp
lock: ## resolve the dependency groups of pyproject.toml anew into requirements/ (UPGRADE=--upgrade for newer versions)
	requirements/lock $(UPGRADE)
clean: ## remove what the other targets made
	rm -rf $(VENV) $(RIVALS) target site study-out bench-out python/fivefold/*.so
help: ## this list
	@awk -F':.*## ' '/^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z][a-z-]*:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The parts of check, and what is rarely wanted by itself: `make help` does not list them.
.PHONY: fmt-check clippy doc lint types stubs $(TESTS) $(REST) test-oldest
.PHONY: parts test-buckets test-free-threaded instructions programs sources generated site ladders bench-rivals
parts: # the names of all that CI runs beside the tests
	@echo $(filter-out $(TESTS),$(CHECKS)) $(CI)
fmt-check: $(VENV)/test.stamp # is everything formatted?
	cargo fmt --all --check
	$(BIN)/ruff format --check --quiet .
clippy: # pedantic, without and with the Python feature
	$(NICE) cargo clippy --locked --all-targets --quiet -- -D warnings
	$(NICE) env CARGO_TARGET_DIR=$(LINT) cargo clippy --locked --all-targets --features python --quiet -- -D warnings
doc: # the Rust manual builds without a broken link
	$(NICE) env RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet
lint: $(VENV)/test.stamp # ruff, with numpydoc's conventions
	$(BIN)/ruff check --quiet .
types: $(VENV)/wheel.stamp $(VENV)/test.stamp # mypy --strict
	$(NICE) $(BIN)/mypy python/fivefold
stubs: $(VENV)/wheel.stamp $(VENV)/test.stamp # does the stub say what the binary does?
	cd $(VENV) && $(NICE) bin/python -m mypy.stubtest fivefold._core
test-rust: # cargo's tests, with the games that follow the guide (tests/toy/); builds no Python
	$(NICE) env $(BUILD_ONCE) cargo test --locked --features toy --tests
test-rust-slow: # the slow ones, and the examples of the documentation
	$(NICE) env $(BUILD_ONCE) cargo test --locked --features toy --tests -- --ignored --skip fouls_are_those_of_the_naive_reference_on_a_million_points
	$(NICE) env $(BUILD_ONCE) cargo test --locked --features toy --doc
test-portable: # what uses vector instructions again without those of the machine; overflow is checked in both runs
	$(NICE) env $(BUILD_ONCE) FIVEFOLD_VECTORS=none cargo test --locked --features toy --test rules -- $(VECTORISED)
	$(NICE) env $(BUILD_ONCE) FIVEFOLD_VECTORS=none cargo test --locked --features toy --lib network
test-toy: $(VENV)/test.stamp # Python without kernels, and with the games of tests/toy/
	# Unoptimised: building takes most of the time.
	PYO3_BUILD_EXTENSION_MODULE=1 CARGO_PROFILE_DEV_OPT_LEVEL=0 $(NICE) cargo build --locked --no-default-features --features python,toy --lib --target-dir $(TOY)
	rm -rf $(TOY)/package && mkdir $(TOY)/package && cp -r python/fivefold $(TOY)/package/
	cp $$(ls $(TOY)/debug/libfivefold.so $(TOY)/debug/libfivefold.dylib 2>/dev/null) $(TOY)/package/fivefold/_core.abi3.so
	PYTHONPATH=$(CURDIR)/$(TOY)/package $(NICE) $(BIN)/python -m pytest tests/toy tests/python/test_playouts.py
test-quick: $(VENV)/$(BUILD).stamp $(VENV)/test.stamp # pytest, but for what takes seconds
	$(NICE) $(BIN)/python -m pytest -m "not notebook and not slow" $(WORKERS) $(PYTEST)
test-slow: $(VENV)/wheel.stamp $(VENV)/test.stamp # what takes seconds
	$(NICE) $(BIN)/python -m pytest -m "slow and not notebook" $(WORKERS) $(PYTEST)
test-examples: $(VENV)/wheel.stamp $(VENV)/test.stamp # the examples in the docstrings
	$(NICE) $(BIN)/python -m pytest --quiet --doctest-modules $(NEED_TORCH) --pyargs fivefold
test-notebooks: $(VENV)/wheel.stamp $(VENV)/test.stamp $(VENV)/train-jax.stamp # every notebook but those that need PyTorch, in its short form
	$(NICE) $(BIN)/python -m pytest -m notebook -n auto tests/python/test_notebooks.py
# One wheel serves every Python: the compiled half is the same, so the others run the tests of what can differ
# there (.ci/differs): the standard library, and their own newest packages.
test-pythons: $(VENV)/wheel.stamp $(VENV)/test.stamp # on every other Python from 3.11 that is here
	for python in $$(.ci/pythons $(BIN)/python); do \
		other=$(VENV)/others/$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "the tests of what can differ on $$("$$python" --version)"; \
		.ci/environment "$$python" $$other $(VENV)/test.txt $(BINDING)/wheels/fivefold-*.whl; \
		$(NICE) $$other/bin/python -m pytest --quiet -m "not notebook and not slow" $(WORKERS) $$(cat .ci/differs); \
	done
# The manual's examples show what the newest numpy prints and the newest matplotlib draws; newer packages warn of
# older ones' ways.
test-oldest: $(VENV)/wheel.stamp # the quick tests with the oldest packages that pyproject.toml admits
	.ci/environment $(BIN)/python $(VENV)/others/oldest requirements/oldest.txt $(BINDING)/wheels/fivefold-*.whl
	$(NICE) $(VENV)/others/oldest/bin/python -m pytest --quiet -m "not notebook and not slow" -o filterwarnings=default \
		--ignore tests/python/test_readme.py --ignore tests/python/test_docs_blocks.py --ignore tests/python/test_stub.py \
		--ignore tests/python/test_figures.py
test-buckets: $(VENV)/wheel.stamp $(VENV)/buckets.stamp # studies in a bucket, against a stand-in for S3 on this machine
	$(NICE) $(BIN)/python -m pytest -q $(PYTEST) tests/python/test_study_buckets.py
test-free-threaded: $(VENV)/build.stamp # the binding compiled for a Python without a global lock, and its tests of threads where one is here
	$(NICE) .ci/free-threaded $(BIN)
instructions: # callgrind's count of a random game of each preset, against benches/instructions.json (3 % worse fails)
	$(PYTHON) benches/instructions.py $(ACCEPT)
programs: # are the programs here that check-all needs beside Rust and Python?
	@for program in cargo-fuzz cargo-mutants valgrind; do \
		command -v $$program >/dev/null || { echo "$$program is missing: check-all needs it"; exit 1; }; \
	done
sources: $(VENV)/build.stamp # the source archive, and one with all crates in it that builds offline; into target/sources
	.ci/sources $(BIN)/maturin target/sources
generated: $(VENV)/wheel.stamp $(VENV)/test.stamp # tables of options, rule books, notebook pages, pictures, the conformance corpus, the paper's figure
	for script in option_tables command_line preset_types rule_books notebook_pages figures complexity_table conformance findings suite_table used_in; do \
		$(BIN)/python docs/$$script.py; \
	done
	$(BIN)/python benches/growth.py --draw
	$(BIN)/python paper/figures.py
site: $(VENV)/wheel.stamp $(VENV)/docs.stamp # the manual by both builders, from the same sources; every link and anchor in it is checked
	$(BIN)/python docs/notebook_pages.py --downloads
	$(NICE) $(BIN)/zensical build --clean
	$(BIN)/python docs/crawl.py site
	NO_MKDOCS_2_WARNING=1 $(NICE) $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python docs/crawl.py site
	@echo "the manual: site/index.html"
ladders: $(VENV)/wheel.stamp $(VENV)/test.stamp # play the ladders that docs/ladders/ lacks (an hour of one core in all), and write docs/ladders.md
	$(BIN)/python docs/ladders.py --measure
	$(BIN)/python docs/ladders.py
bench-rivals: $(VENV)/wheel.stamp # searches of OpenSpiel and mctx beside ours, and a match; installs them in an environment of their own
	[ -x $(RIVALS)/bin/python ] || "$(PYTHON)" -m venv $(RIVALS)
	$(RIVALS)/bin/python -m pip install --quiet --disable-pip-version-check -r benches/rivals.txt
	$(RIVALS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(BINDING)/wheels/fivefold-*.whl
	$(RIVALS)/bin/python benches/rivals.py

# A virtual environment of our own, made once for each Python.
$(VENV)/made.stamp:
	@[ -n "$(PYTHON)" ] || { echo "fivefold needs Python 3.11 or newer; name one with PYTHON=..."; exit 1; }
	@command -v cargo >/dev/null || { echo "fivefold needs a Rust toolchain (cargo) on the PATH"; exit 1; }
	@echo "making $(VENV) with $(PYTHON)"
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@

# The locked packages of one dependency group. One lock has all of them, so one environment serves all.
LOCK := requirements/groups.txt requirements/locked.txt
$(VENV)/%.stamp: $(LOCK) requirements/select | $(VENV)/made.stamp
	@echo "installing the packages of group $*"
	@awk -f requirements/select -v group=$* $(LOCK) > $(VENV)/$*.txt
	@$(PIP_INSTALL) -r $(VENV)/$*.txt
	@touch $@

# The wheel as users get it, built in release, or the quick binding; either is installed over the last one. The
# stamp has the time of the start: what is edited during the build counts as newer.
$(VENV)/wheel.stamp: PROFILE := release
$(VENV)/quick.stamp: PROFILE := quick
$(VENV)/wheel.stamp $(VENV)/quick.stamp: $(RUST) $(PACKAGE) | $(VENV)/build.stamp
	@echo "building the $(@F:.stamp=)"
	@touch $@.began
	@rm -rf $(BINDING)/$(@F:.stamp=)s
	@$(NICE) env CARGO_TARGET_DIR=$(BINDING) $(BIN)/maturin build --profile $(PROFILE) --locked --quiet --out $(BINDING)/$(@F:.stamp=)s
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(BINDING)/$(@F:.stamp=)s/fivefold-*.whl
	@rm -f $(VENV)/wheel.stamp
	@mv $@.began $@
	@$(if $(filter release,$(PROFILE)),cp -p $@ $(VENV)/quick.stamp)
