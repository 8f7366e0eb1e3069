# The two commands: `make lab` opens the course, `make test` checks it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NB ?=
PORT ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help lab pages collect exam links present test test-all test-all-units test-all-pages test-all-browser test-fast test-page test-binder test-site test-slides test-hall test-storms nbval notebooks scoreboard edit slides site \
	bench size yardstick wheel pyodide \
	newest oldest clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14
	@echo "And: $$(sed -nE 's/^([a-z-]+):[^#]*# .*/\1/p' $(MAKEFILE_LIST) | tr '\n' ' ')"

# What a learner needs.
$(VENV)/lab-ready: pyproject.toml constraints.txt $(wildcard tools/lab/*.* tools/lab/labconfig/*.*)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "The course needs Python 3.11 or newer; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (once; two to five minutes, 700 MB on disk) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python tools/install.py --constraint constraints.txt --editable '.[lab]'
	@$(BIN)/python tools/lab/place.py
	@touch $@

# What the tests and the tools need besides.
$(VENV)/ready: $(VENV)/lab-ready
	@echo "Adding what the tests need (once; a minute or two) ..."
	@$(BIN)/python tools/install.py --constraint constraints.txt --editable '.[lab,test]'
	@touch $@

MINE = $(if $(FOLDER),--folder $(FOLDER)) $(if $(AGAIN),--again $(AGAIN))

lab: $(VENV)/lab-ready ## open the course in JupyterLab, in your own folder my_course/ (FOLDER=another, AGAIN=page to begin again)
	@$(BIN)/python -m coursekit lab $(MINE) $(if $(PORT),--port $(PORT))

pages: $(VENV)/lab-ready # lay the pages out in your own folder, or bring them up to date, without opening JupyterLab
	@$(BIN)/python -m coursekit pages $(MINE)

present: $(VENV)/lab-ready ## open a page for a lecture hall: large type, nothing beside it (NB=name, PORT=number)
	@$(BIN)/python tools/present.py $(NB) $(if $(PORT),--port $(PORT))

PYTEST := $(BIN)/python -m pytest -q -ra -m "not binder and not walk"
ALONE := --ignore=tests/browser --ignore=tests/site     # no browser
export OPENBLAS_NUM_THREADS ?= 1

# One run: the browser first, which often waits (so a worker more than processors), then pages, and all else where one is idle.
WORKERS = $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() or 1, 4) + 1)')

test: $(VENV)/ready build/vendor/ready ## run the checks (a browser check is skipped, and says so, without Chromium)
	$(PYTEST) -n $(WORKERS) --dist loadfile --ignore=tests/site

# What repeats a check with more cases, sizes, pages and states: at night and before a release. Parts can run side by side.
test-all: test-all-units test-all-pages test-all-browser test-slides test-hall test-binder # run the checks with all their cases (those of the web pages: test-site)

test-all-%: export COURSE_CASES = all

test-all-units: $(VENV)/ready build/vendor/ready # all cases of library, lessons, explorers, exercises and tools
	$(PYTEST) -n 2 --dist loadfile tests coursekit $(ALONE)

test-all-pages: $(VENV)/ready # every page, all answers put into it, and what of the library the pages reach
	$(PYTEST) notebooks tests/project/test_reach.py

test-all-browser: $(VENV)/ready build/vendor/ready # every page, explorer and window in Chromium
	$(PYTEST) tests/browser --deselect tests/browser/test_slides.py

test-fast: $(VENV)/ready ## unit tests and doctests only
	$(PYTEST) -n 2 --dist loadfile tests coursekit $(ALONE)

test-page: $(VENV)/ready ## while you work: the checks that a change of one page can fail, without the browser's (NB=name)
	@$(BIN)/python tools/page_tests.py $(NB)

test-binder: $(VENV)/ready # set up Binder's base environment and build the course in it (needs the network)
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[binder]'
	$(BIN)/python -m pytest -q tests/project/test_binder.py

test-site: site # build the course as web pages and try them in Chromium, with the network off
	$(BIN)/python -m pytest -ra tests/site

test-slides: $(VENV)/ready build/vendor/ready # walk through all slides of all pages, on a laptop and in a hall
	COURSE_CASES=all $(BIN)/python -m pytest -ra tests/browser/test_slides.py

test-hall: $(VENV)/ready # run every page in presenter mode, and look that nothing is cut off on a laptop or in a hall
	$(BIN)/python -m pytest -ra tests/browser/test_hall.py

test-storms: $(VENV)/ready # send 500 moves to every explorer, and run the pages ten times, no two runs alike in hashes, threads and processors
	COURSE_STORM=500 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -q -n 2 tests/explorers/test_storms.py
	@run=0; for core in Haswell SkylakeX Haswell SkylakeX Zen; do for less in "" "X86_V4 AVX512_ICL"; do \
		run=$$((run + 1)); echo "run $$run of 10, adding as $$core does$${less:+, NumPy without AVX-512}"; \
		PYTHONHASHSEED=$$run OPENBLAS_NUM_THREADS=$$((1 + run / 3 % 2)) OPENBLAS_CORETYPE=$$core NPY_DISABLE_CPU_FEATURES=$$less \
			$(BIN)/python -m pytest -q -n 2 --dist loadfile notebooks || exit 1; done; done

nbval: $(VENV)/ready # re-execute the notebooks and compare their outputs
	$(BIN)/python -m pytest -q notebooks

notebooks: $(VENV)/ready ## re-execute all notebooks and rewrite their outputs (NB=name for one)
	$(BIN)/python tools/notebooks.py run $(NB)
	$(BIN)/python tools/teaching.py

scoreboard: $(VENV)/ready ## compute the scoreboard, every method on the same passengers (data/scoreboard.csv)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/scoreboard.py

edit: $(VENV)/ready ## write NB=name as text to build/, to be edited
	$(BIN)/python tools/notebooks.py edit $(NB)

build/vendor/ready: tools/slides/packages.txt | $(VENV)/ready
	@echo "Downloading reveal.js and MathJax for the slides (once) ..."
	@rm -rf build/vendor
	@$(BIN)/python -m pip download --quiet --no-deps --dest build/vendor --requirement $< || \
		{ echo "The slides need the network once, to download reveal.js and MathJax; try again when there is one."; exit 1; }
	@touch $@

slides: build/vendor/ready ## write pages as slide shows with speaker notes to build/slides/ (NB=name for one)
	@$(BIN)/python tools/slides.py $(NB)

$(VENV)/site-ready: $(VENV)/ready
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[lab,test,site]'
	@touch $@

collect: $(VENV)/lab-ready ## for a teacher: an overview of the pages that a class has handed in (DIR=folder)
	@$(BIN)/python -m coursekit collect $(DIR)

exam: $(VENV)/lab-ready ## for a teacher: print an exam whose numbers a seed draws, with its answers (SEED=number)
	@$(BIN)/python tools/exam.py $(SEED)

links: # write README's links to Binder, Colab and the pages from the repository's own address
	@$(PYTHON) tools/links.py

site: $(VENV)/site-ready build/vendor/ready $(if $(LITE),.venv-lite/ready) ## write the course as web pages to build/site/ (PDF=1: also one PDF per page; LITE=1: also live pages)
	@$(BIN)/python tools/website $(if $(PDF),--pdf) $(if $(LITE),--lite)
	@$(if $(LITE),$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir .venv-lite/wheels . && \
		.venv-lite/bin/python tools/lite .venv-lite/wheels)

.venv-lite/ready: tools/lite/build.txt tools/lite/wheels.txt constraints.txt
	@echo "Setting up .venv-lite (once; a minute) ..."
	@rm -rf .venv-lite
	@$(PYTHON) -m venv .venv-lite
	@.venv-lite/bin/python -m pip install --quiet --constraint constraints.txt --requirement tools/lite/build.txt
	@.venv-lite/bin/python -m pip download --quiet --no-deps --only-binary :all: --platform any --constraint constraints.txt \
		--requirement tools/lite/wheels.txt --dest .venv-lite/wheels
	@touch $@

pyodide: tools/lite/pyodide.txt # all tests but the browser's with the versions that Pyodide brings (PYTHON=python3.12 or newer)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 12))' || \
		{ echo "Pyodide's SciPy needs Python 3.12 or newer; name one with: make pyodide PYTHON=python3.14"; exit 1; }
	$(PYTHON) -m venv .venv-pyodide && .venv-pyodide/bin/python -m pip install --quiet --constraint $< --editable '.[lab,test]'
	.venv-pyodide/bin/python -m pytest -q -n 2 -m "not binder and not walk" tests coursekit $(ALONE)
	.venv-pyodide/bin/python -m pytest -q -o addopts='--import-mode=importlib --nbval-lax' notebooks

bench: $(VENV)/ready # measure explorers, solvers and trees against their targets
	@missed=0; for script in tests/bench/*.py; do echo "== $$script"; \
		PYTHONPATH=tests/helpers OPENBLAS_NUM_THREADS=1 $(BIN)/python $$script || missed=1; done; exit $$missed

size: ## print the lines of every room and the words of every page, and what has changed (SINCE=commit, else the last tag)
	@$(PYTHON) tools/size.py $(SINCE)

yardstick: $(VENV)/ready # change the algorithms at random and count what their tests notice (N=number, MINUTES=limit, AGAIN=earlier JSON)
	@$(BIN)/python -m pytest -q tests/project/test_yardstick.py
	@nice $(BIN)/python tools/yardstick.py $(if $(N),--changes $(N)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(AGAIN),--again $(AGAIN))

wheel: $(VENV)/ready # build the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

newest: # unit tests with the newest versions the index offers
	$(PYTHON) -m venv .venv-newest && .venv-newest/bin/python -m pip install --quiet --upgrade --editable '.[lab,test]'
	.venv-newest/bin/python -m pytest -q -n 2 -m "not binder and not walk" tests coursekit $(ALONE)

oldest: # unit tests with the oldest versions the project supports
	$(PYTHON) -m venv .venv-oldest && .venv-oldest/bin/python -m pip install --quiet --constraint constraints-oldest.txt --editable '.[lab,test]'
	.venv-oldest/bin/python -m pytest -q -n 2 -m "not binder and not walk" tests coursekit $(ALONE)

clean: ## remove the environments and what was built; my_course/ stays
	rm -rf $(VENV) .venv-newest .venv-oldest .venv-lite .venv-pyodide build dist .pytest_cache .hypothesis .ruff_cache .import_linter_cache
