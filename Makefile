# Everything runs in .venv, made on first use with the versions pinned in constraints.txt.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
N ?= 1e6

.PHONY: demo test lint bench reports clean

# The main job: a million games of Temple Raider.
demo: $(VENV)/.ready
	$(BIN)/temple-sim run --game raider --n $(N)

test: $(VENV)/.ready-dev
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Speed on this machine, one core; Pig against OpenSpiel's when open_spiel can be installed.
bench: $(VENV)/.ready
	-$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[bench]'
	$(BIN)/temple-sim bench --pig scripts/examples/pig/pig.py

# What the documents show: tables, pictures, and the worked experiments (these take some ten minutes).
reports: $(VENV)/.ready
	$(BIN)/python scripts/reports.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis temple_sim.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "temple-sim needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@
