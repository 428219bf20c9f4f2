# Every target does its own set-up: all it needs is make and Python 3.11 or newer.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip --quiet --quiet install -c constraints.txt
TEMPLATE := locale/arkadia.pot
SEVERAL := deploy/requirements-several.lock
COMPILE = $(VENV)/release/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header \
	--no-annotate --generate-hashes -c constraints.txt
PROGRAMS := bot.py runtime i18n tryout engine players words render db delivery tabletop ui cogs

# Tests wait for browsers and for other processes: four at once keep two cores busy.
AT_ONCE := -n 4 --dist worksteal

QUICKLY = HYPOTHESIS_PROFILE=quick TEST_DATABASES=$${TEST_DATABASES:-sqlite} \
	$(BIN)/python -m pytest -n logical --dist worksteal
STYLE = $(BIN)/ruff format --check --quiet . || { echo 'Run "make format".' >&2; exit 1; }; $(BIN)/ruff check --quiet .

# A test that starts the bot anew, or as a process, would compile all of it each time.
unexport PYTHONDONTWRITEBYTECODE

fits = $(1) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
PYTHON ?= $(shell for python in python3.14 python3.13 python3.12 python3.11 python3; do \
	if $(call fits,$$python); then echo $$python; break; fi; done)

.DEFAULT_GOAL := help
.PHONY: help try run install postgres dask test tested nightly quick affected coverage check bench soak format words gallery docs lock \
	audit sbom catalogues

help: ## Show the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

try: $(VENV)/.try catalogues ## Play in the browser, without a Discord account
	@$(BIN)/python -m tryout

run: $(VENV)/.run catalogues ## Run the bot with the token of .env
	@$(BIN)/python bot.py

install: $(VENV)/.run catalogues ## Install what the bot needs, for a service that runs it
	@# The service can write nothing here, and would compile every module anew at each start.
	@$(BIN)/python -m compileall -q -x '\./(\.venv|build|lab|tests)/' .

postgres: $(VENV)/.postgres ## Install what the bot needs besides to keep its games in PostgreSQL

dask: $(VENV)/.dask ## Install what the bot needs besides to have computer players think on a Dask cluster

test: $(VENV)/.dev catalogues ## Check formatting, types and imports, and run the tests
	@$(STYLE)
	@$(MAKE) --no-print-directory -j 2 check tested

# Types are checked by one processor. The other one compiles the tests meanwhile, once for all processes.
tested: $(VENV)/.dev catalogues
	@found=$$($(BIN)/python -m pytest --collect-only -q 2>&1) || { echo "$$found" >&2; exit 1; }
	@$(BIN)/python -m pytest $(AT_ONCE)

nightly: $(VENV)/.dev catalogues ## Run the tests that take too long for make test
	@$(BIN)/python -m pytest $(AT_ONCE) -m nightly

quick: $(VENV)/.dev catalogues ## Check formatting, then run the tests that take no time, after each change
	@$(STYLE)
	@$(QUICKLY) -m 'not slow and not browser and not kill and not nightly' \
		--ignore tests/lab --ignore tests/deploy

# Status 5: all tests there are left to the night.
affected: $(VENV)/.dev catalogues ## Run the tests of the folders that a change touches; SINCE=commit
	@$(STYLE)
	@$(BIN)/lint-imports --no-logo
	@found=$$($(BIN)/python -m tests.affected $(SINCE)); echo "$${found:-Nothing that has tests is changed.}"; \
		test -z "$$found" || { { $(QUICKLY) $$found || test $$? = 5; } && $(QUICKLY) -m quick tests/e2e tests/cogs; }

coverage: $(VENV)/.dev catalogues ## Run the tests and report which lines they reach
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(AT_ONCE)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report
	@$(BIN)/coverage html --quiet

check: $(VENV)/.dev catalogues ## Check formatting, types and imports only
	@$(STYLE)
	@$(BIN)/mypy $(TYPED)
	@$(BIN)/lint-imports --no-logo

bench: $(VENV)/.bench catalogues ## Measure the bot beside its peers
	@$(BIN)/python -m lab.bench $(NAMES)

soak: $(VENV)/.dev catalogues ## Play, break and kill the bot for minutes; see what is left
	@$(BIN)/python -m lab.soak $(SOAK)

format: $(VENV)/.dev ## Format the code
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

# Babel takes values, such as f"<#{channel}>", for sentences that it cannot read, and says so.
words: $(VENV)/.dev ## Collect the sentences for translators
	@$(BIN)/python -m babel.messages.frontend --quiet extract -F locale/words.cfg \
		--no-default-keywords -k words -k plural:1,2 -k N_ -k NP_:1,2 -k context:1c,2 -k NC_:1c,2 \
		--add-location=file --sort-output --add-comments=Translators: --strip-comment-tags \
		--project=Arkadia --omit-header \
		-o $(TEMPLATE) $(PROGRAMS) 2> $(TEMPLATE).said; made=$$?; \
		grep -v 'Skipping f-string' $(TEMPLATE).said >&2; rm $(TEMPLATE).said; exit $$made
	@$(BIN)/python -m i18n.catalogues update $(TEMPLATE)

gallery: $(VENV)/.dev catalogues ## Draw a gallery of pictures, with the panel's as a browser shows them
	@$(BIN)/python -m lab.drawing.gallery
	@GALLERY=1 $(BIN)/python -m pytest -m '' tests/e2e/test_browser_panel.py $$(find tests/cogs -name test_gallery.py)

docs: $(VENV)/.docs ## Make a site of the pages in build/site, and find dead links
	@rm -rf build/pages && mkdir -p build/pages/locale
	@cp -R docs *.md LICENSE build/pages/ && cp locale/README.md build/pages/locale/
	@NO_MKDOCS_2_WARNING=1 $(VENV)/docs/bin/mkdocs build --quiet --strict
	@echo 'The site is build/site/index.html'

lock: $(VENV)/.bench $(VENV)/.release ## Write constraints.txt anew, and both locks
	@{ sed -n '/^#/p;/;/p' constraints.txt; $(BIN)/python -m pip freeze; } > constraints.new
	@mv constraints.new constraints.txt
	@$(COMPILE) requirements.txt -o requirements.lock
	@$(call needs,$(BIN)/python) postgres dask | $(COMPILE) requirements.txt - -o $(SEVERAL)

audit: $(VENV)/.release ## Ask whether vulnerabilities of the locked requirements are known
	@$(VENV)/release/bin/pip-audit --requirement $(SEVERAL) --require-hashes --disable-pip

sbom: $(VENV)/.release ## Write a bill of materials of the locked requirements (CycloneDX)
	@mkdir -p build
	@$(VENV)/release/bin/python -W ignore -m cyclonedx_py requirements $(SEVERAL) \
		--pyproject pyproject.toml --output-reproducible --of JSON -o build/arkadia.cdx.json
	@echo 'The bill of materials is build/arkadia.cdx.json'

# What the bot reads of the catalogues: those that changed are made anew.
catalogues: $(VENV)/.run
	@$(BIN)/python -m i18n.catalogues

# Requirements are installed once and again when they may have changed. The bot's own stand in
# requirements.txt, all others in a group of pyproject.toml.

needs = $(1) -c 'import sys, tomllib; \
	named = tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]; \
	print(*(need for name in sys.argv[1:] for need in named[name]), sep="\n")'

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed and was not found.' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks venv; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo 'Setting up $(VENV)'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: requirements.txt constraints.txt | $(VENV)/.made
	@echo 'Installing $<'
	@$(PIP) -r $<
	@touch $@

define install
@echo 'Installing what pyproject.toml lists for $(@:$(VENV)/.%=%)'
@$(call needs,$(BIN)/python) $(@:$(VENV)/.%=%) | $(PIP) -r /dev/stdin
@touch $@
endef

$(VENV)/.try $(VENV)/.postgres $(VENV)/.dask: pyproject.toml $(VENV)/.run
	$(install)

# All at once, by what takes a sixth of pip's time, or by pip, which knows of other indexes.
$(VENV)/.dev: ALL = -c constraints.txt -r requirements.txt -r $(VENV)/needs.txt
$(VENV)/.dev: pyproject.toml requirements.txt constraints.txt | $(VENV)/.made
	@echo 'Installing all that the tests need'
	@$(call needs,$(BIN)/python) try postgres dask dev > $(VENV)/needs.txt
	@$(PIP) "$$(grep '^uv==' $(VENV)/needs.txt)"
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet $(ALL) 2>/dev/null || $(PIP) $(ALL)
	@touch $(patsubst %,$(VENV)/.%,run try postgres dask) $@

$(VENV)/.bench: pyproject.toml $(VENV)/.dev
	$(install)

# Environments of their own: what makes a release or the site needs other packages than what is released.

$(VENV)/.docs: pyproject.toml | $(VENV)/.made
	@echo 'Installing what pyproject.toml lists for docs'
	@$(PYTHON) -m venv $(VENV)/docs
	@$(call needs,$(BIN)/python) docs | PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(VENV)/docs/bin/python -m pip --quiet --quiet install -r /dev/stdin
	@touch $@

$(VENV)/.release: pyproject.toml | $(VENV)/.made
	@echo 'Installing what pyproject.toml lists for release'
	@$(PYTHON) -m venv $(VENV)/release
	@$(call needs,$(BIN)/python) release | PIP_DISABLE_PIP_VERSION_CHECK=1 \
		$(VENV)/release/bin/python -m pip --quiet --quiet install -r /dev/stdin
	@touch $@
