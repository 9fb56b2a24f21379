#!/usr/bin/env bash
# Search with root splitting:   scripts/root.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" root "$@"
