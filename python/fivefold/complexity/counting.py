"""How many positions and games there are, counted or estimated (C1, C2, C6, C7)."""

from __future__ import annotations

from importlib import import_module
from math import log10
from typing import Any, Literal, NamedTuple

import numpy as np

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules
from fivefold._given import read_rules

from .estimate import Estimate, exactly, log10_of, mean_of_logs

__all__ = ["Transposition", "games", "positions", "transpositions"]

MOST_WALKED = 10**6
MOST_SEQUENCES = 10**7
# Independent estimates that a splitting is made of: their spread gives the interval.
CLOUDS = 20
# Samples where none are asked for: splitting, populations, games whose positions are looked at.
BOARDS, BOARDS_OF_GAMES, MOST_GAMES, GAMES_SEEN = 4_000, 10_000, 20_000, 200
# Actions times the size of the action space that populations may take where no number is asked for.
WORK = 8e9
# Games in which some sequences have more actions than this are sampled one by one.
MOST_STEPS = 20_000
# Random walks that tell whether there are too many positions to be gone through one by one: five times the
# square root of the most that are walked, to a depth at which there would be as many sequences.
PROBES, PROBED = 5, 14.0
# A walk that goes deeper repeats itself.
MOST_DEEP = 5000
# Games that know sums, samplers or bounds of their own bring them along in their modules.
GAMES = ("gomoku", "renju", "pagoda", "pah_tum", "pentagame")
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


def read_count(value: Any, name: str, least: int = 1) -> int:
    """Take a whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= 10**9:
        raise FivefoldError(f"{name}={value!r:.80} is refused: {least} to 10^9")
    return int(value)


def read_seed(value: Any) -> int:
    """Take a seed."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value < 2**64:
        raise FivefoldError(f"seed={value!r:.80} is refused: 0 to 2^64-1")
    return int(value)


def asked(question: str, rules: Rules, *arguments: Any) -> Any:
    """Ask the games' modules; the first answer that is not None."""
    for game in GAMES:
        function = getattr(import_module(f"fivefold.{game}"), question, None)
        found = None if function is None else function(rules, *arguments)
        if found is not None:
            return found
    return None


def set_ups(rules: Rules) -> int:
    """Count the layouts among which the start is drawn at random, each equally likely."""
    return int(asked("count_set_ups", rules) or 1)


def clouds_of(samples: int) -> list[int]:
    """Share samples among independent estimates."""
    number = min(CLOUDS, samples)
    return [samples // number + (index < samples % number) for index in range(number)]


def shared(rules: Rules, boards: int) -> int:
    """Give the number of boards of a splitting by default: on larger fields fewer, each takes longer."""
    points = float(np.prod(rules.board_shape))
    return int(np.clip(boards * (225 / points) ** 2, 200, boards))


def positions(
    rules: str | Rules, samples: int | None = None, seed: int = 0, *, part: Part = "open"
) -> Estimate:
    """Count the different positions that play can reach, or estimate their number (C1, C7).

    Parameters
    ----------
    rules : str or Rules
        The game. Counted exactly are Gomoku on boards of at most 30 points (inclusion and exclusion),
        Pah-Tum (a closed sum), Pentagame with default house rules (arrangements, C7), and every game of
        at most a million positions (by walking through all of them).
    samples : int, optional
        Sample so often even where the number is known. Larger boards of Gomoku are estimated by
        splitting, with `samples` boards; for other games `samples` random games are played, and the
        positions seen bound the number from below. None: exact where it can be had, else a number of
        samples that takes less than a minute.
    seed : int, optional
        Of the samples, 0 to 2^64-1.
    part : {"open", "over", "all"}, optional
        Somebody is to decide, the game has ended, or both. A random set-up counts with all its layouts.

    Returns
    -------
    Estimate
        log10, and the number itself where it is known. Method "bounds": `low` are the different
        positions seen, `high` and `value` a closed sum that holds all.

    Raises
    ------
    FivefoldError
        An argument is out of range, or the game has more positions than are walked through and no bound
        of their number is known.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.positions("pentagame").exact
    326085749391649534071840925200
    >>> round(ff.complexity.positions("pah_tum").value, 2)
    26.44
    >>> ff.complexity.positions("freestyle", samples=200).method
    'splitting'
    """
    rules, seed = read_rules(rules), read_seed(seed)
    if part not in ("open", "over", "all"):
        raise FivefoldError(f"part={part!r:.80} is refused: 'open', 'over' or 'all'")
    if samples is None:
        counted = asked("count_positions", rules, part)
        if counted is not None:
            return exactly(*counted)
    else:
        samples = read_count(samples, "samples")
    boards = shared(rules, BOARDS) if samples is None else samples
    logs = asked("sample_positions", rules, part, clouds_of(boards), seed)
    if logs is not None:
        return mean_of_logs(logs, "splitting", boards)
    if samples is None:
        counts = walked_positions(rules)
        if counts is not None:
            return exactly(sum(counts.values()) if part == "all" else counts[part], "walk")
    return bounded(rules, GAMES_SEEN if samples is None else samples, seed, part)


def bounded(rules: Rules, samples: int, seed: int, part: Part) -> Estimate:
    """Bound the number of positions: by those seen in random games, and by a closed sum."""
    most = asked("count_positions", rules, part) or asked("most_positions", rules, part)
    if most is None:
        raise FivefoldError(
            f"{rules.name} is refused: it has more than {MOST_WALKED} positions, and no sum is known"
        )
    high = log10_of(most if isinstance(most, int) else most[0])
    random = _core.playouts(rules, samples, seed=seed)
    seen: set[int] = set()
    for index in range(samples):
        seen.update(
            position.key
            for position in random.record(index).positions()
            if part == "all" or position.is_over == (part == "over")
        )
    return Estimate(high, log10(len(seen)) if seen else 0.0, high, None, "bounds", samples)


def fixed_start(rules: Rules) -> Position | None:
    """Give the start of the rules, unless it is drawn at random."""
    start = rules.start(seed=0)
    return start if rules.start(seed=1) == start else None


def is_surely_large(start: Position) -> bool:
    """Tell whether random walks of one depth show that there are more than `MOST_WALKED` positions.

    Of N positions at that depth, n walks reach none twice with a chance of at most exp(-n^2 / 2N), which is
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
    for _ in range(int(PROBES * MOST_WALKED**0.5)):
        position, _ = walk(depth)
        if position.key in reached:
            return False
        reached.add(position.key)
    return True


def walked_positions(rules: Rules) -> dict[str, int] | None:
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
        if len(seen) > MOST_WALKED:
            return None
    return counts


def walked_games(rules: Rules) -> int | None:
    """Count games by going to each position once; None where there are too many or they repeat."""
    start = fixed_start(rules)
    if start is None or walked_positions(rules) is None:
        return None
    counts: dict[int, int] = {}
    # Where one stands: a position, the actions not yet tried, the games found so far.
    path = [[start, start.legal_actions().tolist(), 0]]
    while True:
        position, actions, found = path[-1]
        if actions:
            following = position.play(actions.pop())
            known = 1 if following.is_over else counts.get(following.key)
            if known is None:
                path.append([following, following.legal_actions().tolist(), 0])
            else:
                path[-1][2] += known
            if len(path) > MOST_DEEP:
                return None
            continue
        path.pop()
        if not path:
            return int(found)
        counts[position.key] = found
        path[-1][2] += found


def games(
    rules: str | Rules, samples: int | None = None, seed: int = 0, *, turns: int | None = None
) -> Estimate:
    """Count the different sequences of moves from start to end, or estimate their number (C2).

    Parameters
    ----------
    rules : str or Rules
        The game. Counted exactly are Gomoku on boards of at most 30 points, Pah-Tum, and games of at most
        a million positions. Larger boards of Gomoku are estimated by splitting, other games by
        populations: twenty times many random games at once, of which those that go on take the places of
        those that have ended; the product of the mean numbers of options. With fewer than twenty samples a
        population is one game, and this is Knuth's method.
    samples : int, optional
        Sample so often even where the number is known; None: exact where it can be had, else a number
        of samples that takes less than a minute for most games.
    seed : int, optional
        Of the samples, 0 to 2^64-1.
    turns : int, optional
        Count sequences of this many turns instead; shorter games count once. Exact to ten million
        sequences.

    Returns
    -------
    Estimate
        log10, and the number itself where it is known. A random set-up counts with all its layouts.
        `note` says when one population carries more than a tenth of the sum, that is when they are far
        apart: the number may then be larger than it seems.

    Raises
    ------
    FivefoldError
        An argument is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.games("pentagame", turns=2).exact
    879340
    >>> ff.complexity.games(ff.rules("freestyle", size=5)).exact
    12123953291699459229254400
    """
    rules, seed = read_rules(rules), read_seed(seed)
    if turns is not None and (
        isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns < 2**31
    ):
        raise FivefoldError(f"turns={turns!r:.80} is refused: 0 or more")
    if samples is None:
        counted = counted_games(rules, turns, seed)
        if counted is not None:
            return counted
    else:
        samples = read_count(samples, "samples")
    if turns is None:
        boards = shared(rules, BOARDS_OF_GAMES) if samples is None else samples
        logs = asked("sample_games", rules, clouds_of(boards), seed)
        if logs is not None:
            return mean_of_logs(logs, "splitting", boards)
    if samples is None:
        samples = affordable(rules, turns)
    logs, _ = _core.game_populations(rules, clouds_of(samples), seed, turns, MOST_STEPS)
    if np.isnan(logs).any():
        logs = _core.game_products(rules, samples, seed, turns)
    return mean_of_logs(logs + log10(set_ups(rules)), "sampled", samples)


def counted_games(rules: Rules, turns: int | None, seed: int) -> Estimate | None:
    """Count games exactly where it can be done."""
    if turns is None:
        counted = asked("count_games", rules)
        if counted is None and (walked := walked_games(rules)) is not None:
            counted = (walked, "walk")
        return None if counted is None else exactly(*counted)
    # A few games tell whether there are too many sequences to be counted one by one.
    few = mean_of_logs(_core.game_products(rules, 100, seed, turns), "sampled", 100)
    if few.value > log10(3 * MOST_SEQUENCES):
        return None
    found = set_ups(rules) * sequences(rules.start(seed=0), turns)
    return exactly(found, "walk")


def affordable(rules: Rules, turns: int | None) -> int:
    """Give a number of games that takes half a minute or so, the same everywhere."""
    _, steps = _core.game_populations(rules, [16], 0, turns, MOST_STEPS)
    return int(np.clip(WORK / (steps[0] * rules.num_actions), 1000, MOST_GAMES))


def sequences(start: Position, turns: int) -> int:
    """Count the sequences of `turns` turns, games that end before counting once."""
    if turns == 0 or start.is_over:
        return 1
    ended, level = 0, {start: 1}
    for _ in range(turns - 1):
        below: dict[Position, int] = {}
        for position, count in level.items():
            for text in position.turn_moves():
                following = position.play_all(text)
                if following.is_over:
                    ended += count
                else:
                    below[following] = below.get(following, 0) + count
        level = below
    return ended + sum(count * _core.perft(position, 1, unit="turn") for position, count in level.items())


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
