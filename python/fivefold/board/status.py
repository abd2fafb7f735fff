"""What stands beside a board: who holds what, which decision is due."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fivefold._core import Position, Record
from fivefold._types import Marks, Move
from fivefold.draw.pentagame import FIGURES

# What a player is asked to do, by the kind of the move; `{}` is a colour.
_DUE = {
    "place": "put a {} stone",
    "neutral": "set-up: put a {} stone, which is nobody's",
    "offer": "offer a point",
    "pick": "pick one of the points",
    "pass": "pass",
    "run": "move a piece",
    "set_block": "set a {} block",
    "lift_block": "lift a {} block",
    "exit": "take a piece off",
    "card": "play a card",
}


def _instruction(move: Move, colour: str | None, neutral: str | None) -> str:
    if move.kind == "choose":
        return f"say {move.word}" if move.number is None else "say how many"
    kind = "neutral" if move.kind == "place" and neutral and colour == neutral else move.kind
    text = _DUE.get(kind, kind)
    return text.format(move.block or colour or "").replace("  ", " ")


def due(position: Position) -> str:
    """Return which decision is due, in words; nothing while a die is due and after the end."""
    if position.player < 0:
        return ""
    moves, board = position.describe_legal(), position.rules.info.board
    instructions = list(
        dict.fromkeys(
            _instruction(one, position.colour, board.neutral) for one in moves if one.kind != "pass"
        )
    )
    if any(move.kind == "pass" for move in moves):
        instructions.append("pass")
    return " or ".join(instructions)


def _has(marks: Marks, colour: int) -> str:
    """Return what a colour of stones has: points or captures, and stones where they run out."""
    parts = []
    if marks.tallies:
        tally = marks.tallies[colour]
        parts.append(_some(int(tally), "point") if tally.isdigit() else tally)
    if marks.supply:
        parts.append(f"{_some(marks.supply[colour], 'stone')} left")
    return ", ".join(parts)


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def seats(record: Record, programs: Collection[int]) -> list[dict[str, Any]]:
    """Return for each seat who plays it, its colour or pieces, and what it has."""
    position, marks = record.position, record.position.marks()
    board = position.rules.info.board
    rows = []
    for seat in range(position.rules.num_players):
        if board.colours:
            colours = [colour for colour, holder in enumerate(marks.holders) if holder == seat]
            holds = [board.colours[colour] for colour in colours]
            has = [_has(marks, colour) for colour in colours]
        else:
            holds, has = [FIGURES[seat]], [marks.tallies[seat]]
        rows.append(
            {
                "seat": seat,
                "who": "program" if seat in programs else "you" if programs else "",
                "holds": ", ".join(holds),
                "has": ", ".join(filter(None, has)),
                "due": seat == position.player and not record.is_over,
            }
        )
    return rows


def common(position: Position) -> str:
    """Return what is nobody's: the grey blocks in the supply of Pentagame; else nothing."""
    if not position.rules.info.board.blocks:
        return ""
    return "".join(f"{_some(count, 'grey block')} in the supply" for count in position.marks().supply)
