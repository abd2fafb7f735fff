"""What a row says of a game, in the table of games and in that of the sample."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

import fivefold as ff

from .columns import ENDINGS, Cells, Table, texts

# Where seats are numbered, more than any game has.
NOBODY = 8
# What `marked` holds, stored with the table.
ROWS_THAT_WON = "points of the rows that won"
WINNERS_POINTS = "points that the winner holds at the end"
BLOCKS = "stops that hold a block at the end"


@cache
def winner_words(sides: tuple[tuple[int, ...], ...] = ()) -> list[int | None]:
    """Return the seat that won by the bits of the winners, of a team the first of its seats.

    Several winners that are no team draw (N15).
    """
    words: list[int | None] = [None] * 256
    for side in [*((seat,) for seat in range(8)), *sides]:
        words[sum(1 << seat for seat in side)] = side[0]
    return words


def to_row(record: ff.Record) -> dict[str, Any]:
    """Return what the table says about a recorded game; an unfinished one has termination 0 and no winner."""
    outcome = record.outcome
    bits = sum(1 << seat for seat in outcome.winners) if outcome else 0
    return {
        "source": record.metadata.get("source"),
        "winner": winner_words(record.rules.info.sides)[bits],
        "returns": record.returns,
        "termination": int(outcome.termination) if outcome else 0,
        "turns": record.position.turns,
        "actions": len(record),
    }


def table_of(name: str, first: int, termination: np.ndarray, returns: np.ndarray) -> Table:
    """Return the columns that all games have; `returns` has a row per game."""
    return {
        "experiment": Cells(name),
        "game": Cells(first),
        "termination": Cells(termination),
        "ending": Cells(termination, ENDINGS),
        **{f"return_{seat}": Cells(column) for seat, column in enumerate(np.ascontiguousarray(returns.T))},
    }


def of_records(name: str, first: int, records: Sequence[ff.Record], seats: int, first_moves: int) -> Table:
    """Return the columns that can be read off records."""
    rows = [to_row(record) for record in records]
    returns = np.full((len(rows), seats), np.nan, np.float32)
    for number, row in enumerate(rows):
        returns[number, : len(row["returns"])] = row["returns"]
    winner = np.array([NOBODY if row["winner"] is None else row["winner"] for row in rows], np.uint8)
    moves = [record.moves[:first_moves] for record in records]
    return {
        **table_of(name, first, np.array([row["termination"] for row in rows], np.uint8), returns),
        "winner": Cells(winner, [*range(NOBODY), None]),
        "turns": Cells(np.array([row["turns"] for row in rows], np.uint16)),
        "actions": Cells(np.array([row["actions"] for row in rows], np.uint16)),
        **{
            f"move_{number + 1}": texts([game[number] if number < len(game) else None for game in moves])
            for number in range(first_moves)
        },
    }
