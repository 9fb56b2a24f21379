#!/usr/bin/env bash
# Set up .venv on first use, then lint, check types and run every test:   scripts/test.sh [PYTEST OPTIONS]
#
# Those on real ranks (tests/mpi) are among them: tests/transport/test_under_mpiexec.py starts them with both MPIs.

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" test "$@"
