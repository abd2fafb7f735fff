"""Refusals of names and numbers, said alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any

from fivefold._core import FivefoldError

from .scores import Number

__all__ = ["check_name", "number", "read_names", "whole"]


def check_name(name: object) -> None:
    """Refuse what is no name."""
    if not isinstance(name, str) or not name.strip():
        raise FivefoldError(f"the name {name!r:.80} is refused: a text that is not empty")


def read_names(names: Iterable[str], least: int) -> list[str]:
    """Refuse names that are no names, come twice, or are fewer than `least`."""
    if isinstance(names, str):
        raise FivefoldError(f"names={names!r:.80} is refused: a list of names, not one text")
    read = list(names)
    for name in read:
        check_name(name)
    double = next((name for name in read if read.count(name) > 1), None)
    if double is not None:
        raise FivefoldError(f"the name {double!r} comes twice")
    if len(read) < least:
        raise FivefoldError(f"{len(read)} names are too few: {least} at least")
    return read


def whole(value: Any, what: str, least: int) -> int:
    """Refuse what is no whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise FivefoldError(f"{what}={value!r:.80} is refused: a whole number from {least} on")
    return value


def number(value: Any, what: str) -> Number:
    """Refuse what is no finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise FivefoldError(f"{what}={value!r:.80} is refused: a finite number")
    return value
