#!/usr/bin/env bash
# Search with principal variation splitting:   scripts/pvsplit.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" pvsplit "$@"
