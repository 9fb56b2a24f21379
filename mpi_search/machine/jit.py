"""How hot functions are compiled: every numba flag of the project in one place.

A game file is executed twice. *Plain*: `jit` returns the function as it is, for notation, for drawing and for
the oracles, none of which should wait for a compiler. *Compiled*: `jit` hands the function to numba, for the
kernel. The file itself does not see the difference.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, overload

import llvmlite.binding as llvm
import numba
from numba import config
from numba.core import errors

#: What numba raises when it cannot compile a function.
CompileError = (errors.NumbaError, errors.UnsupportedBytecodeError)

#: False when NUMBA_DISABLE_JIT=1: everything then runs as plain Python, with the same values and node counts.
COMPILING: bool = not config.DISABLE_JIT

F = TypeVar("F", bound=Callable[..., Any])

_plain = False


@overload
def jit(function: F) -> F: ...
@overload
def jit(*, inline: bool = ..., inner: bool = ..., cache: bool = ...) -> Callable[[F], F]: ...
def jit(function: Any = None, *, inline: bool = False, inner: bool = False, cache: bool = False) -> Any:
    """Compile `function` for the kernel.

    inline: always inline it where it is called (small functions on the hottest path)
    inner: it is never called from Python, which saves a third of the time to compile it
    cache: keep the machine code on disk beside the file (entry points of a bound kernel only)
    """
    if _plain or not COMPILING:
        return function or (lambda undecorated: undecorated)
    flags: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",  # no checks for division by zero
        "boundscheck": False,
        "cache": cache,
        "_nrt": False,  # no allocation, hence no reference counts: four times as fast
        "no_cfunc_wrapper": True,  # nobody calls from C
        "no_cpython_wrapper": inner,
        "forceinline": inline,  # said in either case: what is left unsaid is inherited from the first caller
    }
    decorate = numba.njit(**flags)
    return decorate(function) if function else decorate


def processor() -> str:
    """The kind of processor that machine code is made for here."""
    return str(llvm.get_host_cpu_name())


def explain(error: Exception) -> str:
    """One line from numba's many: which function cannot be compiled, and why."""
    lines = [line for line in (line.lstrip("> ").strip(" -") for line in str(error).splitlines()) if line]
    first = next(number for number, line in enumerate(lines) if not line.startswith("Failed in"))
    reason = " ".join(lines[first : first + (2 if lines[first].endswith(":") else 1)])
    function = function_in(error)
    unknown = re.match(r"Untyped global name '(\w+)'.*<class 'function'>", reason)
    if unknown:
        reason = f"it calls {unknown[1]}(), which has no @jit before it"
    elif "NRT required" in str(error):
        reason = "it makes a list, an array or a text, and compiled code may not allocate memory"
    return f"{function + '() ' if function else ''}cannot be compiled: {reason}"


def function_in(error: Exception) -> str:
    """The function that cannot be compiled; "" if numba does not say."""
    found = re.search(r"CPUDispatcher\(<function (\w+) at", str(error))
    return found[1] if found else ""


#: The machine code of functions, once they have been called.
_CODES: dict[Any, Callable[..., Any]] = {}


def call(function: Any, *arguments: Any) -> Any:
    """`function(*arguments)`, of a compiled function whose arguments have the same types every time.

    Numba's dispatcher looks at the type of every array first, which takes longer than a short slice of search is worth.
    From the second time on this goes straight to the machine code.
    """
    code = _CODES.get(function)
    if code is not None:
        return code(*arguments)
    with no_garbage_collection():
        answer = function(*arguments)
    types = tuple(numba.typeof(value) for value in arguments)
    _CODES[function] = function.overloads[types].entry_point if COMPILING else function
    return answer


def fastest(function: Any) -> Callable[..., Any]:
    """The shortest way to `call` a function that is called very often: nothing but its machine code, if that is known
    already."""
    return _CODES.get(function) or functools.partial(call, function)


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """To be open while numba may compile. It makes millions of objects that stay; looking through them for garbage time
    and again takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def plain_python() -> Iterator[None]:
    """While this is open, `jit` leaves functions as they are."""
    global _plain
    before, _plain = _plain, True
    try:
        yield
    finally:
        _plain = before
