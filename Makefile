# Every target does its own set-up: all it needs is make and Python 3.11 or newer.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip --quiet --quiet install -c constraints.txt
TEMPLATE := locale/arkadia.pot
PROGRAMS := bot.py tryout.py settings.py translation.py engine players render db tables cogs

fits = $(1) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	if $(call fits,$$python); then echo $$python; break; fi; done)

.DEFAULT_GOAL := help
.PHONY: help try run test check bench format words gallery lock

help: ## Show the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

try: $(VENV)/.try ## Play in the browser, without a Discord account
	@$(BIN)/python tryout.py

run: $(VENV)/.run ## Run the bot with the token of .env
	@$(BIN)/python bot.py

test: check ## Check formatting, types and imports, then run all tests
	@$(BIN)/python -m pytest

check: $(VENV)/.dev ## Check formatting, types and imports only
	@$(BIN)/ruff format --check --quiet . || { echo 'Run "make format".' >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/.bench ## Measure the bot beside its peers
	@$(BIN)/python -m bench $(NAMES)

format: $(VENV)/.dev ## Format the code
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

words: $(VENV)/.dev ## Collect the sentences for translators
	@$(BIN)/pybabel --quiet extract --no-default-keywords -k words -k plural:1,2 -k N_ \
		--add-location=file --sort-output --project=Arkadia --omit-header \
		-o $(TEMPLATE) $(PROGRAMS)

gallery: $(VENV)/.run ## Draw a gallery of pictures
	@$(BIN)/python -m render.gallery

lock: $(VENV)/.bench ## Write constraints.txt anew from what is installed
	@{ sed -n '/^#/p;/;/p' constraints.txt; $(BIN)/python -m pip freeze; } > constraints.new
	@mv constraints.new constraints.txt

# Requirements are installed once and again when their file has changed.

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed and was not found.' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks venv; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo 'Setting up $(VENV)'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

define install
@echo 'Installing $<'
@$(PIP) -r $<
@touch $@
endef

$(VENV)/.run: requirements.txt constraints.txt | $(VENV)/.made
	$(install)

$(VENV)/.try: requirements-try.txt $(VENV)/.run
	$(install)

$(VENV)/.dev: requirements-dev.txt $(VENV)/.try
	$(install)

$(VENV)/.bench: requirements-bench.txt $(VENV)/.dev
	$(install)
