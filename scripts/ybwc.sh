#!/usr/bin/env bash
# Search with the Young Brothers Wait Concept:   scripts/ybwc.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch ybwc "$@"
