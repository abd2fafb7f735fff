"""How many positions and games there are, counted (C1, C2, C6, C7)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from math import comb
from typing import Literal, NamedTuple

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules
from fivefold._given import read_rules

from .estimate import Estimate, exactly

__all__ = ["Transposition", "games", "positions", "transpositions"]

MOST_WALKED = 10**6
# Games whose positions can be counted by a sum.
GAMES = ("pah_tum", "pentagame")
Part = Literal["open", "over", "all"]


class Transposition(NamedTuple):
    """A row of `transpositions`.

    Attributes
    ----------
    turn : int
        Turns played.
    sequences : int
        Sequences of turns that lead so far without the game having ended.
    positions : int
        Different positions that they reach.
    ratio : float
        Sequences a position.
    """

    turn: int
    sequences: int
    positions: int
    ratio: float


def positions(rules: str | Rules, *, part: Part = "open") -> Estimate:
    """Count the different positions that play can reach (C1, C7).

    Parameters
    ----------
    rules : str or Rules
        The game. Counted are Pah-Tum (a closed sum), Pentagame with default house rules (arrangements,
        C7), and every game of at most a million positions (by walking through all of them).
    part : {"open", "over", "all"}, optional
        Somebody is to decide, the game has ended, or both. A random set-up counts with all its layouts.

    Returns
    -------
    Estimate
        log10, and the number itself.

    Raises
    ------
    FivefoldError
        The part is unknown, or the game has more positions than are walked through and no sum is known.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.positions("pentagame").exact
    326085749391649534071840925200
    >>> round(ff.complexity.positions("pah_tum").value, 2)
    26.44
    """
    rules = read_rules(rules)
    if part not in ("open", "over", "all"):
        raise FivefoldError(f"part={part!r:.80} is refused: 'open', 'over' or 'all'")
    for game in GAMES:
        # A game that knows a closed sum brings it along.
        counted = import_module(f"fivefold.{game}").count_positions(rules, part)
        if counted is not None:
            return exactly(*counted)
    counts = {"open": 0, "over": 0}
    for position in walk(rules):
        counts["over" if position.is_over else "open"] += 1
        if sum(counts.values()) > MOST_WALKED:
            raise FivefoldError(
                f"{rules.name} is refused: it has more than {MOST_WALKED} positions, and no sum is known"
            )
    return exactly(sum(counts.values()) if part == "all" else counts[part], "walk")


def walk(rules: Rules) -> Iterator[Position]:
    """Go through all positions that play can reach, each once; without random set-ups."""
    if rules.start(seed=0) != rules.start(seed=1):
        raise FivefoldError(f"{rules.name} is refused: it begins with a random set-up, name a layout")
    seen, open_ = {rules.start(seed=0)}, [rules.start(seed=0)]
    while open_:
        position = open_.pop()
        yield position
        for action in position.legal_actions().tolist():
            following = position.play(action)
            if following not in seen:
                seen.add(following)
                open_.append(following)


def games(rules: str | Rules, *, turns: int) -> Estimate:
    """Count the sequences of so many turns; shorter games count once (C2).

    Parameters
    ----------
    rules : str or Rules
        The game; a random set-up counts with the layouts of Pah-Tum's T1 where no layout is named.
    turns : int
        0 or more.

    Returns
    -------
    Estimate
        log10, and the number itself, as `fivefold.perft` counts it by turns.

    Raises
    ------
    FivefoldError
        The number of turns is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.games("pentagame", turns=2).exact
    879340
    """
    rules = read_rules(rules)
    if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
        raise FivefoldError(f"turns={turns!r:.80} is refused: 0 or more")
    start = rules.start(seed=0)
    found = sequences(start, turns)
    if rules.start(seed=1) != start:
        rows, columns = start.board.shape
        found *= comb(int(rows * columns), 5)
    return exactly(found, "walk")


def sequences(position: Position, turns: int) -> int:
    """Count the sequences of `turns` turns, games that end before counting once."""
    if turns == 0 or position.is_over:
        return 1
    total, counted = 0, _core.perft(position, turns, unit="turn")
    total += counted
    # perft counts those of exactly so many turns; shorter games are added.
    for shorter in range(1, turns):
        total += ended_after(position, shorter)
    return total


def ended_after(position: Position, turns: int) -> int:
    """Count the games that end with exactly this turn."""
    if turns == 1:
        return sum(position.play_all(text).is_over for text in position.turn_moves())
    return sum(
        ended_after(following, turns - 1)
        for text in position.turn_moves()
        if not (following := position.play_all(text)).is_over
    )


def transpositions(rules: str | Rules, turns: int) -> list[Transposition]:
    """Count sequences and positions turn by turn, exactly; games that have ended are left out (C6).

    Parameters
    ----------
    rules : str or Rules
        The game, from its start with seed 0.
    turns : int
        How many turns.

    Returns
    -------
    list of Transposition
        A row a turn, from 0.

    Raises
    ------
    FivefoldError
        The number of turns is out of range, or there are more than a million positions.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.transpositions(ff.rules("freestyle", size=5), 3)[-1]
    Transposition(turn=3, sequences=13800, positions=6900, ratio=2.0)
    """
    rules = read_rules(rules)
    if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
        raise FivefoldError(f"turns={turns!r:.80} is refused: 0 or more")
    level: dict[Position, int] = {rules.start(seed=0): 1}
    rows = []
    for turn in range(turns + 1):
        total = sum(level.values())
        rows.append(Transposition(turn, total, len(level), total / len(level) if level else 0.0))
        if turn == turns:
            break
        below: dict[Position, int] = {}
        for position, count in level.items():
            for text in position.turn_moves():
                following = position.play_all(text)
                if not following.is_over:
                    below[following] = below.get(following, 0) + count
            if len(below) > MOST_WALKED:
                raise FivefoldError(f"turns={turns} is refused: there are more than {MOST_WALKED} positions")
        level = below
    return rows
