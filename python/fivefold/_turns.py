"""The turns of a recorded game, and how many options each decision had."""

from collections.abc import Iterable
from typing import Literal

from fivefold import _core
from fivefold._core import CHANCE, Position, Record

Unit = Literal["turn", "action"]


def turn_starts(record: Record) -> Iterable[Position]:
    """Give the positions at which a turn begins; the end is not among them."""
    last = -1
    for position in record.positions():
        if position.is_over or position.player == CHANCE:
            continue
        if position.turns != last:
            last = position.turns
            yield position


def options_of(record: Record, unit: Unit) -> list[int]:
    """Count the options at each decision of a game."""
    if unit == "action":
        positions = record.positions()[:-1]
        counts = record.legal_counts().tolist()
        return [int(n) for position, n in zip(positions, counts, strict=False) if position.player >= 0]
    return [_core.perft(position, 1, unit="turn") for position in turn_starts(record)]
