#!/usr/bin/env bash
# Search with principal variation splitting:   scripts/pvsplit.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch pvsplit "$@"
