"""Makes the project's .venv on first use and hands over to mpi-search in it: what all scripts here have in common.

    run.py POLICY [-n RANKS] [--hostfile FILE] [COMMAND...]     a command, with this policy if it takes one
    run.py test [PYTEST OPTIONS]                                lint, check types, run every test

An active virtual environment that has mpi-search already is used as it is. An mpiexec that is on the PATH before stays
the one that counts (the cluster's own, from a module perhaps); otherwise Open MPI is installed into .venv.
"""

import os
import shutil
import subprocess
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
#: Commands that search on several ranks, with a policy.
WITH_RANKS = ("solve", "play", "match", "gtp", "nboard")
PYTHONS = ["python3." + str(minor) for minor in range(20, 9, -1)]
USAGE = """\
Search with the policy "{0}" on all cores of this machine, or on a cluster:

    scripts/{0}.sh [-n RANKS] [--hostfile FILE] [COMMAND...]

    scripts/{0}.sh                             solve a worthwhile Othello endgame
    scripts/{0}.sh solve connect4 4453         any mpi-search command; those that search use all ranks
    scripts/{0}.sh -n 4 solve othello ffo-42   so many ranks (default: one for every core)
    scripts/{0}.sh --hostfile hostfiles/openmpi-cluster solve othello ffo-45

Ctrl-C ends a search with the best so far; docs/cluster.md tells more."""


def fail(name, text):
    sys.exit(print(name + ".sh: " + text, file=sys.stderr) or 2)


def use_a_python_that_will_do(name):
    """Go on in a Python 3.10 or later."""
    if sys.version_info >= (3, 10):  # noqa: UP036 - whoever runs it may have any
        return
    for candidate in filter(shutil.which, PYTHONS):
        os.execvp(candidate, [candidate] + sys.argv)
    fail(name, "Python 3.10 or later is needed (set PYTHON to its path)")


def set_up(name, extras):
    """The folder of programs of an environment that has the project; makes one if need be."""
    active = os.path.join(os.environ.get("VIRTUAL_ENV", ""), "bin")
    if "test" not in extras and os.environ.get("VIRTUAL_ENV") and os.path.exists(os.path.join(active, "mpi-search")):
        return active
    with open(os.path.join(ROOT, "setup.cfg"), "rb") as file:  # when dependencies change, they are installed again
        stamp = os.path.join(VENV, ".installed-{}-{:x}".format("-".join(extras), zlib.crc32(file.read())))
    programs = os.path.join(VENV, "bin")
    if not os.path.exists(stamp):
        print(name + ".sh: setting up .venv with the packages it needs (once; takes a minute) ...", file=sys.stderr)
        python = os.path.join(programs, "python")
        if not os.path.exists(python) and subprocess.call([sys.executable, "-m", "venv", VENV], stdout=sys.stderr):
            fail(name, "python3 -m venv failed (Debian: apt install python3-venv)")
        if pip(python, "--editable", ROOT + ("[" + ",".join(extras) + "]" if extras else "")):
            fail(name, "pip could not install the packages listed in setup.cfg")
        open(stamp, "w").close()
    return programs


def pip(python, *words):
    command = [python, "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check"]
    return subprocess.call(command + list(words), stdout=sys.stderr)


def set_up_mpich(programs):
    """MPICH beside the Open MPI of .venv, in a folder of its own since both have an mpiexec: only tests need two."""
    folder = os.path.join(VENV, "mpich")
    if not os.path.exists(os.path.join(folder, "bin", "mpiexec")):
        python = os.path.join(programs, "python")
        if pip(python, "--no-deps", "--ignore-installed", "--prefix", folder, "mpich"):
            print("test.sh: MPICH could not be installed; its tests are skipped", file=sys.stderr)


def run_tests(words):
    programs = set_up("test", ["openmpi", "test"])
    set_up_mpich(programs)
    os.chdir(ROOT)
    os.environ["PATH"] = programs + os.pathsep + os.environ.get("PATH", "")
    for check in (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]):
        code = subprocess.call(check)
        if code:
            sys.exit(code)
    os.execvp("python", ["python", "-m", "pytest", "-n", "auto", "--maxschedchunk", "1"] + words)


def run_policy(policy, words):
    ranks, places = "all", []
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option in ("-n", "-np"):
            ranks = words.pop(0) if words else ""
            if not (ranks.isdigit() and int(ranks)):
                fail(policy, "-n needs a number of ranks, not '" + ranks + "'")
        elif option == "--hostfile":
            hostfile = words.pop(0) if words else ""
            if not os.path.isfile(hostfile):
                fail(policy, "--hostfile: there is no file '" + hostfile + "'")
            places = ["--hostfile", hostfile]
        elif option in ("-h", "--help"):
            sys.exit(print(USAGE.format(policy)))
        elif option == "--":
            break
        else:
            fail(policy, "unknown option " + option + " (--help tells; options of a command follow the command)")
    words = words or ["solve", "othello", "ffo-45"]
    has_mpi = "MPIEXEC" in os.environ or (
        not os.path.exists(os.path.join(VENV, "bin", "mpiexec")) and shutil.which("mpiexec")
    )
    program = os.path.join(set_up(policy, [] if has_mpi else ["openmpi"]), "mpi-search")
    if words[0] in WITH_RANKS:
        chosen = [] if words[0] == "match" else ["--policy", policy]  # its ranks play games of their own
        words = [words[0]] + chosen + ["--ranks", ranks] + places + words[1:]
    os.execv(program, [program] + words)


if __name__ == "__main__":
    use_a_python_that_will_do(sys.argv[1])
    if sys.argv[1] == "test":
        run_tests(sys.argv[2:])
    else:
        run_policy(sys.argv[1], sys.argv[2:])
