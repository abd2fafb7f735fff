"""The turns of a recorded game, and how many options each decision had."""

from collections.abc import Iterable, Sequence
from typing import Literal

from fivefold import _core
from fivefold._core import CHANCE, Position, Record
from fivefold._progress import Report

Unit = Literal["turn", "result", "action"]


def turn_starts(record: Record) -> Iterable[Position]:
    """Yield the positions at which a turn begins; the end is not among them."""
    last = -1
    for position in record.positions():
        if position.is_over or position.player == CHANCE:
            continue
        if position.turns != last:
            last = position.turns
            yield position


def options(
    records: Sequence[Record], unit: Unit, progress: Report | None = None, threads: int | None = None
) -> list[list[int]]:
    """Count the options at each decision of games; rolls of a die are nobody's decision."""
    if unit != "action":
        return [counts.tolist() for counts in _core.complexity.turn_counts(records, threads, progress, unit)]
    counts: list[list[int]] = []
    for record in records:
        counts.append(record.legal_counts().tolist())
        if progress is not None:
            progress(len(counts), len(records))
    return counts


def options_of(record: Record, unit: Unit) -> list[int]:
    """Count the options at each decision of a game."""
    return options([record], unit, threads=1)[0]
