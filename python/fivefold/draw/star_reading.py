"""From a position with pieces that walk to what its picture shows, and what clicks on it mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fivefold._core import FivefoldError, Position, Rules
from fivefold._types import BoardInfo, Move

from .pentagame import StarView

_LETTERS = "abcdefghi"  # of the colours (N2)


@lru_cache(maxsize=16)
def _star(rules: Rules) -> tuple[list[tuple[float, float]], list[float], list[str], list[tuple[int, int]]]:
    """Return where the stops lie, their radii and names, and which are neighbours."""
    geometry = rules.geometry
    edges = [(one, other) for one, other in geometry.edges.T.tolist() if one < other]
    return (
        [(cell.x, cell.y) for cell in geometry.cells],
        [cell.radius for cell in geometry.cells],
        [cell.name for cell in geometry.cells],
        edges,
    )


def _standing(
    position: Position, board: BoardInfo
) -> tuple[list[tuple[int, int, int]], list[tuple[int, bool]]]:
    """Read pieces (seat, colour, stop) and blocks (stop, grey) from the board's counts."""
    counts = position.board
    pieces, blocks = [], []
    for row, stop in zip(*(part.tolist() for part in counts.nonzero()), strict=True):
        if row >= len(board.pieces):
            blocks.append((stop, row > len(board.pieces)))
        else:
            pieces.extend([(*board.pieces[row], stop)] * int(counts[row, stop]))
    return pieces, blocks


def _run(move: Move) -> tuple[int, int] | None:
    """Return the two ends of a run; None for other moves."""
    if move.kind != "run" or move.origin is None or move.point is None:
        return None
    return move.origin, move.point


def read_star(
    position: Position, board: BoardInfo, moves: Sequence[Move], status: str, paths: str | None
) -> StarView:
    """Read what a picture of Pentagame shows."""
    centres, radii, names, edges = _star(position.rules)
    pieces, blocks = _standing(position, board)
    turns = f"{position.turns} turn{'' if position.turns == 1 else 's'}"
    view = StarView(
        centres,
        radii,
        names,
        edges,
        sum(cell.kind == "corner" for cell in position.rules.geometry.cells),
        title=f"{position.rules.info.title} after {turns}",
        description="",
        pieces=pieces,
        blocks=blocks,
        status=status,
        seats=position.marks().tallies,
        to_move=position.player,
    )
    for move in reversed(moves):
        if (run := _run(move)) is not None:
            view.last = [run]
            break
        if move.kind == "set_block" or move.card == "K":
            view.fresh += [] if move.point is None else [move.point]
        elif move.kind not in ("lift_block", "card", "roll", "choose"):
            break
    if paths is not None:
        view.paths = _paths(position, view, paths)
    view.description = _describe(view)
    return view


def _paths(position: Position, view: StarView, letters: str) -> dict[int, tuple[int, ...]]:
    """Return where a piece of the seat to move can go, and a shortest run to each target."""
    match = re.fullmatch(r"(\d?)([a-i])", letters.strip()) if isinstance(letters, str) else None
    if match is None:
        raise FivefoldError(
            f"paths={letters!r:.60} is refused: it takes a colour such as 'a', or '1a' with the seat"
        )
    seat, colour = int(match[1] or position.player), _LETTERS.index(match[2])
    if seat != position.player:
        raise FivefoldError(f"paths={letters!r:.60} is refused: seat {position.player} is to decide")
    places = {stop for *piece, stop in view.pieces if piece == [seat, colour]}
    if not places:
        raise FivefoldError(f"paths={letters!r:.60} is refused: seat {seat} has no such piece on the board")
    beside: dict[int, list[int]] = {number: [] for number in range(len(view.names))}
    for one, other in view.edges:
        beside[one].append(other)
        beside[other].append(one)
    full = {stop for _, _, stop in view.pieces} | {stop for stop, _ in view.blocks}
    targets: dict[int, set[int]] = {}
    for move in position.describe_legal():
        if (run := _run(move)) is not None and move.piece is not None and move.piece.colour == colour:
            targets.setdefault(run[0], set()).add(run[1])
    runs: dict[int, tuple[int, ...]] = {}
    for start in sorted(places & set(targets), key=lambda stop: view.names[stop]):
        reached: dict[int, tuple[int, ...]] = {start: (start,)}
        queue = [start]
        for stop in queue:
            for near in beside[stop]:
                if near not in reached:
                    reached[near] = (*reached[stop], near)
                    if near not in full:
                        queue.append(near)
        runs.update({target: reached[target] for target in sorted(targets[start])})
    return runs


def _describe(view: StarView) -> str:
    parts = [f"Star of {view.points} points with {len(view.names)} stops."]
    for seat in sorted({seat for seat, _, _ in view.pieces}):
        stand = [
            f"{_LETTERS[kind]} on {view.names[stop]}" for owner, kind, stop in view.pieces if owner == seat
        ]
        parts.append(f"Pieces of seat {seat}: {', '.join(stand)}.")
    for grey, name in ((False, "Black"), (True, "Grey")):
        stops = [view.names[stop] for stop, kind in view.blocks if kind == grey]
        if stops:
            parts.append(f"{name} blocks: {', '.join(stops)}.")
    parts += [f"Seat {seat} has {text}." for seat, text in enumerate(view.seats)]
    return " ".join([*parts, f"{view.status}."])


def star_meant(position: Position, board: BoardInfo, start: int | None, spot: int) -> str | None:
    """Return what a click would have meant: a move of a piece from `start`, or a block set on `spot`."""
    names = _star(position.rules)[2]
    if start is None:
        blocks = (move.block for move in position.describe_legal() if move.kind != "run")
        block = next((block for block in blocks if block is not None), None)
        if block is None:
            return None
        return f"[{names[spot]}]" if block == "black" else f"{{{names[spot]}}}"
    pieces, _ = _standing(position, board)
    kinds = [_LETTERS[kind] for seat, kind, stop in pieces if (seat, stop) == (position.player, start)]
    there = [(seat, _LETTERS[kind]) for seat, kind, stop in pieces if stop == spot]
    if not kinds:
        return None
    if not there:
        return f"{kinds[0]}({names[start]}->{names[spot]})"
    seat, other = there[0]
    if seat == position.player:
        return f"{kinds[0]},{other}({names[start]}<->{names[spot]})"
    return f"{kinds[0]},{seat}{other}({names[start]}<~>{names[spot]})"
