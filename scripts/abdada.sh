#!/usr/bin/env bash
# Search with ABDADA, alpha-beta distributed with deferral:   scripts/abdada.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" abdada "$@"
