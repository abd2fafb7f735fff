"""What a row says of a game, in the table of games and in that of the sample."""

from functools import cache
from typing import Any

import fivefold as ff

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


def row_of(record: ff.Record) -> dict[str, Any]:
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
