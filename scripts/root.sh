#!/usr/bin/env bash
# Search with root splitting:   scripts/root.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

source "$(dirname "${BASH_SOURCE[0]}")/_launch.sh"
launch root "$@"
