#!/usr/bin/env bash
# Search with Jamboree search:   scripts/jamboree.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch jamboree "$@"
