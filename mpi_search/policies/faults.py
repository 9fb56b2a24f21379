"""What is wrong with a policy that somebody has written: found when it is loaded, as far as a few questions can find
it, or else when it fails in a search. The faults of those that come with the program are ours.
"""

from __future__ import annotations

import inspect
import operator
import traceback
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from mpi_search.errors import InputError
from mpi_search.policies.policy import ALL, CUT, PV, FindsWork, Policy, Starved, Window
from mpi_search.sharing.core.offers import FrameView

_OURS = str(Path(__file__).parent)


class PolicyFault(InputError):
    """A policy fails; the message names its file, the class, the question, the line and the error."""


def check_policy(policy: Policy) -> None:
    """Ask a policy what it will be asked, about some frames. Raises InputError that says what is wrong."""
    _check_choices(policy)
    _check_signature(policy, "rate", ("frame", "is_root"))
    _check_signature(policy, "window", ("frame",))
    for frame in frames():
        for is_root in (False, True):
            _ask(policy, "rate", frame, is_root)
        _ask(policy, "window", frame)


def frames() -> Iterator[FrameView]:
    """Frames as a search has them: of every type, with children begun, answered and passed."""
    for node, (begun, pending), beta, ply, again in product((PV, CUT, ALL), _CHILDREN, (1, 5), (0, 3), (0, 1)):
        yield FrameView(
            worth=1000,
            ply=ply,
            serial=7,
            type=node,
            alpha=0,
            beta=beta,
            left=4,
            begun=begun,
            pending=pending,
            spine=int(node == PV),
            chance=500,
            again=again,
        )


#: Children begun, and those of them that are still being searched.
_CHILDREN = ((0, 0), (1, 0), (1, 1), (3, 2))


def blame(error: Exception, policy: Policy, question: str) -> None:
    """Raise PolicyFault if it was the policy that failed when it was asked this question, or if there is no use for
    what it has answered."""
    if not _is_foreign(policy, question):
        return
    trace = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in trace if frame.filename == _file(policy, question)]
    if lines:
        raise _fault(policy, question, f"failed at line {lines[-1]}: {type(error).__name__}: {error}") from error
    if isinstance(error, TypeError) and len(trace) == 1:
        raise _fault(policy, question, f"must return {_WANTED[question]}: {error}") from error


_WANTED = {"rate": "a whole number", "window": "Window.NULL or Window.OPEN"}


def _check_choices(policy: Policy) -> None:
    for name, kind in (("when_starved", Starved), ("finds_work", FindsWork), ("teams", bool), ("in_order", bool)):
        choice = getattr(policy, name)
        if not isinstance(choice, kind):
            known = ", ".join(f"{kind.__name__}.{each.name}" for each in kind) if kind is not bool else "True, False"
            raise InputError(f"{_title(policy, 'rate')}: {name} must be one of {known}, not {choice!r}")


def _check_signature(policy: Policy, question: str, arguments: tuple[str, ...]) -> None:
    wanted = ", ".join(("self", *arguments))
    try:
        inspect.signature(getattr(policy, question)).bind(*arguments)
    except TypeError as error:
        raise InputError(f"{_title(policy, question)}.{question}() must take ({wanted}): {error}") from error


def _ask(policy: Policy, question: str, *arguments: object) -> None:
    try:
        answer = getattr(policy, question)(*arguments)
    except Exception as error:
        blame(error, policy, question)
        raise
    try:
        is_right = isinstance(answer, Window) if question == "window" else operator.index(answer) is not None
    except TypeError:
        is_right = False
    if not is_right:
        raise _fault(policy, question, f"must return {_WANTED[question]}, not {answer!r}")


def _fault(policy: Policy, question: str, what: str) -> PolicyFault:
    return PolicyFault(f"{_title(policy, question)}.{question}() {what}")


def _title(policy: Policy, question: str) -> str:
    return f"{_file(policy, question)}: {type(policy).__name__}"


def _file(policy: Policy, question: str) -> str:
    """Where the answer to a question is written."""
    code = getattr(getattr(type(policy), question), "__code__", None)
    return str(code.co_filename) if code is not None else type(policy).__module__


def _is_foreign(policy: Policy, question: str) -> bool:
    return not _file(policy, question).startswith(_OURS)
