"""Monte Carlo tree search, one position at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from operator import index
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from fivefold import _core
from fivefold._types import MoveInfo

__all__ = ["Evaluate", "MoveInfo", "Result", "Tree", "mcts"]

Evaluate: TypeAlias = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], tuple[Any, Any]]
"""An evaluator: ``evaluate(observation, legal_mask) -> (logits, values)``."""

Rollouts: TypeAlias = Literal["uniform", "win_else_block", "progress", "rave"]

_MAX_ROWS, _MAX_CHILDREN = 8, 16


def _row_text(row: MoveInfo) -> str:
    return "" if row.value is None else f"{row.value:.3f}{' proven' if row.proven else ''}"


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a search.

    Attributes
    ----------
    action : int
        The action to play.
    move : str
        Its text.
    visits : ndarray of int32, shape (num_actions,)
        Simulations through each action; they sum to ``simulations``.
    policy : ndarray of float32, shape (num_actions,)
        The visits as shares: 0 on illegal actions, sum 1. Once the position is proven only actions
        that keep its value have a share.
    value : ndarray of float32, shape (players,)
        Expected returns by seat, on the scale of `Position.returns`; exact values where they are
        proven.
    line : list of str
        The best line that the tree knows, beginning with ``move``. It ends before a roll of a die.
    simulations : int
        Simulations of this result, including earlier calls on the same tree.
    proven : None or ndarray of float32, shape (players,)
        The exact returns by seat under best play by all, through dice the expected ones; None
        where that is not known.
    ended : {"simulations", "seconds", "proven", "memory"}
        Why the search ended: the count or the time was reached, the position is proven, or the
        trees would have taken more than ``memory`` bytes.
    moves : list of MoveInfo
        The most visited moves with their values, ``move`` first; at most 16.
    """

    action: int
    move: str
    visits: npt.NDArray[np.int32] = field(repr=False)
    policy: npt.NDArray[np.float32] = field(repr=False)
    value: npt.NDArray[np.float32]
    line: list[str]
    simulations: int
    proven: npt.NDArray[np.float32] | None
    ended: Literal["simulations", "seconds", "proven", "memory"]
    moves: list[MoveInfo] = field(repr=False)

    def __repr__(self) -> str:
        value = ", ".join(f"{value:.3f}" for value in self.value)
        known = "proven" if self.proven is not None else f"{self.simulations} simulations"
        return f"<Result {self.move}, value ({value}), {known}, line {' '.join(self.line)}>"

    def _repr_html_(self) -> str:
        """Draw up the most visited moves as a table, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(row.move)}</td><td>{row.visits}</td><td>{_row_text(row)}</td>"
            f"<td>{escape(' '.join(row.line[:6]))}</td></tr>"
            for row in self.moves[:_MAX_ROWS]
        )
        return (
            f"<p>{escape(repr(self)[1:-1])}</p>"
            "<table><thead><tr><th>move</th><th>visits</th><th>value</th><th>line</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


class Tree:
    """A search tree that is kept from move to move.

    Parameters
    ----------
    position : Position
        Where the search begins; a player is to decide.
    seed : int, optional
        Random seed of all draws, 0 to 2^64-1.
    evaluate : callable, optional
        ``evaluate(observation, legal_mask) -> (logits, values)`` evaluates positions in place of
        rollouts: ``observation`` uint8 ``[n, *observation_shape]`` seen by the player to decide,
        ``legal_mask`` bool ``[n, num_actions]``; ``logits`` ``[n, num_actions]``, ``values``
        ``[n, players]`` from the player to decide onward, or ``[n]`` for that player where there
        are two and their returns always have the same sum. n is 1.
    threads : int, optional
        Threads for rollouts; the result is the same for any number where ``simulations`` is the
        limit. An evaluator is called from one thread.
    rollouts : {None, "uniform", "win_else_block", "progress", "rave"}, optional
        How positions are evaluated where there is no evaluator. "uniform", for every game: played out
        with every action equally likely. "win_else_block", for Gomoku, Renju, Pagoda and their kin:
        played out with a stone that makes a winning row, else one where the enemy would make one,
        else a random one. "progress", for Pentagame: by how far the pieces are from their goals. "rave",
        for Pah-Tum: as "uniform", but faster, and a move also counts where it was played later. None is
        "uniform" in Pah-Tum, else the game's own.
    memory : int, optional
        Limit of the tree in bytes, 1 GiB by default. A search that reaches it stops.
    utility : sequence of float, optional
        What every seat maximises: weights of the returns of the seat itself, of the next one, and so on
        round the table. None: its own return alone. In Pentagame for three with ``scoring="points"``,
        ``(1, -1, 0)`` subtracts the points of the next seat. ``value`` and ``proven`` of the result are
        then these utilities, by seat. For games without partners.

    Raises
    ------
    FivefoldError
        The game is over, a die is due, an argument is out of range, the game knows no such rollouts, or
        the utility does not have a weight for each seat.

    Examples
    --------
    >>> import fivefold as ff
    >>> tree = ff.search.Tree(ff.rules("pah_tum", size=5).start(1), seed=1)
    >>> r = tree.run(simulations=300)
    >>> int(r.visits.sum())
    300
    >>> tree.advance(r.action)
    >>> tree.run(simulations=0).simulations in (r.visits.max(), r.visits.max() - 1)
    True
    """

    def __init__(
        self,
        position: _core.Position,
        *,
        seed: SupportsIndex = 0,
        evaluate: Evaluate | None = None,
        threads: SupportsIndex = 1,
        rollouts: Rollouts | None = None,
        memory: SupportsIndex | None = None,
        utility: Sequence[float] | None = None,
    ) -> None:
        self._tree = _core.search.SearchTree(position, seed, evaluate, threads, rollouts, memory, utility)

    @property
    def position(self) -> _core.Position:
        """The position at the root."""
        return self._tree.position

    @property
    def bytes(self) -> int:
        """Bytes that the tree takes."""
        return self._tree.bytes

    def run(self, simulations: SupportsIndex | None = None, seconds: SupportsFloat | None = None) -> Result:
        """Search on.

        Parameters
        ----------
        simulations : int, optional
            Number of further simulations; 0 returns the present result.
        seconds : float, optional
            Time limit; with both limits, the first one that is reached.

        Returns
        -------
        Result
            The result for the position at the root.

        Raises
        ------
        FivefoldError
            The game is over or a die is due; no limit, or one out of range; an evaluator's answer
            of a wrong shape or with numbers that are not finite. What the evaluator itself raises
            comes through unchanged. The tree stays usable.
        """
        result = self._tree.run(simulations, seconds)
        line, moves = result.line, self.children(count=_MAX_CHILDREN)
        return Result(
            result.action, line[0], result.visits, result.policy, result.value, line,
            result.simulations, result.proven, result.ended, moves,
        )  # fmt: skip

    def children(
        self, path: Sequence[str | SupportsIndex] = (), *, count: int | None = None
    ) -> list[MoveInfo]:
        """Return what the tree knows of the moves of a position in it.

        Parameters
        ----------
        path : sequence of str or int
            Moves or actions that lead there from the root; none: the root itself.
        count : int, optional
            Maximum number of moves; all that were searched by default.

        Returns
        -------
        list of MoveInfo
            The best move first, then by visits; empty where the tree ends.

        Raises
        ------
        IllegalMoveError, NotationError
            A move of the path is refused.

        Examples
        --------
        >>> import fivefold as ff
        >>> tree = ff.search.Tree(ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b1 g5 c1 h5 i9"))
        >>> _ = tree.run(simulations=200)
        >>> best = tree.children()[0]
        >>> best.move, best.value, best.proven
        ('d5', 1.0, True)
        >>> tree.children(["d5"])
        []
        """
        position, actions = self._tree.position, []
        for move in path:
            action = position.action(move) if isinstance(move, str) else index(move)
            actions.append(action)
            position = position.play(action)
        rows = self._tree.moves(actions, 2**16 if count is None else count) or []
        return [MoveInfo(row.line[0], row.value, row.visits, row.line, row.is_proven) for row in rows]

    def advance(self, move: str | SupportsIndex) -> None:
        """Play a move and keep the tree below it.

        Parameters
        ----------
        move : str or int
            A legal move or action, also a roll of a die.

        Raises
        ------
        IllegalMoveError, NotationError
            The move is refused; nothing has changed.
        """
        self._tree.advance(move)

    def __repr__(self) -> str:
        return f"<Tree of {self.position!r}>"


def mcts(
    position: _core.Position,
    simulations: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    *,
    seed: SupportsIndex = 0,
    evaluate: Evaluate | None = None,
    threads: SupportsIndex = 1,
    rollouts: Rollouts | None = None,
    memory: SupportsIndex | None = None,
    utility: Sequence[float] | None = None,
) -> Result:
    """Search a position by Monte Carlo tree search.

    UCT with rollouts, or PUCT with an evaluator. Each seat maximises its own return, or the return of its
    team. Rolls of dice are averaged with their exact probabilities. Exact values of finished games move up
    the tree: a search ends when its position is proven. Where no move stands out, as on an empty board,
    simulations spread, most of them in the middle; where all moves lose, the move holds out longest. The
    player `mcts` does neither: ladders, baselines and findings rest on its version 1.

    Parameters
    ----------
    position : Position
        A position in which a player is to decide.
    simulations : int, optional
        How many simulations, 0 or more.
    seconds : float, optional
        Time limit; with both limits, the first one that is reached.
    seed, evaluate, threads, rollouts, memory, utility : optional
        See `Tree`.

    Returns
    -------
    Result
        Move, value, visits, line, and what is proven. The same for the same position, options,
        simulations and seed, for any number of threads and on any machine.

    Raises
    ------
    FivefoldError
        The game is over or a die is due; no limit, or an argument out of range; an evaluator's
        answer of a wrong shape or with numbers that are not finite.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> r = ff.search.mcts(position, simulations=1000)
    >>> r.move in ("h7", "h12"), r.value
    (True, array([ 1., -1.], dtype=float32))
    """
    tree = Tree(
        position,
        seed=seed,
        evaluate=evaluate,
        threads=threads,
        rollouts=rollouts,
        memory=memory,
        utility=utility,
    )
    return tree.run(simulations, seconds)
