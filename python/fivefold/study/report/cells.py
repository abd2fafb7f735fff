"""What several parts of the report write alike: places in the document, figures with intervals."""

from fivefold.study.tables.intervals import Interval
from fivefold.study.tables.summary import Result, measures

from .numbers import number, percent


def anchor(name: str) -> str:
    """Give the place of an experiment in the document."""
    return "x-" + "".join(letter if letter.isalnum() else "-" for letter in name)


def figures_of(result: Result) -> dict[str, Interval]:
    """Give the figures of an experiment by name, those of seats as `win_0`."""
    return {
        name if seat is None else f"{name}_{seat}": estimate
        for name, seat, estimate, _, player in measures(result)
        if player is None
    }


def with_interval(estimate: Interval | None, share: bool = False) -> str:
    """Write an estimate and its interval for a table."""
    if estimate is None:
        return "–"
    if share:
        low, high = 100 * estimate.low, 100 * estimate.high
        places = 1 if high - low >= 1 else 2
        return f"{percent(estimate.value)} <small>{low:.{places}f} – {high:.{places}f}</small>"
    if estimate.low != estimate.low:
        return number(estimate.value, 4)
    width = estimate.high - estimate.low
    places = 2 if width < 0.5 else 1
    return (
        f"{estimate.value:.{places}f} <small>{estimate.low:.{places}f} – {estimate.high:.{places}f}</small>"
    )
