"""What is counted in a game for the table of findings: a number for each, true or false for most."""

from collections.abc import Callable
from typing import Any

import fivefold as ff
from fivefold._turns import turn_starts

RECOMMENDED = {opening.type for opening in ff.pentagame.openings() if opening.recommended}

NAMES = ("", "")


def is_impasse(record: ff.Record) -> bool:
    """Tell whether a seat was to move that could bring no piece home while the others stand still (N21)."""
    return any(ff.pentagame.impasse(position) for position in turn_starts(record))


def points_of_the_first_out(record: ff.Record) -> float:
    """Give the points of the seat that had a piece out first."""
    leaders = (ff.pentagame.points(position) for position in record.positions())
    seat = next(out.index(max(out)) for out in leaders if any(out))
    winners = record.outcome.winners
    return 0.5 if len(winners) > 1 or not winners else float(winners == (seat,))


def ended(won: int, lost: int) -> Callable[[Any], bool]:
    """Make the test whether a game ended with these points."""
    return lambda game: sorted(ff.pentagame.points(game.record(NAMES).position)) == sorted((won, lost))


COUNTED: dict[str, tuple[str, Callable[[Any], float]]] = {
    "draws": ("games drawn", lambda game: game.points == 0.5),
    "length": ("actions of a game", lambda game: len(game.record(NAMES))),
    "opening swap": ("games that begin with a swap", lambda game: "<" in game.record(NAMES).moves[0]),
    "book opening": (
        "games in which the first seat opens with one of the twelve",
        lambda game: ff.pentagame.opening_type(game.record(NAMES).position, 0) in RECOMMENDED,
    ),
    "impasse": ("games with an impasse", lambda game: is_impasse(game.record(NAMES))),
    "first out": (
        "points of who is first to have a piece out",
        lambda game: points_of_the_first_out(game.record(NAMES)),
    ),
    **{f"3:{lost}": (f"games that end 3:{lost}", ended(3, lost)) for lost in range(4)},
}
