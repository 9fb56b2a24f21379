#!/usr/bin/env bash
# Search with dynamic tree splitting:   scripts/dts.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch dts "$@"
