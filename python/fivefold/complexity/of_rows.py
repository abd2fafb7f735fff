"""Measures of the games of a schedule, by the names of `fivefold.lab.MEASURES`: rows in, an estimate out."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold._turns import options
from fivefold.lab.register import estimate
from fivefold.lab.spec import Row

from . import judged, played
from .courses import Course, courses_of
from .estimate import Estimate, share_of
from .lots import Lot

SIMULATIONS = 50
"""Simulations of the search that judges positions."""


def lot_of(rows: Sequence[Row]) -> Lot:
    """Take the games as records."""
    return Lot([row.record() for row in rows], [row.spec.start.key for row in rows], "rows")


def length(rows: Sequence[Row]) -> Estimate:
    """Count the turns of a game (C4)."""
    return played.length_of(lot_of(rows)).mean


def actions(rows: Sequence[Row]) -> Estimate:
    """Count the actions of a game after its opening."""
    return estimate(rows, lambda row: len(row.actions), minimum=0)


def draws(rows: Sequence[Row]) -> Estimate:
    """Return the share of games without a winner, or with several."""
    return share_of([1.0 not in row.results for row in rows], of=lot_of(rows).observed)


def first_share(rows: Sequence[Row]) -> Estimate:
    """Return the share of the win of seat 0, a draw divided among all (C5)."""
    return played.advantage_of(lot_of(rows))[0]


def branching(rows: Sequence[Row]) -> Estimate:
    """Count the turns that can be played at a decision (C3)."""
    lot = lot_of(rows)
    return played.branching_of(lot, options(lot.records, "turn")).mean


def tree(rows: Sequence[Row]) -> Estimate:
    """Return the size of the tree, log10: mean length times log of mean branching (C2)."""
    lot = lot_of(rows)
    return played.tree_of(lot, options(lot.records, "turn"))


def drama(rows: Sequence[Row]) -> Estimate:
    """Measure how far winners were behind: Browne's severity, judged by a search (C8)."""
    return judged.drama_of(*judge(rows)).severity


def lead_changes(rows: Sequence[Row]) -> Estimate:
    """Count how often the lead changes in a game, judged by a search (C8)."""
    return judged.lead_changes_of(*judge(rows)).count


def judge(rows: Sequence[Row]) -> tuple[list[Course], int]:
    """Judge the positions of the games; also how many are left out."""
    return courses_of(lot_of(rows), 0, None, SIMULATIONS, lambda done, total: None)
