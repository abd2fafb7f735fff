"""A match in a folder: its description, its games as lines, its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fivefold._core import Record
from fivefold.players.base import description_of

from .keeping import Folder
from .openings import Openings
from .play import Fault, Game
from .report import match_report

if TYPE_CHECKING:
    from .results import Match

__all__ = ["GAMES", "description", "read_game", "write_game", "write_reports"]

GAMES = "games.jsonl"
"""The games of a match in its folder."""


def description(
    found: Match, sides: Sequence[Any], starts: Openings, seed: int, faults: str
) -> dict[str, Any]:
    """Say what is played, for the folder: everything but how many games."""
    return {
        "fivefold": "match",
        "format": 2,
        "first": description_of(sides[0]),
        "second": description_of(sides[1]),
        "rules": found.rules.to_dict(),
        "seed": seed,
        "openings": starts.describe(),
        "sprt": None if found.sprt is None else list(found.sprt),
        "faults": faults,
        "clock": None if found.clock is None else str(found.clock),
    }


def write_game(game: Game, seconds: float) -> dict[str, Any]:
    """Write a game as a line of the folder."""
    return {
        "game": game.number,
        "points": game.points,
        "seconds": round(seconds, 4),
        "fault": None if game.fault is None else list(game.fault),
        "actions": game.actions.tolist(),
        "clocked": None if game.clocked is None else game.clocked.to_dict(),
    }


def read_game(row: Mapping[str, Any], found: Match, starts: Openings, seed: int) -> Game:
    """Read a line of the folder; ValueError where it did not end so."""
    number, fault = int(row["game"]), row["fault"]
    start = starts.position(found.rules, seed, number // 2 if found.exchanged else number)
    actions = np.array(row["actions"], np.int32)
    lost = None if fault is None else Fault(*fault)
    clocked = None if row["clocked"] is None else Record.from_dict(row["clocked"])
    seat = number % 2 if found.exchanged else 0
    game = Game(number, start, actions, float(row["points"]), lost, clocked, seat)
    if game.points != points_of(game):
        raise ValueError(f"{game.points} points are not what its moves bring")
    return game


def points_of(game: Game) -> float | None:
    """Tell the points of the first player by the moves of a game; of a fault those that were written."""
    position = game.opening
    for action in game.actions.tolist():
        position = position.play(action)
    outcome = position.outcome if game.clocked is None else game.clocked.outcome
    if outcome is None:
        # Who fails has lost: the points say who.
        return game.points if game.fault is not None and game.points in (0, 1) else None
    winners = outcome.winners
    return 0.5 if len(winners) != 1 else float(winners[0] == game.seat)


def write_reports(keep: Folder, found: Match) -> None:
    """Write the report of a match and its records into the folder."""
    keep.write("report.html", match_report(found))
    keep.write("records.jsonl", "".join(record.to_json() + "\n" for record in found.records()))
