# Sourced by the other scripts: makes the project's .venv on first use, and puts it on the PATH.
#
#   setup EXTRAS    install the project with these extras unless that was done before
#   setup_mpich     install a second MPI for the tests
#
# An active virtual environment that has mpi-search already is used as it is.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 2
}

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    fail "Python 3.10 or later is needed (set PYTHON to its path)"
}

setup() {
    local extras=$1 stamp
    if [ -n "${VIRTUAL_ENV:-}" ] && [ -x "$VIRTUAL_ENV/bin/mpi-search" ] && [[ $extras != *test* ]]; then
        export PATH="$VIRTUAL_ENV/bin:$PATH"
        return
    fi
    # The stamp carries the dependencies: when they change, they are installed again.
    stamp="$root/.venv/.installed-${extras//,/-}-$(cksum <"$root/setup.cfg" | cut -d' ' -f1)"
    if [ ! -e "$stamp" ]; then
        echo "$(basename "$0"): setting up .venv with the packages it needs (once; takes a minute) ..." >&2
        [ -x "$root/.venv/bin/python" ] || "$(find_python)" -m venv "$root/.venv" ||
            fail "python3 -m venv failed (Debian: apt install python3-venv)"
        "$root/.venv/bin/python" -m pip install --quiet --quiet --disable-pip-version-check --editable "$root${extras:+[$extras]}" >&2 ||
            fail "pip could not install the packages listed in setup.cfg"
        touch "$stamp"
    fi
    export PATH="$root/.venv/bin:$PATH"
}

# MPICH beside the Open MPI of .venv, in a folder of its own since both have an mpiexec: only the tests need two.
setup_mpich() {
    local folder="$root/.venv/mpich"
    if [ ! -x "$folder/bin/mpiexec" ]; then
        "$root/.venv/bin/python" -m pip install --quiet --quiet --disable-pip-version-check --no-deps --ignore-installed \
            --prefix "$folder" mpich >&2 || echo "$(basename "$0"): MPICH could not be installed; its tests are skipped" >&2
    fi
}
