"""Tables of solved games: the exact result of every position that can be reached from a start."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import CHANCE, FivefoldError, Position
from fivefold._progress import Shown, progress_of

__all__ = ["SolvedTable"]


class SolvedTable:
    """The exact result of every position that can be reached from a start: endings and small boards.

    All lines are played to their ends once; after that a value or a regret is one lookup.

    Parameters
    ----------
    start : Position
        Of a game of one player, or of two whose returns always have the same sum.
    most : int, optional
        How many positions the table may have.
    progress : bool or callable, optional
        Show how many positions are known, or call with (known, most).

    Attributes
    ----------
    start : Position
        Where the table begins.

    Raises
    ------
    FivefoldError
        There are more positions than `most`, more than two players or returns without a fixed sum, a die is
        due, or a position can come up again.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    >>> start = rules.start().play_all("c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1")
    >>> table = ff.search.SolvedTable(start)
    >>> len(table), table.returns(start).tolist(), table.best(start)
    (2123, [1.0, -1.0], ['e1', 'd4', 'e4'])
    >>> table.regret(start, "a2")
    1.0
    """

    def __init__(self, start: Position, most: SupportsIndex = 1_000_000, *, progress: Shown = None) -> None:
        info, limit = start.rules.info, int(most)
        if info.num_players != 1 and (info.num_players != 2 or not info.zero_sum):
            raise FivefoldError(
                f"a table of {start.rules.name} is refused: it takes one player, or two whose returns have a "
                "fixed sum"
            )
        self.start = start
        self._known: dict[int, npt.NDArray[np.float32]] = {}
        report = progress_of(progress)
        # A walk in depth: the positions of one line are open, all others are known.
        open_: set[int] = set()
        line = [(start, self._choices(start))]
        while line:
            position, after = line[-1]
            key = position.key
            open_.add(key)
            child = next((one for one in after if one.key not in self._known), None)
            if child is None:
                self._known[key] = self._value(position, after)
                open_.discard(key)
                line.pop()
                if len(self._known) > limit:
                    raise FivefoldError(f"the table is refused: there are more than most={limit} positions")
                report(len(self._known), limit)
                continue
            if child.key in open_:
                raise FivefoldError(f"a table of {start.rules.name} is refused: a position can come up again")
            line.append((child, self._choices(child)))

    def _choices(self, position: Position) -> list[Position]:
        if position.is_over:
            return []
        if position.player == CHANCE:
            raise FivefoldError("the table is refused: a die is due")
        return [position.play(action) for action in position.legal_actions().tolist()]

    def _value(self, position: Position, after: list[Position]) -> npt.NDArray[np.float32]:
        if not after:
            return position.returns
        seat = position.player
        return max((self._known[one.key] for one in after), key=lambda returns: float(returns[seat]))

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and position.key in self._known

    def returns(self, position: Position) -> npt.NDArray[np.float32]:
        """Give the returns under best play.

        Parameters
        ----------
        position : Position
            That can be reached from the start.

        Returns
        -------
        ndarray
            float32 [players].

        Raises
        ------
        FivefoldError
            The table does not have it.
        """
        if position.rules != self.start.rules or position.key not in self._known:
            raise FivefoldError("the position is refused: it cannot be reached from the start of the table")
        return self._known[position.key].copy()

    def regret(self, position: Position, action: SupportsIndex | str) -> float:
        """Give the exact loss of a move: the return under best play less that after the move.

        Parameters
        ----------
        position : Position
            That can be reached from the start.
        action : int or str
            A legal action or its text.

        Returns
        -------
        float
            From 0, a best move, on.

        Raises
        ------
        FivefoldError
            The table does not have the position.
        IllegalMoveError
            The move is not legal.
        """
        seat, best = position.player, self.returns(position)
        return float(best[seat] - self.returns(position.play(action))[seat])

    def best(self, position: Position) -> list[str]:
        """List the moves that lose nothing.

        Parameters
        ----------
        position : Position
            That can be reached from the start.

        Returns
        -------
        list of str
            In the order of their numbers; none after the end.
        """
        if position.is_over:
            return []
        return [move for move in position.legal_moves() if self.regret(position, move) == 0]
