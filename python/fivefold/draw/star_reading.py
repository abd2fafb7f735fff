"""From a position of Pentagame to what its picture shows, and what clicks on it mean.

Moves are taken apart by their notation (N20): which piece, from where, to where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from fivefold._core import FivefoldError, Position, Rules

from .pentagame import StarView
from .reading import Click, name_of, status_of

# a(A->d)  a,b(A<->B)  a,1b(A<~>B)+
_MOVE = re.compile(r"([a-i])(?:,(\d?)([a-i]))?\(([A-Ia-i0-9-]+?)(?:->|<->|<~>|<=>)([A-Ia-i0-9-]+)\)(\+*)$")
# [x]  {x}  {x->}  J[x->]  K{x}  A[x]
_BLOCK = re.compile(r"([JQKA]?)([\[{])([A-Ia-i0-9-]+?)(->)?[\]}]$")


@lru_cache(maxsize=16)
def _star(rules: Rules) -> tuple[list[tuple[float, float]], list[float], list[str], list[tuple[int, int]]]:
    """Give where the stops lie, their radii and names, and which are neighbours."""
    from fivefold import pentagame

    spots = pentagame.layout(rules)
    ends = pentagame.links(rules)
    edges = [(int(one), int(other)) for one, other in ends.T if one < other]
    return (
        [(spot.x, spot.y) for spot in spots],
        [spot.radius for spot in spots],
        [spot.name for spot in spots],
        edges,
    )


def _standing(position: Position, points: int) -> tuple[list[tuple[int, int, int]], list[tuple[int, bool]]]:
    """Read pieces (seat, colour, stop) and blocks (stop, grey) from the board's counts."""
    board = position.board
    alike = position.rules.num_players == 5
    pieces, blocks = [], []
    for kind, stop in zip(*(part.tolist() for part in board.nonzero()), strict=True):
        if kind >= len(board) - 2:
            blocks.append((stop, kind == len(board) - 1))
            continue
        seat, colour = (kind, kind) if alike else divmod(kind, points)
        pieces.extend([(seat, colour, stop)] * int(board[kind, stop]))
    return pieces, blocks


def read_star(
    position: Position, moves: Sequence[str], before: Position | None, outcome: Any, ways: str | None
) -> StarView:
    """Read what a picture of Pentagame shows."""
    centres, radii, names, edges = _star(position.rules)
    points = sum(1 for name in names if name.isalpha() and name.isupper())
    pieces, blocks = _standing(position, points)
    view = StarView(
        centres,
        radii,
        names,
        edges,
        points,
        title=f"{name_of(position.rules)} after {position.turns} turn{'' if position.turns == 1 else 's'}",
        description="",
        pieces=pieces,
        blocks=blocks,
        status=status_of(position, outcome),
        seats=_seats(position),
        to_move=position.player,
    )
    numbers = {name: number for number, name in enumerate(names)}
    for move in reversed(moves):
        if (found := _MOVE.match(move)) is not None:
            view.last = [(numbers[found[4]], numbers[found[5]])]
            break
        if (found := _BLOCK.match(move)) is not None:
            if not found[4] and found[1] != "A":
                view.fresh.append(numbers[found[3]])
        elif not move.startswith("roll") and move != "done":
            break
    if ways is not None:
        view.ways = _ways(position, view, ways)
    view.description = _describe(view)
    return view


def _seats(position: Position) -> tuple[str, ...]:
    """Say what each seat has: points, and die and cards where they are played (N13)."""
    from fivefold import pentagame

    options = position.rules.options
    words = []
    dice = pentagame.dice(position) if options["dice"] else None
    cards = pentagame.cards(position) if options["cards"] else None
    for seat, points in enumerate(pentagame.points(position)):
        parts = [f"{points} point{'' if points == 1 else 's'}"]
        shown = dice[seat] if dice is not None else None
        if shown:
            parts.append(f"die {' '.join(shown)}")
        if cards is not None:
            parts.append(" ".join(cards[seat]) or "no cards")
        words.append(", ".join(parts))
    return tuple(words)


def _ways(position: Position, view: StarView, asked: str) -> dict[int, tuple[int, ...]]:
    """Give where a piece of the seat to move can go, and a shortest run to each target."""
    found = re.fullmatch(r"(\d?)([a-i])", asked.strip()) if isinstance(asked, str) else None
    if found is None:
        raise FivefoldError(
            f"ways={asked!r:.60} is refused: it takes a colour such as 'a', or '1a' with the seat"
        )
    seat, colour = int(found[1] or position.player), found[2]
    if seat != position.player:
        raise FivefoldError(f"ways={asked!r:.60} is refused: seat {position.player} is to decide")
    places = {
        view.names[stop] for owner, kind, stop in view.pieces if (owner, "abcdefghi"[kind]) == (seat, colour)
    }
    if not places:
        raise FivefoldError(f"ways={asked!r:.60} is refused: seat {seat} has no such piece on the board")
    numbers = {name: number for number, name in enumerate(view.names)}
    beside: dict[int, list[int]] = {number: [] for number in range(len(view.names))}
    for one, other in view.edges:
        beside[one].append(other)
        beside[other].append(one)
    full = {stop for _, _, stop in view.pieces} | {stop for stop, _ in view.blocks}
    targets: dict[str, set[int]] = {}
    for move in position.legal_moves():
        parts = _MOVE.match(move)
        if parts is not None and parts[1] == colour:
            targets.setdefault(parts[4], set()).add(numbers[parts[5]])
    runs: dict[int, tuple[int, ...]] = {}
    for place in sorted(places & set(targets)):
        start = numbers[place]
        reached: dict[int, tuple[int, ...]] = {start: (start,)}
        queue = [start]
        for stop in queue:
            for near in beside[stop]:
                if near not in reached:
                    reached[near] = (*reached[stop], near)
                    if near not in full:
                        queue.append(near)
        runs.update({target: reached[target] for target in sorted(targets[place])})
    return runs


def _describe(view: StarView) -> str:
    parts = [f"Star of {view.points} points with {len(view.names)} stops."]
    for seat in sorted({seat for seat, _, _ in view.pieces}):
        stand = [
            f"{'abcdefghi'[kind]} on {view.names[stop]}" for owner, kind, stop in view.pieces if owner == seat
        ]
        parts.append(f"Pieces of seat {seat}: {', '.join(stand)}.")
    for grey, name in ((False, "Black"), (True, "Grey")):
        stops = [view.names[stop] for stop, kind in view.blocks if kind == grey]
        if stops:
            parts.append(f"{name} blocks: {', '.join(stops)}.")
    parts += [f"Seat {seat} has {text}." for seat, text in enumerate(view.seats)]
    return " ".join([*parts, f"{view.status}."])


def star_clicks(position: Position) -> list[Click]:
    """Give every legal action with the clicks that mean it."""
    names = _star(position.rules)[2]
    numbers = {name: number for number, name in enumerate(names)}
    clicks = []
    for move in position.legal_moves():
        if (found := _MOVE.match(move)) is not None:
            clicks.append(Click(move, numbers[found[5]], numbers[found[4]]))
        elif (found := _BLOCK.match(move)) is not None:
            clicks.append(Click(move, numbers[found[3]]))
        else:
            clicks.append(Click(move, None))
    return clicks


def star_meant(position: Position, start: int | None, spot: int) -> str | None:
    """Give what a click would have meant: a move of a piece from `start`, or a block set on `spot`."""
    names = _star(position.rules)[2]
    points = sum(1 for name in names if name.isalpha() and name.isupper())
    if start is None:
        setting = next((move for move in position.legal_moves() if _BLOCK.match(move)), None)
        if setting is None:
            return None
        return f"[{names[spot]}]" if "[" in setting else f"{{{names[spot]}}}"
    pieces, _ = _standing(position, points)
    kinds = ["abcdefghi"[kind] for seat, kind, stop in pieces if (seat, stop) == (position.player, start)]
    there = [(seat, "abcdefghi"[kind]) for seat, kind, stop in pieces if stop == spot]
    if not kinds:
        return None
    if not there:
        return f"{kinds[0]}({names[start]}->{names[spot]})"
    seat, other = there[0]
    if seat == position.player:
        return f"{kinds[0]},{other}({names[start]}<->{names[spot]})"
    return f"{kinds[0]},{seat}{other}({names[start]}<~>{names[spot]})"


def target_stops(position: Position) -> list[int]:
    """Give the stops that some legal action names as its target."""
    return sorted({click.spot for click in star_clicks(position) if click.spot is not None})
