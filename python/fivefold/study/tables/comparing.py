"""Two studies side by side: what differs, and by how much beyond chance."""

import math
from pathlib import Path
from typing import Any

import pyarrow as pa

from fivefold.study.errors import StudyError

from .intervals import Interval, difference
from .summary import read_summary

SCHEMA = pa.schema(
    [
        pa.field("experiment", pa.string()),
        pa.field("measure", pa.string()),
        pa.field("seat", pa.int8()),
        pa.field("player", pa.string()),
        pa.field("first", pa.float64()),
        pa.field("second", pa.float64()),
        pa.field("difference", pa.float64()),
        pa.field("low", pa.float64()),
        pa.field("high", pa.float64()),
        pa.field("differs", pa.bool_()),
    ]
)


def compare(first: str | Path, second: str | Path) -> pa.Table:
    """Compare two finished studies, figure by figure.

    Parameters
    ----------
    first, second : str or Path
        Their folders. Experiments are matched by name; where each study has only one, those two
        are compared whatever they are called.

    Returns
    -------
    pyarrow.Table
        A row a figure that both studies have: both values, second minus first, the ends of its
        95 % interval (Newcombe's, the games being independent), and whether 0 lies outside. Figures
        without an interval, such as a median, have none here either.

    Raises
    ------
    StudyError
        A folder holds no finished study, or the two have no experiment in common.
    """
    one, other = _figures(first), _figures(second)
    names, others = _names(one), _names(other)
    pairs = [(name, name) for name in names if name in others]
    if not pairs and len(names) == len(others) == 1:
        pairs = [(names[0], others[0])]
    if not pairs:
        raise StudyError(f"{first} and {second} have no experiment in common")
    rows: list[dict[str, Any]] = []
    for name, other_name in pairs:
        for (experiment, measure, seat, player), estimate in one.items():
            match = other.get((other_name, measure, seat, player))
            if experiment != name or match is None:
                continue
            gap = difference(match, estimate)
            known = not (math.isnan(gap.low) or math.isnan(gap.high))
            rows.append(
                {
                    "experiment": name if name == other_name else f"{name} / {other_name}",
                    "measure": measure,
                    "seat": seat,
                    "player": player,
                    "first": estimate.value,
                    "second": match.value,
                    "difference": gap.value,
                    "low": gap.low if known else None,
                    "high": gap.high if known else None,
                    "differs": (gap.low > 0 or gap.high < 0) if known else None,
                }
            )
    return pa.Table.from_pylist(rows, schema=SCHEMA)


Figures = dict[tuple[str, str, int | None, str | None], Interval]


def _figures(out: str | Path) -> Figures:
    figures: Figures = {}
    for row in read_summary(out).to_pylist():
        ends = [math.nan if row[key] is None else row[key] for key in ("value", "low", "high")]
        figures[row["experiment"], row["measure"], row["seat"], row["player"]] = Interval(*ends)
    return figures


def _names(figures: Figures) -> list[str]:
    return list(dict.fromkeys(experiment for experiment, *_ in figures))
