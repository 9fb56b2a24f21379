#!/usr/bin/env bash
# Search with ABDADA, alpha-beta distributed with deferral:   scripts/abdada.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch abdada "$@"
