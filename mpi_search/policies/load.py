"""From a name on the command line to a Policy: `ybwc`, or `./mine.py:Mine` for a class of one's own."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

from mpi_search.errors import InputError
from mpi_search.policies import POLICIES
from mpi_search.policies.faults import check_policy
from mpi_search.policies.policy import Policy


def load_policy(name: str) -> Policy:
    """The policy called `name`. Raises InputError."""
    if name in POLICIES:
        return POLICIES[name]
    file, colon, kind = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise InputError(f"there is no policy {name!r}; there are {', '.join(POLICIES)}, or ./file.py:Class")
    path = Path(file)
    if not path.is_file():
        raise InputError(f"there is no policy file {file}")
    return _made(vars(executed(path, "policy")), kind, name)


def executed(path: Path, kind: str) -> ModuleType:
    """A file of the user's with a policy, or something else of one's own, run. Raises InputError."""
    spec = importlib.util.spec_from_file_location(f"{kind}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}") from error
    except Exception as error:
        raise InputError(f"{path}: could not be run: {type(error).__name__}: {error}") from error
    return module


def _made(module: dict[str, object], kind: str, name: str) -> Policy:
    """An object of that class, if it answers what a policy is asked."""
    found = module.get(kind)
    if not inspect.isclass(found) or not issubclass(found, Policy):
        own = [key for key, item in module.items() if inspect.isclass(item) and issubclass(item, Policy)]
        mine = [key for key in own if key != "Policy"]
        raise InputError(f"{name}: {kind} is no subclass of Policy; the file has {', '.join(mine) or 'none'}")
    if found.rate is Policy.rate:
        raise InputError(f"{name}: {kind} has no rate(): which frame may be split now, and how good would that be?")
    try:
        policy = found()
    except Exception as error:
        raise InputError(f"{name}: {kind}() failed: {type(error).__name__}: {error}") from error
    if not isinstance(getattr(policy, "name", None), str):
        policy.name = kind.lower()
    check_policy(policy)
    return policy
