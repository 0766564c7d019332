# Everything here needs Python 3.11 or newer and make, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The locks name everything, so nothing is resolved. Modules are compiled here and now, because an
# environment may forbid writing bytecode later, and every start would compile them again.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --no-deps

.DEFAULT_GOAL := help
.PHONY: help run test check bench soak clean

help:
	@echo "make run     serve on HOST and PORT (default 0.0.0.0 and 8000)"
	@echo "make test    every lane: engine, SQLite, PostgreSQL, Redis, browser, table page, outbox"
	@echo "make check   style, types, imports, templates, migrations, settings, translations"
	@echo "make bench   the figures"
	@echo "make soak    the long runs: books and nights at random, the API's contract, the scorer's twin"
	@echo "make clean   remove what these commands made, but not the data in .data"

run: $(VENV)/core.stamp
	@exec $(BIN)/python manage.py serve

test: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.lanes all

check: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.checks

bench: $(VENV)/dev.stamp
	@$(BIN)/python -m tests.benchmarks

soak: $(VENV)/dev.stamp
	@PHOM_STATE_EXAMPLES=200 PHOM_STATE_STEPS=60 $(BIN)/python -m tests.lanes sqlite tests/flows/test_state_machine.py
	@PHOM_STATE_EXAMPLES=200 PHOM_STATE_STEPS=60 $(BIN)/python -m tests.lanes postgres tests/flows/test_state_machine.py
	@PHOM_CONTRACT_EXAMPLES=50 $(BIN)/python -m tests.lanes sqlite tests/api/test_contract.py
	@PHOM_CHAOS_NIGHTS=20 $(BIN)/python -m tests.lanes outbox tests/browser/outbox/test_chaos.py
	@PHOM_CHAOS_NIGHTS=20 $(BIN)/python -m tests.lanes services tests/browser/outbox/test_chaos.py -k sixty
	@PHOM_TWIN_SHEETS=400000 $(BIN)/python -m tests.lanes table tests/browser/table/test_twin.py -k thousand

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	find phom_league scoring tests -name __pycache__ -prune -exec rm -rf {} +
	find scoring -name '*.mo' -delete

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Phom League needs Python 3.11 or newer: PYTHON=python3.12 make run"; exit 1; }
	@echo "Setting up $(VENV) (the first time only) ..."
	@$(PYTHON) -m venv $(VENV) >/dev/null \
	  || { rm -rf $(VENV); echo "Python's venv is missing; type: sudo apt-get install -y python3-venv"; exit 1; }

$(VENV)/core.stamp: requirements/core.txt | $(BIN)/python
	@$(PIP) -r $<
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt | $(BIN)/python
	@echo "Installing what the tests need ..."
	@$(PIP) -r $<
	@touch $@
