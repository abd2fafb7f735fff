"""What a tree of positions knows of each: counts, results, words."""

from __future__ import annotations

from dataclasses import dataclass

from fivefold import FivefoldError

__all__ = ["Branch", "Known"]


class _Results:
    """What finished games came to."""

    wins: tuple[int, int]
    draws: int

    def score(self, seat: int) -> float | None:
        """Return the mean result of a seat.

        Parameters
        ----------
        seat : int
            0 or 1.

        Returns
        -------
        float or None
            1 is a win, a half a draw; None where no game has been finished.

        Raises
        ------
        FivefoldError
            There is no such seat.
        """
        if seat not in (0, 1):
            raise FivefoldError(f"seat={seat!r:.40} is refused: 0 or 1")
        finished = sum(self.wins) + self.draws
        return (self.wins[seat] + self.draws / 2) / finished if finished else None


@dataclass(frozen=True)
class Branch(_Results):
    """A move from a position of a tree, and its results.

    Attributes
    ----------
    move : str
        The move in notation.
    games : int
        Games that continued with it.
    wins : tuple of int
        Games won by each seat.
    draws : int
        Games that nobody won.
    value : int or None
        Proven value of the position after it: 1 a win of seat 0, -1 of seat 1, 0 a draw.

    Examples
    --------
    >>> import fivefold as ff
    >>> tree = ff.records.Tree("freestyle")
    >>> tree.add(ff.Record.from_notes("1. h8 i9 1-0", "freestyle"))
    >>> tree[""].moves[0]
    Branch(move='h8', games=1, wins=(1, 0), draws=0, value=None)
    """

    move: str
    games: int
    wins: tuple[int, int]
    draws: int
    value: int | None


@dataclass(frozen=True)
class Known(_Results):
    """What a tree knows of a position.

    Attributes
    ----------
    games : int
        Games that reached the position.
    wins : tuple of int
        Games won by each seat.
    draws : int
        Games that nobody won.
    value : int or None
        Proven value: 1 a win of seat 0, -1 of seat 1, 0 a draw.
    comment : str
        The comment on it.
    mark : bool
        Whether it is marked.
    labels : dict of str to str
        Texts on points.
    moves : tuple of Branch
        The moves that the tree has, in the order in which they came.

    Examples
    --------
    >>> import fivefold as ff
    >>> tree = ff.records.Tree("freestyle")
    >>> tree.add(ff.Record.from_notes("1. h8 i9 (indirect) and White resigns.", "freestyle"))
    >>> known = tree["h8 i9"]
    >>> known.games, known.wins, known.comment, known.score(0)
    (1, (1, 0), 'indirect', 1.0)
    """

    games: int
    wins: tuple[int, int]
    draws: int
    value: int | None
    comment: str
    mark: bool
    labels: dict[str, str]
    moves: tuple[Branch, ...]
