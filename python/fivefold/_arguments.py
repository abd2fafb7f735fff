"""What functions of the package are given: rules or the name of a preset, numbers, threads, texts, seeds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import inf, isfinite
from operator import index
from typing import Any

import numpy as np

from fivefold._core import FivefoldError, Rules
from fivefold._core import rules as make_rules

MAX_THREADS = 512


def short_repr(value: object, maximum: int = 60) -> str:
    """Show a value in a message: its repr, cut short; its type where it has no repr."""
    try:
        text = repr(value)
    except Exception:
        return f"a {type(value).__name__} without repr"
    return text if len(text) <= maximum else f"{text[: maximum - 3]}..."


def plain(text: str) -> str:
    """Show a text of others on a terminal or in a file: control characters could move the cursor."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def hint(word: object, known: Iterable[str], more: str = "") -> str:
    """Return which of the known words was meant, or which there are."""
    known = list(known)
    near = get_close_matches(str(word), known, 1, 0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}{more}"


def check_options(function: str, options: Mapping[str, Any], kind: type) -> None:
    """Refuse options that a `TypedDict` does not have, as Python does, in the name of a function."""
    known = list(kind.__annotations__)
    for name in options:
        if name not in known:
            raise TypeError(f"{function}() has no argument {name!r}: {hint(name, known)}")


def read_rules(rules: Rules | str) -> Rules:
    """Take rules, or a preset by its name.

    Raises
    ------
    SetupError
        There is no such preset (G7).
    FivefoldError
        It is neither.
    """
    as_rules = make_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(as_rules, Rules):
        raise FivefoldError(f"rules={short_repr(rules)} are refused: it takes Rules or the name of a preset")
    return as_rules


def whole(value: Any, name: str, minimum: int = 0, maximum: int | None = None) -> int:
    """Take a whole number of any kind, numpy's too; no truth value, and no float."""
    number = None
    if not isinstance(value, (bool, np.bool_)) and not getattr(value, "shape", ()):
        try:
            number = index(value)
        except Exception:
            number = None
    if number is None or number < minimum or (maximum is not None and number > maximum):
        takes = f"from {minimum} on" if maximum is None else f"from {minimum} to {maximum}"
        raise FivefoldError(f"{name}={short_repr(value)} is refused: it takes a whole number {takes}")
    return number


def real(value: Any, name: str, minimum: float | None = None, maximum: float | None = None) -> float:
    """Take a finite number of any kind, numpy's too; no truth value, and no text."""
    number = None
    refused = isinstance(value, (bool, np.bool_, str, bytes, bytearray))
    if not refused and not getattr(value, "shape", ()):
        try:
            number = float(value)
        except Exception:
            number = None
    low, high = -inf if minimum is None else minimum, inf if maximum is None else maximum
    if number is None or not isfinite(number) or not low <= number <= high:
        ends = {
            (True, True): "a finite number",
            (False, True): f"a finite number from {minimum} on",
            (True, False): f"a finite number up to {maximum}",
            (False, False): f"a number from {minimum} to {maximum}",
        }[minimum is None, maximum is None]
        raise FivefoldError(f"{name}={short_repr(value)} is refused: it takes {ends}")
    return number


def check_threads(value: int | None) -> int:
    """Take a number of threads; None stands for the cores that this process may use."""
    if value is not None:
        return whole(value, "threads", 1, MAX_THREADS)
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def texts(value: Any, name: str) -> list[str]:
    """Take a list, tuple or array of texts, of which the first tells whether it is one; no text alone."""
    strings: list[str] = []
    is_list = isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))
    for one in value if is_list else [None]:
        if not isinstance(one, str):
            raise FivefoldError(f"{name}={short_repr(value)} is refused: it takes a list of texts")
        strings.append(one)
    return strings


def read_seed(value: Any, name: str = "seed") -> int:
    """Take a seed: a whole number of 64 bits, or what a `numpy.random.SeedSequence` makes of itself."""
    # A number needs nothing of numpy.random, which takes long to load.
    if not isinstance(value, (int, np.integer)) and isinstance(value, np.random.SeedSequence):
        return int(value.generate_state(1, np.uint64)[0])
    try:
        return whole(value, name, 0, 2**64 - 1)
    except FivefoldError:
        raise FivefoldError(
            f"{name}={short_repr(value)} is refused: "
            "it takes a whole number from 0 to 2^64-1 or a SeedSequence"
        ) from None


def need_memory(size: int, what: str) -> None:
    """Refuse what takes more bytes than there are, before Python is ended half way through the call."""
    try:
        np.empty(min(size, 2**62), np.uint8)
    except MemoryError:
        raise FivefoldError(
            f"{what} is refused: it takes {size / 1e9:.1f} GB of memory or more, and there is not so much"
        ) from None
