"""Public functions name the argument that they cannot take.

A function is called as it is. Only where it fails with an error that says nothing of its arguments does
`_blame` compare these with what the signature says, so that a correct call costs nothing.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from inspect import isclass, isfunction, isgeneratorfunction
from types import FunctionType
from typing import Any

from ._core import FivefoldError

__all__ = ["guarded"]


def guarded(names: dict[str, Any]) -> None:
    """Guard the public functions and classes of a module, whose ``globals()`` are given."""
    for name in names["__all__"]:
        thing: Any = names.get(name)
        if isfunction(thing) and not hasattr(thing, "__wrapped__"):
            names[name] = _guard(thing)
            # Pickles name the module that a function is from: there it must be the same one.
            home = vars(sys.modules[thing.__module__])
            if home.get(name) is thing:
                home[name] = names[name]
        elif isclass(thing) and thing.__module__.startswith("fivefold."):
            for cls in thing.__mro__:
                if cls.__module__.startswith("fivefold."):
                    _guard_class(cls)


def _guard_class(cls: type) -> None:
    for name, value in list(vars(cls).items()):
        if name.startswith("_") and name not in ("__init__", "__call__"):
            continue
        kind = type(value) if isinstance(value, (classmethod, staticmethod)) else None
        function = value.__func__ if kind else value
        if isfunction(function) and not hasattr(function, "__wrapped__"):
            setattr(cls, name, kind(_guard(function)) if kind else _guard(function))


def _guard(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except known:
            raise
        except Exception as error:
            explain(error, args, kwargs)
            raise

    def walk(*args: Any, **kwargs: Any) -> Any:
        try:
            return (yield from function(*args, **kwargs))
        except known:
            raise
        except Exception as error:
            explain(error, args, kwargs)
            raise

    def explain(error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        from ._blame import refusal

        refused = refusal(function, args, kwargs, error)
        if refused is not None:
            raise refused from error

    known = (FivefoldError, OSError, ImportError, Warning)
    inner = walk if isgeneratorfunction(function) else call
    # With the names of the function's own module: whoever looks for its home finds that one.
    own = FunctionType(inner.__code__, function.__globals__, function.__name__, None, inner.__closure__)
    return functools.wraps(function)(own)
