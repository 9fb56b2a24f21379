#!/usr/bin/env bash
# Search with dynamic tree splitting:   scripts/dts.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" dts "$@"
