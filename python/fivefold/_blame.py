"""Which argument is to blame where a function has failed: what `_guard` asks."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from math import isfinite
from os import PathLike
from pathlib import Path
from types import FrameType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from ._arguments import short_repr
from ._core import FivefoldError

__all__ = ["ArgumentError", "refusal"]

_LARGE = 2**31
_SPECIAL_METHODS = {
    "__array__", "__bool__", "__eq__", "__float__", "__fspath__", "__getitem__", "__hash__", "__index__",
    "__iter__", "__len__", "__repr__", "__str__",
}  # fmt: skip
# Code of the package, of numpy, and of Python's own library, which may hold that of others too.
_OWN = (str(Path(__file__).parent), str(Path(np.__file__).parent), "<")
_LIBRARY = str(Path(inspect.__file__).parent)
# Libraries that are given arguments as they came.
_EXTRAS = {"matplotlib", "pyarrow", "PIL"}


class ArgumentError(FivefoldError, TypeError):
    """An argument is of a kind that a function does not take."""


def refusal(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], error: BaseException
) -> ArgumentError | None:
    """Return which argument is to blame; None if all are what the signature says."""
    if _is_of_others(error):
        return None
    signature = inspect.signature(function)
    try:
        bound = signature.bind(*args, **kwargs).arguments
    except TypeError:  # Python has named it: an argument is missing, or unknown
        return None
    for name, value in bound.items():
        parameter = signature.parameters[name]
        values = {name: value}
        if parameter.kind is parameter.VAR_KEYWORD:
            values = value
        elif parameter.kind is parameter.VAR_POSITIONAL:
            values = {f"{name}[{place}]": one for place, one in enumerate(value)}
        for label, one in values.items():
            annotation = _of_option(label, parameter, function)
            is_array = "Array" in str(annotation)
            if not _fits(one, annotation, function) or _is_extreme(one, error, is_array):
                takes = _takes(function, label, annotation)
                return ArgumentError(f"{label}={short_repr(one)} is refused: it takes {takes}")
    return None


def _of_option(label: str, parameter: inspect.Parameter, function: Callable[..., Any]) -> Any:
    """Return the annotation of a parameter, of an option that of its `TypedDict`."""
    text = str(parameter.annotation)
    if parameter.kind is not parameter.VAR_KEYWORD or not text.startswith("Unpack["):
        return parameter.annotation
    kind = function.__globals__.get(text[7:-1])
    annotation = getattr(kind, "__annotations__", {}).get(label, inspect.Parameter.empty)
    return getattr(annotation, "__forward_arg__", annotation)


def _takes(function: Callable[..., Any], name: str, annotation: Any) -> str:
    """Describe what a parameter takes: as its docstring does, else as its annotation."""
    documented = re.search(rf"(?m)^\s*(?:\w+, )*\*{{0,2}}{name}(?:, \w+)* : (.+)$", function.__doc__ or "")
    return documented[1].removesuffix(", optional") if documented else str(annotation)


def _is_extreme(value: Any, error: BaseException, is_array: bool) -> bool:
    """Return whether a value of the right kind is the likely reason for an error: beyond all bounds."""
    if _raised_by(value, error):
        return True
    if isinstance(value, np.ndarray):
        return not is_array or value.dtype.kind not in "biuf" or not 0 < value.size < _LARGE or not value.ndim
    if isinstance(error, LookupError) and (
        isinstance(value, Mapping) or any(one is value for one in error.args)
    ):
        return True
    if isinstance(error, (AttributeError, TypeError)):
        return False
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return not 0 <= int(value) < _LARGE
    if isinstance(value, float | np.floating):
        return not isfinite(value) or abs(float(value)) > 1e15
    if isinstance(value, str):
        return isinstance(error, UnicodeError) or "\0" in value
    is_list = isinstance(value, list | tuple | bytes | range)
    return is_list and isinstance(error, MemoryError) and len(value) > 10**6


def _innermost(error: BaseException) -> FrameType | None:
    """Return the frame in which an error was raised."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return None if step is None else step.tb_frame


def _raised_by(value: Any, error: BaseException) -> bool:
    """Return whether an error comes from a method of the value itself: its repr, its length, its items."""
    frame = _innermost(error)
    if frame is None or frame.f_code.co_name not in _SPECIAL_METHODS or not frame.f_code.co_varnames:
        return False
    return frame.f_locals.get(frame.f_code.co_varnames[0]) is value


def _is_of_others(error: BaseException) -> bool:
    """Return whether an error comes from a function that was given: it comes through unchanged."""
    frame = _innermost(error)
    if frame is None or frame.f_code.co_name in _SPECIAL_METHODS:
        return False
    path = frame.f_code.co_filename
    if _EXTRAS & set(Path(path).parts):
        return False
    return not path.startswith(_OWN) and (not path.startswith(_LIBRARY) or "site-packages" in path)


def _fits(value: Any, annotation: Any, function: Callable[..., Any]) -> bool:
    """Return whether a value is of the kind that an annotation says; what is not understood fits."""
    if annotation is inspect.Parameter.empty:
        return True
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    try:
        return _matches(value, ast.parse(text, mode="eval").body, function.__globals__)
    except Exception:
        return True


def _matches(value: Any, node: ast.expr, names: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.BinOp):
        return _matches(value, node.left, names) or _matches(value, node.right, names)
    if isinstance(node, ast.Constant):
        return value is None if node.value is None else value == node.value
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return _of_parts(value, _last(node.value), parts, names)
    known = _meant(node, names)
    return _is_a(value, _last(node), _class_of(_last(node)) if known is None else known)


def _meant(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return what a name means, dotted or not; None where a module does not know it."""
    if isinstance(node, ast.Attribute):
        return getattr(_meant(node.value, names), node.attr, None)
    return names.get(ast.unparse(node))


def _class_of(name: str) -> Any:
    """Find a class or an alias of the package that a module imports for type checkers alone."""
    homes = [module for home, module in sys.modules.items() if home.startswith("fivefold.")]
    candidates = (vars(home).get(name) for home in homes)
    return next((one for one in candidates if isinstance(one, type) or get_origin(one)), None)


def _last(node: ast.expr) -> str:
    """Return the name at the end of a dotted one."""
    return node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)


def _of_parts(value: Any, kind: str, parts: Sequence[ast.expr], names: Mapping[str, Any]) -> bool:
    """Return whether a value is a list of such things, a literal and so on."""
    if kind == "Literal":
        return any(type(value) is type(part.value) and value == part.value for part in parts)  # type: ignore[attr-defined]
    if kind in ("Union", "Optional"):
        return (kind == "Optional" and value is None) or any(_matches(value, part, names) for part in parts)
    if not _is_a(value, kind, None):
        return False
    if kind in ("Sequence", "Iterable", "Collection", "list", "set", "frozenset") and isinstance(
        value, Sized
    ):
        some = [one for one, _ in zip(value, range(100), strict=False)]  # type: ignore[call-overload]
        return all(_matches(one, parts[0], names) for one in some)
    if kind in ("Mapping", "dict"):
        some = [*value.items()][:100]
        return all(_matches(key, parts[0], names) and _matches(of, parts[1], names) for key, of in some)
    if kind == "tuple" and len(parts) == len(value) and "..." not in map(ast.unparse, parts):
        return all(_matches(one, part, names) for one, part in zip(value, parts, strict=True))
    return True


def _is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _is_a(value: Any, kind: str, known: Any) -> bool:
    """Return whether a value is of a kind that is named."""
    check = _KINDS.get(kind)
    if check is not None:
        return check(value)
    if get_origin(known) is None and isinstance(known, type):
        return isinstance(value, known)
    if get_origin(known) is Literal:
        return any(type(value) is type(one) and value == one for one in get_args(known))
    if get_origin(known) in (Union, UnionType):
        return any(
            _is_a(value, getattr(one, "__name__", ""), get_origin(one) or one) for one in get_args(known)
        )
    return callable(value) if get_origin(known) is Callable else True


def _is_index(value: Any) -> bool:
    return hasattr(type(value), "__index__") and not _is_bool(value) and not getattr(value, "shape", ())


def _is_number(value: Any) -> bool:
    has = hasattr(type(value), "__float__") or hasattr(type(value), "__index__")
    return has and not _is_bool(value) and not getattr(value, "shape", ())


def _is_array(value: Any) -> bool:
    try:
        return np.asarray(value).dtype.kind in "biuf"
    except Exception:
        return False


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


_KINDS: dict[str, Callable[[Any], bool]] = {
    "int": _is_index,
    "SupportsIndex": _is_index,
    "float": _is_number,
    "SupportsFloat": _is_number,
    "Number": _is_number,
    "str": lambda value: isinstance(value, str),
    "bool": _is_bool,
    "Path": lambda value: isinstance(value, (str, PathLike)),
    "PathLike": lambda value: isinstance(value, (str, PathLike)),
    "Callable": callable,
    "IO": lambda value: hasattr(value, "read") or hasattr(value, "write"),
    "Sequence": lambda value: _is_list(value) and hasattr(value, "__len__") and hasattr(value, "__getitem__"),
    "list": _is_list,
    "tuple": lambda value: isinstance(value, tuple),
    "set": _is_list,
    "frozenset": _is_list,
    "Collection": _is_list,
    "Iterable": _is_list,
    "Mapping": lambda value: isinstance(value, Mapping),
    "dict": lambda value: isinstance(value, Mapping),
    "NDArray": lambda value: hasattr(value, "shape"),
    "Any": lambda _: True,
    "object": lambda _: True,
    "ArrayLike": _is_array,
}
