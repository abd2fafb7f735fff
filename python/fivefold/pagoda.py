"""Pagoda and its kin: five in a row, or captures, win.

Presets ``pagoda``, ``pente``, ``keryo_pente`` and ``ninuki_renju`` (a simplification: exactly five
wins, pairs are captured, five pairs win, and nothing is a foul).

Rules, as worded in ``docs/games/pagoda.md`` (``make manual`` writes them):

- P1: Pagoda has 17 columns, a to q, and 17 rows. Black begins, on any point. Nobody may pass: the
  word is no move here.
- P2: The stone just played wins at once if it stands in a row of exactly five of its colour,
  straight or diagonal. Six or more neither win nor lose. With ``five="or_more"`` they win too.
- P3: The stone just played captures each pair of enemy stones that it closes in a straight line
  against another own stone, in any of the eight directions; several pairs may be captured at once.
  A single stone or three in a line are safe, and so is a pair that walks in between two enemies.
  Captured stones are removed before rows are checked. A row that is cut down to five because the
  enemy captures a part of it wins nothing.
- P4: Five captured pairs (``target`` stones in all) win. A stone that makes five in a row and
  captures the fifth pair wins once, for both reasons: the termination is ``ROW_AND_CAPTURES``.
- P5: Each player has 40 stones (``stones``). Captured stones stay with the captor
  (``captured="kept"``) or go back to the supply of their owner (``"returned"``). The game is a draw
  when the player to move next has no stone left, or no point is vacant.
- P6: A handicap of one to three stones of one colour stands on the board before play, out of that
  player's 40. Black still begins. A handicap cannot be combined with an opening.
- P7: A move is the name of its point and an ``X`` for each group captured: ``i13X``. When a move is
  read, ``X`` may be left out altogether; a wrong number of them is refused.
- P8: The two games that the source prints replay with exactly the captures marked there.
- P9: *Pente*: 19x19, five or more in a row, pairs, stones without limit. ``opening="tournament"``
  puts the first stone in the centre and the second stone of the same player at king's distance 3 or
  more from it. *Keryo-Pente*: groups of exactly three are captured as well, and 15 captured stones
  win; five pairs do not. *Ninuki-Renju*: 15x15, exactly five, pairs, five pairs win, stones without
  limit.

End of the rules.

Actions are the points row by row from row 1: ``action = row * columns + column``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex, TypeAlias, Unpack

from fivefold._guard import guarded

from . import _bounds, _core
from ._core.pagoda import winning_points

if TYPE_CHECKING:
    from ._presets import PagodaOptions

__all__ = [
    "Threats",
    "captured",
    "captured_pairs",
    "captures",
    "max_positions",
    "postal_games",
    "rules",
    "supply",
    "taken",
    "threats",
    "winning_points",
]

Colour: TypeAlias = Literal["black", "white"]


class Threats(NamedTuple):
    """What the next stone of a colour could do.

    Attributes
    ----------
    five : tuple of str
        Points that make a winning row (P2).
    capture : tuple of str
        Points that capture (P3).
    pairs : tuple of tuple of str
        The groups that these points would capture, each named by its points.
    """

    five: tuple[str, ...]
    capture: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...]


def rules(
    preset: Literal["pagoda", "pente", "keryo_pente", "ninuki_renju"] = "pagoda",
    **options: Unpack[PagodaOptions],
) -> _core.Rules:
    """Make rules of Pagoda or its kin.

    Parameters
    ----------
    preset : {"pagoda", "pente", "keryo_pente", "ninuki_renju"}, default "pagoda"
        Where to begin.
    **options
        Options of the preset, by name or as a dict; what is left out is as in the preset.

    Other Parameters
    ----------------
    size : int or (int, int), optional
        Side of the board, or (columns, rows); 5 to 63 (P1, G1).
    five : {"exact", "or_more"} or a pair (Black's, White's), optional
        Which rows win (P2).
    take : sequence of int, optional
        Lengths of the groups that are captured, each 1 to 5 (P3, P9).
    target : int, optional
        Captured stones that win, 2 to 60 (P4).
    stones : int or None, optional
        Stones of each player, None for no limit (P5).
    captured : {"kept", "returned"}, optional
        What happens to captured stones (P5).
    handicap : dict, optional
        A colour and one to three points (P6).
    opening : {"none", "tournament"}, optional
        How the game is opened (P9).

    Returns
    -------
    Rules
        The same as ``fivefold.rules(preset, **options)``.

    Raises
    ------
    SetupError
        No such option, one is out of range, or two do not go together; ``error.rule`` says which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pagoda.rules("pente", opening="tournament").start().legal_moves()
    ['j10']
    >>> ff.pagoda.rules(handicap={"black": ["h8"]}).start().board.sum()
    np.int64(1)
    """
    return _core.rules(preset, **options)


def captured_pairs(position: _core.Position) -> tuple[int, int]:
    """Count the groups captured so far: pairs, where only pairs are captured (P4).

    Parameters
    ----------
    position : Position
        A position of a preset of this module.

    Returns
    -------
    (int, int)
        Black's and White's captures. A position that was set up knows only how many stones
        were taken; then this is the largest number of groups that they can form.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1X")
    >>> ff.pagoda.captured_pairs(position)
    (1, 0)
    """
    return _core.pagoda.captured_pairs(position)


def taken(position: _core.Position) -> tuple[int, int]:
    """Count the stones captured so far (P4).

    Parameters
    ----------
    position : Position
        A position of a preset of this module.

    Returns
    -------
    (int, int)
        Stones taken by Black and by White.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pagoda.taken(ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1X"))
    (2, 0)
    """
    return _core.pagoda.taken(position)


def supply(position: _core.Position) -> tuple[int, int] | None:
    """Count the stones that the players have left (P5).

    Parameters
    ----------
    position : Position
        A position of a preset of this module.

    Returns
    -------
    (int, int) or None
        Black's and White's; None if there is no limit.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pagoda.supply(ff.rules("pagoda").start().play("h8"))
    (39, 40)
    """
    return _core.pagoda.supply(position)


def captured(position: _core.Position) -> tuple[str, ...]:
    """Name the points that the last move emptied.

    Parameters
    ----------
    position : Position
        A position of a preset of this module.

    Returns
    -------
    tuple of str
        In the order of their numbers; empty after a move without captures.

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pagoda.captured(ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1X"))
    ('b1', 'c1')
    """
    return tuple(_core.pagoda.captured(position))


def captures(position: _core.Position, move: str | SupportsIndex) -> tuple[tuple[str, ...], ...]:
    """Describe what a move would capture, before it is played (P3).

    Parameters
    ----------
    position : Position
        A position of a preset of this module.
    move : str or int
        A legal move, or its action.

    Returns
    -------
    tuple of tuple of str
        The groups, each as its points from the capturing stone outwards.

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError, IllegalMoveError
        What `Position.play` would raise.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1")
    >>> ff.pagoda.captures(position, "d1")
    (('c1', 'b1'),)
    """
    return tuple(tuple(group) for group in _core.pagoda.captures(position, move))


def threats(position: _core.Position, colour: Colour | None = None) -> Threats:
    """Find what the next stone of a colour could do, whoever is to move (P2, P3).

    Parameters
    ----------
    position : Position
        A position of a preset of this module.
    colour : {"black", "white"}, optional
        The colour of the stone; by default that of the next move.

    Returns
    -------
    Threats
        Points that make a winning row, points that capture, pairs (groups) that can be captured.
        Points that an opening forbids are included. All are empty once the game is over.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pagoda").start().play_all("a1 b1 q17 c1")
    >>> ff.pagoda.threats(position)
    Threats(five=(), capture=('d1',), pairs=(('b1', 'c1'),))
    >>> ff.pagoda.threats(position, "white").capture
    ()
    """
    result = _core.pagoda.threats(position, colour)
    return Threats(tuple(result.five), tuple(result.capture), tuple(map(tuple, result.pairs)))


def postal_games() -> tuple[_core.Record, _core.Record]:
    """Read the two games by post that the account of Pagoda prints (P8).

    Returns
    -------
    (Record, Record)
        White resigned in both. Comments explain the remarkable moves.

    Examples
    --------
    >>> import fivefold as ff
    >>> [record.result for record in ff.pagoda.postal_games()]
    ['player 0 wins: resignation', 'player 0 wins: resignation']
    """
    from importlib.resources import files  # slow to load, and wanted here alone

    folder = files("fivefold") / "data"
    first, second = (
        _core.Record.from_text((folder / f"pagoda_postal_{number}.txt").read_text("utf-8"))
        for number in (1, 2)
    )
    return first, second


def max_positions(rules: _core.Rules, part: str) -> int | None:
    """Bound the positions of Pagoda and its kin (C1 of the manual's page on measures).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Positions in which a seat is to decide, positions after the end, or both.

    Returns
    -------
    int or None
        An upper bound; None for other games.

    Examples
    --------
    >>> import fivefold as ff
    >>> bound = ff.pagoda.max_positions(ff.rules("pagoda"), "all")
    >>> len(str(bound))
    143
    """
    if rules.to_dict()["game"] != "pagoda":
        return None
    rows, columns = rules.board_shape
    # Stones taken by each colour: less than the target, and at the end eight groups more.
    target, longest = int(rules.options["target"]), int(max(rules.options["take"]))
    # Supplies, and what is left of an opening, follow from the stones on the board and those taken.
    open_ = 2 * _bounds.boards(rows * columns, balanced=False) * target**2
    # Either colour won or none, for one of a few reasons.
    over = 12 * 2 * _bounds.boards(rows * columns, balanced=False) * (target + 8 * longest) ** 2
    return {"open": open_, "over": over, "all": open_ + over}[part]


__dir__ = __all__.copy

guarded(globals())
