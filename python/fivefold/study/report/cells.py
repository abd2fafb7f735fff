"""What several parts of the report write alike: places in the document, figures with intervals."""

import math
from html import escape

from fivefold._statistics import Value
from fivefold.draw.numbers import number, percent, span
from fivefold.study.config.names import folder_of
from fivefold.study.tables.summary import ExperimentResult, measures


def anchor(name: str, *keys: str) -> str:
    """Return the place of an experiment in the document, or of a sweep over parameters."""
    return folder_of("-".join(["over" if keys else "x", *keys, name]))


def link(name: str) -> str:
    """Write the name of an experiment as a link to it, which may be broken behind its underscores."""
    return f'<a href="#{anchor(name)}">{escape(name).replace("_", "_<wbr>")}</a>'


def figures_of(result: ExperimentResult) -> dict[str, Value]:
    """Return the figures of an experiment by name, those of seats as `win_0`."""
    return {
        name if seat is None else f"{name}_{seat}": estimate
        for name, seat, estimate, _, player, _ in measures(result)
        if player is None
    }


def with_interval(estimate: Value | None, share: bool = False) -> str:
    """Write an estimate and its interval for a table."""
    if estimate is None:
        return "–"
    if estimate.low != estimate.low:
        return percent(estimate.value) if share else number(estimate.value, 4)
    if share:
        ends = span(100 * estimate.low, 100 * estimate.high)
        return f"{percent(estimate.value)}<br><small>{ends}</small>"
    width = estimate.high - estimate.low
    places = min(6, max(0, math.ceil(1 - math.log10(width)))) if width > 0 else 2
    return f"{estimate.value:.{places}f}<br><small>{span(estimate.low, estimate.high)}</small>"
