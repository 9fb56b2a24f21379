#!/usr/bin/env bash
# Run a search with the YBWC policy:   scripts/ybwc.sh [-n RANKS] [--hostfile FILE] [COMMAND...]
#
#   scripts/ybwc.sh                           solve a worthwhile Othello endgame
#   scripts/ybwc.sh solve connect4 4453       any mpi-search command
#
# This version searches on one rank; there YBWC is the serial search.

source "$(dirname "${BASH_SOURCE[0]}")/_setup.sh"

while [ $# -gt 0 ]; do
    case $1 in
        -n | -np) [ "${2:-}" = 1 ] || fail "this version searches on one rank: -n ${2:-} is not possible yet"; shift 2 ;;
        --hostfile) fail "this version searches on one rank: --hostfile is not possible yet" ;;
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) break ;;
    esac
done
[ $# -gt 0 ] || set -- solve othello ffo-41
if [ "$1" = solve ]; then
    shift
    set -- solve --policy ybwc "$@"
fi

setup openmpi
exec mpi-search "$@"
