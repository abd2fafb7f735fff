"""What a player says of a position: its choice, and the moves beside it with values and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fivefold import search
from fivefold._core import CHANCE, FivefoldError, Position, WrongGameError
from fivefold._types import MoveInfo

if TYPE_CHECKING:
    from .base import Player

__all__ = ["PlayerAnalysis", "analyse_by_search", "check_count"]

SIMULATIONS, EACH = 2000, 200
"""Simulations that find the moves beside the player's own, and those after each of them."""
NODES = 2000
"""Positions of the threat search after each move."""


class PlayerAnalysis(NamedTuple):
    """A player's analysis of a position, in the form of a search's result.

    Attributes
    ----------
    move : str
        The move that it chose.
    value : float or None
        The expected return of the player who decides, on the scale of `Position.returns`; None where an
        engine does not say.
    depth, nodes : int or None
        The depth and the number of positions of an engine's search, if the engine reports them.
    line : list of str
        The play that it expects, its move first.
    moves : list of MoveInfo
        Its best moves, the chosen one first. An engine's claims are not checked and never count as proven.
    """

    move: str
    value: float | None
    depth: int | None
    nodes: int | None
    line: list[str]
    moves: list[MoveInfo]


def check_count(count: object) -> int:
    """Read how many moves are asked for."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 100:
        raise FivefoldError(f"count={count!r:.80} is refused: 1 to 100")
    return count


def analyse_by_search(
    player: Player, position: Position, count: int, seed: int, seconds: float | None = None
) -> PlayerAnalysis:
    """Return the choice of a player and other moves, with values by searches after each."""
    first = int(player.choose([position], [seed])[0])
    part = None if seconds is None else seconds / 2
    result = search.mcts(position, SIMULATIONS, part, seed=seed)
    looked = {row.move: row for row in result.moves}
    win, maximum = forced_win(position), position.rules.info.max_return
    sure = {} if win is None else {win[0]: MoveInfo(win[0], maximum, 0, win, True)}
    ranked = list(dict.fromkeys([position.move(first), *sure, *looked]))[:count]
    each = None if part is None else part / len(ranked)
    rows = [sure.get(move) or deepened(position, move, looked.get(move), each, seed) for move in ranked]
    best = rows[0]
    return PlayerAnalysis(best.move, best.value, None, sum(row.visits for row in rows), best.line, rows)


def deepened(
    position: Position, move: str, row: MoveInfo | None, seconds: float | None, seed: int
) -> MoveInfo:
    """Search what a move leads to; a forced win of the other side is a proof."""
    seat, after = position.player, position.play(move)
    visits = 0 if row is None else row.visits
    if after.is_over:
        return MoveInfo(move, float(after.returns[seat]), visits, [move], True)
    if after.player == CHANCE:
        return row or MoveInfo(move, None, 0, [move], False)
    win = forced_win(after) if after.player != seat else None
    if win is not None:
        return MoveInfo(move, position.rules.info.min_return, visits, [move, *win], True)
    result = search.mcts(after, EACH, seconds, seed=seed)
    proven = result.proven is not None
    line = [move, *result.line[:8]]
    return MoveInfo(move, float(result.value[seat]), visits + result.simulations, line, proven)


def forced_win(position: Position) -> list[str] | None:
    """Look for a forced win where rows of stones win."""
    try:
        return search.forced_win(position, nodes=NODES)
    except WrongGameError:
        return None
