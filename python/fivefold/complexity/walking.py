"""Going to each position of a game: positions, games, sequences of turns, transpositions (C1, C2, C6)."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from typing import Literal, NamedTuple

import numpy as np

from fivefold import _core
from fivefold._arguments import read_rules
from fivefold._arguments import whole as whole_number
from fivefold._core import FivefoldError, Position, Rules
from fivefold._progress import Progress, ProgressLike, Report

MAX_WALKED = 10**6
# Random walks that tell whether there are too many positions to be gone through one by one: five times the
# square root of the most that are walked, to a depth at which there would be as many sequences.
PROBES, PROBED = 5, 14.0
# A walk that goes deeper repeats itself.
MAX_DEEP = 5000


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
        Sequences per position.
    """

    turn: int
    sequences: int
    positions: int
    ratio: float


def fixed_start(rules: Rules) -> Position | None:
    """Return the start of the rules, unless it is drawn at random."""
    start = rules.start(seed=0)
    return start if rules.start(seed=1) == start else None


def is_surely_large(start: Position) -> bool:
    """Return whether random walks of one depth show that there are more than `MAX_WALKED` positions.

    If there are N positions at that depth, n walks reach none twice with a chance of at most exp(-n^2 / 2N):
    some four in a million for n = 5 sqrt(N), and less where they are not equally likely. The
    walks are the same in every call.
    """
    chance = np.random.default_rng(0)

    def walk(turns: int | None) -> tuple[Position, list[int]]:
        position = start
        options: list[int] = []
        while not position.is_over and (turns is None or len(options) < turns):
            actions = position.legal_actions()
            options.append(len(actions))
            position = position.play(int(actions[chance.integers(len(actions))]))
            if turns is None and sum(map(log10, options)) >= PROBED:
                break
        return position, options

    end, options = walk(None)
    # At the end of a game there may be less choice than before.
    depth = max(1, len(options) * 2 // 3) if end.is_over else len(options)
    reached: set[int] = set()
    for _ in range(int(PROBES * MAX_WALKED**0.5)):
        position, _ = walk(depth)
        if position.key in reached:
            return False
        reached.add(position.key)
    return True


def walked_positions(rules: Rules, progress: Report | None = None) -> dict[str, int] | None:
    """Count positions by going to each of them once; None where there are too many."""
    start = fixed_start(rules)
    if start is None or is_surely_large(start):
        return None
    counts = {"open": 0, "over": 0}
    seen, ahead = {start.key}, [start]
    while ahead:
        position = ahead.pop()
        counts["over" if position.is_over else "open"] += 1
        for action in position.legal_actions().tolist():
            following = position.play(action)
            if following.key not in seen:
                seen.add(following.key)
                ahead.append(following)
        if len(seen) > MAX_WALKED:
            return None
        if progress is not None:
            progress(len(seen), MAX_WALKED)
    return counts


def walked_games(rules: Rules, progress: Report | None = None) -> int | None:
    """Count games by going to each position once; None where there are too many or they repeat."""
    start = fixed_start(rules)
    if start is None or walked_positions(rules, progress) is None:
        return None
    counts: dict[int, int] = {}
    # Where one stands: a position, the actions not yet tried, the games found so far.
    path = [[start, start.legal_actions().tolist(), 0]]
    while True:
        position, actions, games = path[-1]
        if actions:
            following = position.play(actions.pop())
            known = 1 if following.is_over else counts.get(following.key)
            if known is None:
                path.append([following, following.legal_actions().tolist(), 0])
            else:
                path[-1][2] += known
            if len(path) > MAX_DEEP:
                return None
            continue
        path.pop()
        if not path:
            return int(games)
        counts[position.key] = games
        path[-1][2] += games


def sequences(
    start: Position, turns: int, progress: Report | None = None, unit: Literal["turn", "result"] = "turn"
) -> int:
    """Count the sequences of `turns` turns (or results), games that end before counting once."""
    if turns == 0 or start.is_over:
        return 1
    ended, level = 0, {start: 1}
    for turn in range(turns - 1):
        below: dict[Position, int] = {}
        for position, count in reported(level, turn, turns, progress):
            after = map(position.play_all, position.turn_moves())
            for following in set(after) if unit == "result" else after:
                if following.is_over:
                    ended += count
                else:
                    below[following] = below.get(following, 0) + count
        level = below
    last = reported(level, turns - 1, turns, progress)
    return ended + sum(count * _core.perft(position, 1, unit) for position, count in last)


def reported(
    level: dict[Position, int], turn: int, turns: int, progress: Report | None
) -> Iterator[tuple[Position, int]]:
    """Yield the positions of a turn with their counts, and report how far it is."""
    for number, pair in enumerate(level.items()):
        if progress is not None:
            # Nearly all positions are those of the last turns: each turn counts as ten times the one before.
            progress(int(1e6 * 10.0 ** (turn + 1 - turns) * (0.1 + 0.9 * number / len(level))), 10**6)
        yield pair


def transpositions(rules: str | Rules, turns: int, *, progress: ProgressLike = None) -> list[Transposition]:
    """Count sequences and positions turn by turn, exactly; games that have ended are left out (C6).

    Parameters
    ----------
    rules : str or Rules
        The game, from its start with seed 0.
    turns : int
        How many turns.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`; the unit is per cent.

    Returns
    -------
    list of Transposition
        A row per turn, from 0.

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
    turns = whole_number(turns, "turns")
    with Progress(progress, 100, "%") as whole:
        return transposed(rules.start(seed=0), turns, whole.part(1.0))


def transposed(start: Position, turns: int, progress: Report) -> list[Transposition]:
    """Count sequences and positions turn by turn."""
    level: dict[Position, int] = {start: 1}
    rows = []
    for turn in range(turns + 1):
        total = sum(level.values())
        rows.append(Transposition(turn, total, len(level), total / len(level) if level else 0.0))
        if turn == turns:
            break
        below: dict[Position, int] = {}
        for position, count in reported(level, turn, turns, progress):
            for text in position.turn_moves():
                following = position.play_all(text)
                if not following.is_over:
                    below[following] = below.get(following, 0) + count
            if len(below) > MAX_WALKED:
                raise FivefoldError(f"turns={turns} is refused: there are more than {MAX_WALKED} positions")
        level = below
    return rows
