#!/usr/bin/env bash
# Search with the Young Brothers Wait Concept:   scripts/ybwc.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" ybwc "$@"
