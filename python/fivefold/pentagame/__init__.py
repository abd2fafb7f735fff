"""Pentagame: five pieces across a star to their goals, for one to five players.

Presets ``pentagame`` and ``pentagame_teams`` (four players, two against two).

Rules, as worded in ``docs/games/pentagame.md`` (``make manual`` writes them):

- N1: The star has five corners ``A`` to ``E`` on a ring and five crossings ``a`` to ``e`` in its
  middle, each opposite the corner of its letter. Arcs join neighbouring corners and arms
  neighbouring crossings, three stops each; from every corner two legs of six stops run to the
  crossings two letters away. That makes 100 stops. The colours: a white, b blue, c red, d yellow, e
  green.
- N2: A stop on a line is ``A-1-B``, counted from the node named first: ``E-3-A`` is ``A-1-E``. Arcs
  and arms are written in alphabetical order, legs corner first.
- N3: ``layout`` gives the drawing: six unit circles fit a leg, three an arm. The source prints
  2.02606 for the radius of a crossing and pi/5 for an angle of its table; it means 9/sqrt 5 - 2 =
  2.02492 and 2 pi/5.
- N4: With one to four players each seat has a piece of every colour on the corner of that colour,
  so corners start shared. A black block lies on every crossing, five grey blocks in the supply.
- N5: Five players have three pieces of one colour each: seat k has colour k. With
  ``five_players="ordinary"`` they have five pieces each, one of every colour, as fewer players do.
  The other rules speak of five players with three pieces.
- N6: In teams seats 0 and 2 play against 1 and 3. The points of a team count together.
- N7: A piece runs through empty stops, turning at empty nodes as it likes, never jumping and never
  back to where it stood. The stop where it ends may be empty; hold a black block, which the player
  then sets anew; hold a grey block, which goes back to the supply; or hold a piece, own or other,
  which goes to the stop the mover came from. On a shared corner the mover says which piece it swaps
  with; a piece that leaves a shared corner leaves the others there. Five players: a swap of two
  alike pieces is no move.
- N8: A piece that ends its own move on the crossing of its colour leaves: one point. Its owner sets
  a grey block from the supply; if all are on the board, one of them is lifted and set on another
  stop. If a black block lay on the goal, both are set, black first. With ``exit_block="black"``, an
  earlier way to play, there are no grey blocks: a piece that leaves brings a new black one, from an
  unlimited store.
- N9: A block goes on a stop that holds nothing: the stop just left, the goal just left and the old
  stop of the block among them.
- N10: A piece that somebody's swap brings to its goal waits. When its owner's turn comes, the whole
  turn is to take it off and set a grey block; of several such pieces the owner picks one. With
  ``double_exit`` an own swap that brings the swapped piece home takes it off at once as well.
- N11: The ko bars swaps with pieces of others (partners too), never own swaps. ``"repeat"``: a swap
  that the same player has made before in the game, with the same piece, the same stops and the same
  other piece. ``"immediate"``: the same, but only if that was the player's preceding turn.
  ``"position"``: the same, but only if the board after it is the same again, too. ``"undo"``: a
  swap that restores the board from the start of the preceding turn, that of whoever moved last
  (turns that were passed or lost on time do not count). ``"none"``: no swap. The source speaks of
  "the same position" in one of its variants; the default does not require that, ``"position"``
  does.
- N12: ``pass`` is legal only when nothing else is. If all players pass in a row the game ends as it
  stands.
- N13: ``dice``: a colour die says which piece moves (the one named first). It is rolled
  ``"before"`` each turn, unless a forced exit is due; or ``"after"`` each turn for the seat's next
  one, and then also once for every seat before play. If there is no such action, only ``pass`` is
  legal, and such passes do not end the game. With ``dice_count=2`` two dice are rolled one after
  the other, and the piece may be of either colour. ``cards``: after a turn that began with a move a
  seat plays one of J Q K A, each once in a game, or says ``done``. J slides a block, Q puts a block
  anywhere, K sets a grey block from the supply (with ``exit_block="black"`` a black one), A takes a
  block off, a black one for good. ``hand`` gives other cards to all seats or to each, openly; N is
  a number card and does nothing. With ``must_play``, ``done`` is not legal while some card can be
  played.
- N14: A player out of time loses the turn; the steps already made are taken back.
- N15: Once a player or team has the target the round is completed, then the most points win;
  several winners are a draw. A player alone wins by reaching the target. With ``last_round=False``
  the game ends with the turn that reached it.
- N16: After ``max_turns`` turns the game is cut off as it stands.
- N17: Returns are 0 while the game runs. At its end, with n the points of the next seat (of the
  other team), ``scoring`` says what a seat gets: own points (``"points"``), own points - n
  (``"zero_sum"``), or own points + target - n (``"constant_sum"``). A player alone gets its points.
  In teams every member gets the return of the team.
- N18: ``tie_break="superior"``: two pieces out first are adjacent or across, three are obtuse
  (consecutive letters) or acute; adjacent and then acute is superior, across and then obtuse too. A
  superior 3:3 beats an inferior one. It changes the winners, not the returns.
- N19: Stars of 7 and 9 points: legs run (n-1)/2 letters away. An even number has no crossing
  opposite a corner. ``leg`` and ``arm`` change the number of stops on legs and on arms and arcs.
  With five points 25 pairs (leg, arm), among them 2,1 3,2 5,3 6,3 7,4 8,5, give a drawing as exact
  as that of the 100 stops: all circles of legs and arms touch, and the radius of the crossings is
  (sqrt 5 + 2 leg - 2 phi arm) / sqrt 5, phi being the golden ratio. All other boards have the
  circles of corners and crossings, and the proportions of the radii, of the 100 stops; the radii
  shrink by one factor until no two circles of the board overlap.
- N20: The notation: ``a(A->d)``; own swap ``a,b(A<->B)``; with another's piece ``a,1b(A<~>B)``,
  with the partner's ``a,2b(A<=>B)``; ``+`` for each piece that leaves; forced exit ``e(e)+``;
  ``[x]`` sets a black block, ``{x}`` a grey one, ``{x->}`` lifts one; ``pass``, ``done``, ``roll
  a``; cards ``J[x->]`` ``J{x->}`` ``Q[x->]`` ``Q{x->}`` ``K{x}`` ``K[x]`` ``A[x]`` ``A{x}`` ``N``.
  A turn joins its actions by `` & `` and writes a block that moves as ``{x->y}``. Also read, but
  never written: arrows as the source prints them; ``[E x b]`` for the middle of a line; blanks
  anywhere and commas for hyphens, ``[E, 3, b]``; a missing ``+`` (a wrong number is refused),
  ``e(e)`` and ``e(e+)`` for a forced exit; a move without its pieces, ``(A->d)``, ``(A<->B)``, or
  the end of one alone, ``(E-2-D)``, if exactly one legal move fits; if several fit, the message
  names them all. A ``+`` also shows which is meant. Annotations (! ? and a triangle with what
  follows) are ignored in play and kept by records.
- N21: A question about a position (*What analysts ask*) is about a seat: the one to decide, unless
  another is named. If nobody is to decide, a seat must be named. Goals are named by different
  letters. In a position that was set up the opening is over. N23 Positions are compared by E11.

End of the rules.

Actions are numbered in blocks: moves (mover's colour x target), set black, set grey, lift grey
(one for each stop), exits, ``pass``, then rolls and cards where the options have them. Stops are
numbered corners, crossings, arcs, arms, legs, as `stops` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from fivefold import _core
from fivefold._guard import guarded

from ._analysis import (
    Options,
    Path,
    Pin,
    Temperature,
    area,
    count_options,
    opening_type,
    path_kinds,
    phase,
    pinned,
    temperature,
)
from ._board import board, cards, dice, due, points, position, supply
from ._counting import count_positions
from ._star import Spot, adjacency, features, layout, links, routes, stops
from ._tactics import (
    Heat,
    Placed,
    Side,
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
from ._theory import Opening, constellations, nickname, openings, shape, shortest_paths, superior

if TYPE_CHECKING:
    from fivefold._presets import PentagameOptions

__all__ = [
    "Heat",
    "Opening",
    "Options",
    "Path",
    "Pin",
    "Placed",
    "Side",
    "Spot",
    "Temperature",
    "Tie",
    "adjacency",
    "area",
    "board",
    "cards",
    "chirality",
    "constellations",
    "count_options",
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
    "path_kinds",
    "phase",
    "pinned",
    "points",
    "position",
    "relative",
    "routes",
    "rules",
    "shape",
    "shortest_paths",
    "stops",
    "superior",
    "supply",
    "temperature",
    "tied",
]


def rules(
    preset: Literal["pentagame", "pentagame_teams"] = "pentagame",
    **options: Unpack[PentagameOptions],
) -> _core.Rules:
    """Make rules of Pentagame.

    Parameters
    ----------
    preset : {"pentagame", "pentagame_teams"}, default "pentagame"
        Where to begin.
    **options
        Options of the preset, by name or as a dict; what is left out is as in the preset.

    Other Parameters
    ----------------
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
        The block that is set when a piece leaves: grey from the supply, or a new black one (N8).
    double_exit : bool, optional
        An own swap takes off the swapped piece too, if it is home (N10).
    scoring : {"points", "zero_sum", "constant_sum"}, optional
        What returns are (N17).
    tie_break : {"superior"}, optional
        Break a 3:3 of two players (N18).
    last_round : bool, optional
        Whether the round in which the target is reached is completed; if not, that turn is the last (N15).
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
        The same as ``fivefold.rules(preset, **options)``.

    Raises
    ------
    SetupError
        No such option, one is out of range, or two do not go together; ``error.rule`` says which rule.

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
    return _core.rules(preset, **options)


__dir__ = __all__.copy

guarded(globals())
