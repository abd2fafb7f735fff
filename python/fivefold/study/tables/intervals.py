"""Intervals of 95 %: Wilson's for shares, the normal one for means, Newcombe's for differences."""

import math

from fivefold._statistics import Z95, Value, wilson


def share(hits: float, games: float) -> Value:
    """Return a share with Wilson's interval, which behaves for few games and shares near 0 or 1.

    Examples
    --------
    >>> share(5, 10)
    Value(value=0.5, low=0.236..., high=0.763...)
    """
    if games == 0:
        return Value(math.nan, 0.0, 1.0)
    value = hits / games
    low, high = map(float, wilson(hits, games))
    # Rounding must not push an end past the value.
    return Value(value, min(value, low), max(value, high))


def mean(value: float, deviation: float, games: float) -> Value:
    """Return a mean with the normal interval."""
    if games < 2:
        return Value(value, math.nan, math.nan)
    half = Z95 * deviation / math.sqrt(games)
    return Value(value, value - half, value + half)


def difference(second: Value, first: Value) -> Value:
    """Return second minus first, the interval put together from both (Newcombe's method 10)."""
    value = second.value - first.value
    low = math.hypot(second.value - second.low, first.high - first.value)
    high = math.hypot(second.high - second.value, first.value - first.low)
    return Value(value, value - low, value + high)
