"""Refusals of names and numbers, said alike everywhere."""

from __future__ import annotations

from math import isfinite
from typing import Any

from fivefold._core import FivefoldError

from .scores import Number

__all__ = ["check_name", "number", "whole"]


def check_name(name: object) -> None:
    """Refuse what is no name."""
    if not isinstance(name, str) or not name.strip():
        raise FivefoldError(f"the name {name!r:.80} is refused: a text that is not empty")


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
