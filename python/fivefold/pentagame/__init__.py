"""Pentagame: five pieces across a star to their goals, for one to five players.

Presets ``pentagame`` and ``pentagame_teams`` (four players, two against two).

- N1, N2: 100 stops: corners ``A`` to ``E`` on a ring, crossings ``a`` to ``e`` in the middle,
  each opposite the corner of its letter, and lines between them: arcs and arms of three stops,
  legs of six. A stop on a line is ``A-1-B``, counted from its first node; legs are named corner
  first.
- N4, N5, N6: With 1 to 4 ``players`` each has a piece of every colour, on the corner of that
  colour. Five players have three pieces of one colour each, or with ``five_players="ordinary"`` a
  piece of every colour, too. A black block lies on every crossing. ``target`` points end the
  game; with ``teams=True`` those of a team count together.
- N7: A piece runs along lines through empty stops and turns at empty nodes. It ends on an empty
  stop, on a block (a black one is then set anew), or on a piece, which goes to the stop it came
  from.
- N8, N10: On the crossing of its colour a piece leaves: a point, and a grey block to set
  (``exit_block="black"``: a black one). A piece that another's swap brought there waits for its
  owner's turn, which is then the exit alone (``double_exit``: an own swap takes it off at once).
- N11: ``ko`` bars swaps with other players' pieces that were made before.
- N12, N13, N14: ``pass`` only if nothing else is legal; ``dice`` (``dice_count``) and ``cards``
  (``hand``, ``must_play``) are house rules; a timeout loses the turn.
- N15, N17, N18: Once a player (team) has the target the round is completed, or with
  ``last_round=False`` the turn alone; the most points win. ``scoring`` says what returns are,
  ``tie_break="superior"`` who wins a 3:3.
- N19: ``points`` 5, 7 or 9, ``leg`` and ``arm`` 1 to 9 make other stars.
- N20: ``a(A->d)``, own swap ``a,b(A<->B)``, with another's piece ``a,1b(A<~>B)``, with the
  partner's ``a,2b(A<=>B)``; ``+`` for a piece that leaves; ``[E-2-b]`` a black block, ``{E-2-b}``
  a grey one, ``{C-1-D->E-2-b}`` one that is moved: two actions. A turn joins its actions by `` &
  ``.

Actions are numbered in blocks: moves (mover's colour x target), set black, set grey, lift grey
(one for each stop), exits, ``pass``, then rolls and cards where the options have them. Stops are
numbered corners, crossings, arcs, arms, legs, as `stops` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fivefold import _core

from ._analysis import (
    Options,
    Path,
    Pin,
    Temperature,
    area,
    opening_type,
    options,
    path_kinds,
    phase,
    pinned,
    temperature,
)
from ._board import (
    Spot,
    adjacency,
    board,
    cards,
    dice,
    due,
    features,
    layout,
    links,
    points,
    position,
    stops,
    supply,
)
from ._counting import count_positions
from ._tactics import (
    Heat,
    Side,
    Standing,
    Tie,
    chirality,
    fork,
    groups,
    heat,
    heat_of,
    impasse,
    leaving,
    looming,
    relative,
    tied,
)
from ._theory import Opening, constellations, nickname, openings, shape, superior, ways

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Heat",
    "Opening",
    "Options",
    "Path",
    "Pin",
    "Side",
    "Spot",
    "Standing",
    "Temperature",
    "Tie",
    "adjacency",
    "area",
    "board",
    "cards",
    "chirality",
    "constellations",
    "count_positions",
    "dice",
    "due",
    "features",
    "fork",
    "groups",
    "heat",
    "heat_of",
    "impasse",
    "layout",
    "leaving",
    "links",
    "looming",
    "nickname",
    "opening_type",
    "openings",
    "options",
    "path_kinds",
    "phase",
    "pinned",
    "points",
    "position",
    "relative",
    "rules",
    "shape",
    "stops",
    "superior",
    "supply",
    "temperature",
    "tied",
    "ways",
]


def rules(
    preset: Literal["pentagame", "pentagame_teams"] = "pentagame",
    *,
    players: int | None = None,
    target: int | None = None,
    five_players: Literal["three", "ordinary"] | None = None,
    teams: bool | None = None,
    ko: Literal["repeat", "immediate", "position", "undo", "none"] | None = None,
    exit_block: Literal["grey", "black"] | None = None,
    double_exit: bool | None = None,
    scoring: Literal["points", "zero_sum", "constant_sum"] | None = None,
    tie_break: Literal["superior"] | None = None,
    last_round: bool | None = None,
    max_turns: int | None = None,
    dice: Literal["before", "after"] | None = None,
    dice_count: Literal[1, 2] | None = None,
    cards: bool | None = None,
    hand: str | Sequence[str] | None = None,
    must_play: bool | None = None,
    points: Literal[5, 7, 9] | None = None,
    leg: int | None = None,
    arm: int | None = None,
) -> _core.Rules:
    """Make rules of Pentagame; what is left out (None) is as in the preset.

    Parameters
    ----------
    preset : {"pentagame", "pentagame_teams"}
        Where to begin.
    players : int, optional
        Seats, 1 to 5 (N4, N5).
    target : int, optional
        Points that end the game, 1 to 5; 3, but 2 where five players have one colour each, and 5 in
        teams (N4 to N6).
    five_players : {"three", "ordinary"}, optional
        Three pieces of one colour each, or a piece of every colour as with fewer players (N5).
    teams : bool, optional
        Seats 0 and 2 against 1 and 3 (N6).
    ko : {"repeat", "immediate", "position", "undo", "none"}, optional
        Which swaps are barred (N11).
    exit_block : {"grey", "black"}, optional
        The block that a piece brings which leaves: grey from the supply, or a new black one (N8).
    double_exit : bool, optional
        An own swap takes off the swapped piece too, if it is home (N10).
    scoring : {"points", "zero_sum", "constant_sum"}, optional
        What returns are (N17).
    tie_break : {"superior"}, optional
        Break a 3:3 of two players (N18).
    last_round : bool, optional
        The round in which the target is reached is completed; if not, that turn is the last (N15).
    max_turns : int, optional
        The game is cut off after this many turns, 1 to 10000 (N16).
    dice : {"before", "after"}, optional
        A colour die binds the mover (N13).
    dice_count : {1, 2}, optional
        Two dice: the mover may be of either colour (N13).
    cards : bool, optional
        Each seat holds J, Q, K and A once (N13).
    hand : str or sequence of str, optional
        Another hand, for all seats or one for each: ``"JJKN"``; N is a card without effect (N13).
    must_play : bool, optional
        A card is played whenever one can be (N13).
    points, leg, arm : int, optional
        Another star (N19).

    Returns
    -------
    Rules
        The same as ``fivefold.rules(preset, ...)``.

    Raises
    ------
    SetupError
        An option is out of range, or two do not go together; ``error.rule`` says which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pentagame.rules(players=3).num_players
    3
    >>> ff.pentagame.rules("pentagame_teams").options["target"]
    5
    >>> ff.pentagame.rules(cards=True, hand=["NNA", "JK"]).options["hand"]
    ('ANN', 'JK')
    """
    given = {
        "players": players,
        "target": target,
        "five_players": five_players,
        "teams": teams,
        "ko": ko,
        "exit_block": exit_block,
        "double_exit": double_exit,
        "scoring": scoring,
        "tie_break": tie_break,
        "last_round": last_round,
        "max_turns": max_turns,
        "dice": dice,
        "dice_count": dice_count,
        "cards": cards,
        "hand": hand,
        "must_play": must_play,
        "points": points,
        "leg": leg,
        "arm": arm,
    }
    return _core.rules(preset, **{name: value for name, value in given.items() if value is not None})


def __dir__() -> list[str]:
    return list(__all__)
