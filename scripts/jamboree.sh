#!/usr/bin/env bash
# Search with Jamboree search:   scripts/jamboree.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/run.py" jamboree "$@"
