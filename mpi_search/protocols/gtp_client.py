"""A program that speaks GTP, and is asked: every reply has a time-out, and the program ends when its client does."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator

from mpi_search.bots.bot import never
from mpi_search.errors import EngineError, InputError
from mpi_search.protocols.gtp_text import INTERRUPT

#: A program has so long for its first reply, and for the others.
START_S, REPLY_S = 120.0, 30.0
#: When it was told to end, and then again when it is made to.
END_S = 2.0
#: Between two looks whether the reply is wanted at once.
LOOK_S = 0.02
#: Of Linux: which signal a process gets when the thread that has started it is gone, however that came.
_PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def _end_with_parent(mask: set[int | signal.Signals]) -> None:
    """Is called in the new process, before its program begins. `mask`: the signals that its parent does not hear."""
    assert _prctl is not None
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    """The program, which ends with this process. Raises OSError."""
    is_main = threading.current_thread() is threading.main_thread()  # others may well end before their program
    if _prctl is None or not is_main:
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    # Python does more around a start that calls a function of ours; an interrupt in the midst of that would be lost.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=functools.partial(_end_with_parent, mask),
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Refusal(EngineError):
    """The reply was an error."""


class GtpClient:
    """The program, from its start to its end."""

    def __init__(self, command: str) -> None:
        """`command`: as for a shell, without its tricks. Raises InputError if it cannot be started."""
        self.command = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{command!r} is no command: {error}") from error
        if not words:
            raise InputError("an engine needs a command that starts it")
        try:
            self._process = _started(words)
        except OSError as error:
            raise InputError(f"{words[0]} cannot be started: {error.strerror}") from error
        self._end = weakref.finalize(self, _end, self._process)  # at the end of this process at the latest
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        self._patience_s = START_S

    def ask(
        self,
        command: str,
        wait_s: float = REPLY_S,
        should_stop: Callable[[], bool] = never,
        *,
        interrupts: bool = False,
    ) -> str:
        """The reply to a command; when `should_stop` says so the program is asked, once, to reply at once, if it is
        known to understand that (`interrupts`). Raises Refusal, and EngineError when the program is gone or says
        nothing for so long; then it is ended."""
        wait_s, self._patience_s = max(wait_s, self._patience_s), 0.0
        try:
            self._say(command)
        except (OSError, ValueError):
            raise self._gone(command) from None
        head, *rest = self._reply(command, time.monotonic() + wait_s, wait_s, should_stop, interrupts)
        text = "\n".join([head[1:].strip(), *rest]).strip()
        if head.startswith("?"):
            raise Refusal(f"{self.command}: {command!r} was refused: {text}")
        return text

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def _reply(
        self, command: str, until: float, wait_s: float, should_stop: Callable[[], bool], interrupts: bool
    ) -> list[str]:
        """The lines from the first that begins a reply to the empty one. What else is said before is not for us."""
        reply: list[str] = []
        try:
            for line in self._heard(until, should_stop, interrupts):
                if line is None:
                    break
                if reply and not line.strip():
                    return reply
                if reply or line.startswith(("=", "?")):
                    reply.append(line)
        except queue.Empty:
            self.close()
            raise EngineError(f"{self.command}: no reply to {command!r} for {wait_s:g} s") from None
        raise self._gone(command)

    def _heard(self, until: float, should_stop: Callable[[], bool], interrupts: bool) -> Iterator[str | None]:
        """What the program says; None is its end. Raises queue.Empty when it has said nothing until then."""
        is_told = False
        while True:
            if should_stop() and interrupts and not is_told:
                is_told = True
                with contextlib.suppress(OSError, ValueError):  # that it is gone will be heard
                    self._say(INTERRUPT)
            left_s = max(until - time.monotonic(), 0.0)
            try:
                yield self._lines.get(timeout=min(left_s, LOOK_S))
            except queue.Empty:
                if time.monotonic() >= until:
                    raise

    def _gone(self, command: str) -> EngineError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self._end()
        return EngineError(f"{self.command}: ended with {self._process.returncode} before a reply to {command!r}")

    def close(self) -> None:
        """End the program, whatever it does."""
        self._end()


def _listen(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        for raw in stream:
            lines.put(raw.decode(errors="replace").rstrip("\r\n"))
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, then make it; the programs that it has started too."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(b"quit\n")
    with contextlib.suppress(OSError, ValueError):
        process.stdin.close()
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(END_S)
            return
