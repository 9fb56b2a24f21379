"""Ranks that this process starts: an mpiexec below it, and a line to rank 0.

The launcher runs in a session of its own, so Ctrl-C reaches this process alone, which asks rank 0 to stop. Whatever
ends this process ends the ranks: rank 0 notices that the line is dead.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable

from mpi_search.errors import ClusterLost, InputError
from mpi_search.front.found import Found
from mpi_search.front.heard import Heard
from mpi_search.front.listener import Listener
from mpi_search.front.request import Request
from mpi_search.front.talk import Answer, Ask, At, Close, Compiling, Door, Interrupt, Line, Ready, Said, Wrong
from mpi_search.transport.mpi.mpiexec import find_mpi, ranks_of

#: Ranks have so long to start; on a large cluster, with Python on a slow file system, that may take a while.
START_S = 120.0
#: They have so long to end, and to stop a search.
END_S = 10.0
#: Between two looks whether the user wants no more.
LOOK_S = 0.02


class Started:
    """So many ranks, from their start to their end."""

    def __init__(self, ranks: int | None, *, hostfile: str | None = None, pretend_hosts: int = 1) -> None:
        """`ranks`: None for as many as the machine, the hostfile or the scheduler has room for. Raises InputError, and
        ClusterLost if they do not start."""
        mpi = find_mpi(os.environ)
        ranks = ranks or ranks_of(os.environ, mpi, hostfile)
        if pretend_hosts > ranks:
            raise InputError(f"--pretend-hosts {pretend_hosts} is more than the {ranks} ranks there are")
        door = Door(for_other_hosts=hostfile is not None)
        program = [sys.executable, "-m", "mpi_search.front.serve", str(pretend_hosts)]
        self._command = mpi.command(program, ranks, hostfile)
        self._process = subprocess.Popen(
            self._command,
            env=mpi.environment(os.environ, **door.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._heard = Heard()
        self._reader = threading.Thread(target=_pass_on, args=(self._process, self._heard), daemon=True)
        self._reader.start()
        self._line: Line | None = None
        self._end = weakref.finalize(self, _kill, self._process)  # at the end of this process at the latest
        try:
            self._line = self._wait_for_knock(door)
            ready = self._hear()
            assert isinstance(ready, Ready)
            self.ranks = ready.ranks
        except BaseException:
            self._end()
            raise
        finally:
            door.close()

    def _wait_for_knock(self, door: Door) -> Line:
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            if (line := door.open(LOOK_S)) is not None:
                return line
            if self._process.poll() is not None:
                raise self._lost()
        raise ClusterLost(f"no rank has answered for {START_S:g} s: {' '.join(self._command)}")

    # --- searching
    def answer(self, request: Request, listener: Listener) -> Found:
        """Search. Raises InputError, ClusterLost."""
        if self._line is None:
            raise ClusterLost("the cluster is closed")
        self._say(Ask(request))
        try:
            with listener.searching(together=True, is_first=True) as should_stop:
                return self._wait_for_answer(listener, should_stop)
        except (InputError, ClusterLost):
            raise
        except BaseException:  # Ctrl-C perhaps, or what a listener raises: the ranks must not search on
            self._abandon()
            raise

    def _wait_for_answer(self, listener: Listener, should_stop: Callable[[], bool]) -> Found:
        is_told = False
        while True:
            if should_stop() and not is_told:
                is_told = True
                self._say(Interrupt())
            assert self._line is not None
            if not self._line.has_news(LOOK_S):
                continue
            said = self._hear()
            if isinstance(said, At):
                listener.progress(said.progress)
            elif isinstance(said, Compiling):
                listener.compiling(said.game, on_every_host=True)
            elif isinstance(said, Wrong):
                raise InputError(said.text)
            else:
                assert isinstance(said, Answer), said
                return said.found

    def _abandon(self) -> None:
        """End the search under way; the ranks too, if they do not."""
        until = time.monotonic() + END_S
        with contextlib.suppress(ClusterLost):
            self._say(Interrupt())
            while self._line is not None and time.monotonic() < until:
                if self._line.has_news(LOOK_S) and isinstance(self._hear(), Answer | Wrong):
                    return
        self._end()

    # --- the line
    def _say(self, what: Said) -> None:
        assert self._line is not None
        try:
            self._line.say(what)
        except OSError as error:
            raise self._lost() from error

    def _hear(self) -> Said:
        assert self._line is not None
        try:
            return self._line.hear()
        except (EOFError, OSError) as error:
            raise self._lost() from error

    def _lost(self) -> Exception:
        """Why the ranks are gone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self._end()
        self._reader.join(1.0)
        self._hang_up()
        code, why = self._process.returncode, self._heard.why
        if self._heard.is_told:
            return InputError(why) if code == 2 else ClusterLost(why)
        return ClusterLost(f"mpiexec ended with {code}: {why}")

    def close(self) -> None:
        """End the ranks."""
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.say(Close())
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_S)
            self._hang_up()
        self._end()
        self._reader.join(1.0)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _pass_on(process: subprocess.Popen[bytes], heard: Heard) -> None:
    """Show what the ranks write, but for what becomes an error of this process."""
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            text = line.decode(errors="replace").replace("\0", "")  # Open MPI's last word
            if text and heard.hear(text):
                with contextlib.suppress(OSError, ValueError):  # nobody reads stderr any more
                    sys.stderr.write(text)
                    sys.stderr.flush()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Be sure that nothing of it is left. The launcher takes its ranks with it."""
    for number, wait_s in ((signal.SIGTERM, 3.0), (signal.SIGKILL, 3.0)):
        if process.poll() is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(wait_s)
