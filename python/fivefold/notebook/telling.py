"""What stands beside a board: who holds what, which decision is due."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fivefold._core import Position, Record
from fivefold._types import GridInfo, Move

# What a player is asked to do, by the kind of the move; `{}` is a colour.
_DUE = {
    "place": "put a {} stone",
    "offer": "offer a point",
    "pick": "pick one of the points",
    "pass": "pass",
    "run": "move a piece",
    "set_block": "set a {} block",
    "lift_block": "lift a {} block",
    "exit": "take a piece off",
    "card": "play a card",
}


def _asked(move: Move, colour: str | None) -> str:
    if move.kind == "choose":
        return f"say {move.word}" if move.number is None else "say how many"
    text = _DUE.get(move.kind, move.kind)
    return text.format(move.block or colour or "").replace("  ", " ")


def due(position: Position) -> str:
    """Say which decision is due, in words; nothing while a die is due and after the end."""
    if position.player < 0:
        return ""
    moves = position.describe_legal()
    asked = list(dict.fromkeys(_asked(move, position.colour) for move in moves if move.kind != "pass"))
    if any(move.kind == "pass" for move in moves):
        asked.append("pass")
    return " or ".join(asked)


def _colours(record: Record) -> dict[int, str]:
    """Tell the colours of two seats from the last two decisions, if they were stones of each.

    In openings a seat puts stones of both colours: nothing is known then.
    """
    *_, before, now = [None, *record.positions()[-2:]]
    if before is None or now is None or min(before.player, now.player) < 0:
        return {}
    if before.player == now.player or before.colour == now.colour or not (before.colour and now.colour):
        return {}
    return {before.player: before.colour, now.player: now.colour}


def seats(record: Record, programs: Collection[int]) -> list[dict[str, Any]]:
    """Tell of each seat who plays it, its colour or pieces, and what it has."""
    position = record.position
    board, tallies = position.rules.info.board, position.marks().tallies
    colours = _colours(record) if isinstance(board, GridInfo) else {}
    found = []
    for seat in range(position.rules.num_players):
        colour, tally = colours.get(seat), ""
        if isinstance(board, GridInfo):
            if colour in board.colours and len(tallies) == len(board.colours):
                tally = tallies[board.colours.index(colour)]
        elif seat < len(tallies):
            colour, tally = f"pieces {seat}", tallies[seat]
        found.append(
            {
                "seat": seat,
                "who": "program" if seat in programs else "you" if programs else "",
                "holds": colour or "",
                "has": tally,
                "due": seat == position.player and not record.is_over,
            }
        )
    return found
