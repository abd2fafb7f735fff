"""How many positions and games there are, counted or estimated (C1, C2, C7)."""

from __future__ import annotations

from importlib import import_module
from math import log10
from typing import Any, Literal

import numpy as np

from fivefold import _core
from fivefold._arguments import read_rules, read_seed
from fivefold._arguments import whole as whole_number
from fivefold._core import FivefoldError, Rules
from fivefold._progress import Progress, ProgressLike, Report

from . import walking
from .estimate import Estimate, exactly, log10_of, mean_of_logs

MAX_SEQUENCES = 10**7
# Independent estimates that a splitting is made of: their spread gives the interval.
CLOUDS = 20
# Samples where none are asked for: splitting, populations, games whose positions are looked at.
BOARDS, BOARDS_OF_GAMES, MAX_GAMES, GAMES_SEEN = 4_000, 10_000, 20_000, 200
# Actions times the size of the action space that populations may take where no number is asked for.
WORK = 8e9
# Games in which some sequences have more actions than this are sampled one by one.
MAX_STEPS = 20_000
# Games that know sums, samplers or bounds of their own bring them along in their modules.
GAMES = ("gomoku", "renju", "pagoda", "pah_tum", "pentagame")
Part = Literal["open", "over", "all"]


def read_count(value: Any, name: str, minimum: int = 1) -> int:
    """Take a whole number."""
    return whole_number(value, name, minimum, 10**9)


def answer_of(question: str, rules: Rules, *arguments: Any) -> Any:
    """Ask the games' modules; the first answer that is not None."""
    for game in GAMES:
        function = getattr(import_module(f"fivefold.{game}"), question, None)
        answer = None if function is None else function(rules, *arguments)
        if answer is not None:
            return answer
    return None


def set_ups(rules: Rules) -> int:
    """Count the layouts among which the start is drawn at random, each equally likely."""
    return int(answer_of("count_set_ups", rules) or 1)


def clouds_of(samples: int) -> list[int]:
    """Share samples among independent estimates."""
    number = min(CLOUDS, samples)
    return [samples // number + (index < samples % number) for index in range(number)]


def shared(rules: Rules, boards: int) -> int:
    """Return the number of boards of a splitting by default: on larger fields fewer, each takes longer."""
    points = float(np.prod(rules.board_shape))
    return int(np.clip(boards * (225 / points) ** 2, 200, boards))


def positions(
    rules: str | Rules,
    samples: int | None = None,
    seed: int = 0,
    *,
    part: Part = "open",
    progress: ProgressLike = None,
) -> Estimate:
    """Count the different positions that play can reach, or estimate their number (C1, C7).

    Parameters
    ----------
    rules : str or Rules
        The game. Counted exactly are Gomoku on boards of at most 30 points (inclusion and exclusion),
        Pah-Tum (a closed sum), Pentagame with default house rules (arrangements, C7), and every game of
        at most a million positions (by walking through all of them).
    samples : int, optional
        Number of samples, taken even where the number is known. Larger boards of Gomoku are estimated by
        splitting, with `samples` boards; for other games `samples` random games are played, and the positions
        seen bound the number from below. None: exact where possible, else a number of samples that takes less
        than a minute.
    seed : int, optional
        Random seed of the samples, 0 to 2^64-1.
    part : {"open", "over", "all"}, optional
        Positions in which a seat is to decide, in which the game has ended, or both. A random set-up counts
        with all its layouts.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`; the unit is per cent.

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
    samples = None if samples is None else read_count(samples, "samples")
    with Progress(progress, 100, "%") as whole:
        return positions_of(rules, samples, seed, part, whole.part(1.0))


def positions_of(rules: Rules, samples: int | None, seed: int, part: Part, progress: Report) -> Estimate:
    """Count positions exactly, else sample them, else bound their number."""
    if samples is None:
        counted = answer_of("count_positions", rules, part)
        if counted is not None:
            return exactly(*counted)
    boards = shared(rules, BOARDS) if samples is None else samples
    logs = answer_of("sample_positions", rules, part, clouds_of(boards), seed, progress)
    if logs is not None:
        return mean_of_logs(logs, "splitting", boards)
    if samples is None:
        counts = walking.walked_positions(rules, progress)
        if counts is not None:
            return exactly(sum(counts.values()) if part == "all" else counts[part], "walk")
    return bounded(rules, GAMES_SEEN if samples is None else samples, seed, part, progress)


def bounded(rules: Rules, samples: int, seed: int, part: Part, progress: Report) -> Estimate:
    """Bound the number of positions: by those seen in random games, and by a closed sum."""
    maximum = answer_of("count_positions", rules, part) or answer_of("max_positions", rules, part)
    if maximum is None:
        raise FivefoldError(
            f"{rules.name} is refused: it has more than {walking.MAX_WALKED} positions, and no sum is known"
        )
    high = log10_of(maximum if isinstance(maximum, int) else maximum[0])
    random = _core.playouts(rules, samples, seed=seed)
    seen: set[int] = set()
    for index in range(samples):
        seen.update(
            position.key
            for position in random.record(index).positions()
            if part == "all" or position.is_over == (part == "over")
        )
        progress(index + 1, samples)
    return Estimate(high, log10(len(seen)) if seen else 0.0, high, None, "bounds", samples)


def games(
    rules: str | Rules,
    samples: int | None = None,
    seed: int = 0,
    *,
    turns: int | None = None,
    unit: Literal["turn", "result"] = "turn",
    progress: ProgressLike = None,
) -> Estimate:
    """Count the different sequences of moves from start to end, or estimate their number (C2).

    Parameters
    ----------
    rules : str or Rules
        The game. Counted exactly are Gomoku on boards of at most 30 points, Pah-Tum, and games of at most a
        million positions. Larger boards of Gomoku are estimated by splitting, other games by populations:
        twenty sets of random games in step, in which games that continue take the places of those that have
        ended. The estimate is the product of the mean numbers of options. With fewer than twenty samples a
        population is one game, and this is Knuth's method.
    samples : int, optional
        Sample so often even where the number is known; None: exact where possible, else a number of samples
        that takes less than a minute for most games.
    seed : int, optional
        Random seed of the samples, 0 to 2^64-1.
    turns : int, optional
        Count sequences of this many turns instead; shorter games count once. Exact to ten million
        sequences.
    unit : {"turn", "result"}, optional
        With `turns`: count turns, or what they lead to (see `fivefold.perft`). Results are not estimated.
    progress : bool or callable, optional
        See `fivefold.complexity.branching`; the unit is per cent.

    Returns
    -------
    Estimate
        log10, and the number itself where it is known. A random set-up counts with all its layouts. `note`
        says if one population has more than a tenth of the sum, which means that they are far apart: the
        number may then be larger than it seems.

    Raises
    ------
    FivefoldError
        An argument is out of range, or there are too many results to be counted.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.complexity.games("pentagame", turns=2).exact
    879340
    >>> ff.complexity.games("pentagame", turns=1, unit="result").exact
    1005
    >>> ff.complexity.games(ff.rules("freestyle", size=5)).exact
    12123953291699459229254400
    """
    rules, seed = read_rules(rules), read_seed(seed)
    turns = None if turns is None else whole_number(turns, "turns", 0, 2**31 - 1)
    if unit not in ("turn", "result"):
        raise FivefoldError(f"unit={unit!r:.80} is refused: 'turn' or 'result'")
    samples = None if samples is None else read_count(samples, "samples")
    with Progress(progress, 100, "%") as whole:
        if unit == "result":
            return results_of(rules, samples, turns, whole)
        return games_of(rules, samples, seed, turns, whole)


def results_of(rules: Rules, samples: int | None, turns: int | None, whole: Progress) -> Estimate:
    """Count sequences by what each turn leads to, where there are few enough."""
    if turns is None or samples is not None:
        raise FivefoldError("unit='result' is refused: it takes turns=, and no samples=")
    counted = counted_games(rules, turns, 0, whole.part(1.0), "result")
    if counted is None:
        raise FivefoldError(f"turns={turns} is refused: too many results to be counted one by one")
    return counted


def games_of(rules: Rules, samples: int | None, seed: int, turns: int | None, whole: Progress) -> Estimate:
    """Count games exactly, else sample them."""
    if samples is None:
        counted = counted_games(rules, turns, seed, whole.part(0.1 if turns is None else 1.0))
        if counted is not None:
            return counted
    if turns is None:
        boards = shared(rules, BOARDS_OF_GAMES) if samples is None else samples
        logs = answer_of("sample_games", rules, clouds_of(boards), seed, whole.part(0.9))
        if logs is not None:
            return mean_of_logs(logs, "splitting", boards)
    steps = steps_of(rules, turns)
    if samples is None:
        # Half a minute or so, the same number everywhere.
        samples = int(np.clip(WORK / (steps * rules.num_actions), 1000, MAX_GAMES))
    report = whole.part(0.9)
    sizes = clouds_of(samples)
    logs = _core.complexity.game_populations(
        rules, sizes, seed, turns, MAX_STEPS, progress=lambda done, _: report(done, steps * samples)
    ).logs
    if np.isnan(logs).any():
        logs = _core.complexity.game_products(rules, samples, seed, turns, progress=whole.part(1.0))
    return mean_of_logs(logs + log10(set_ups(rules)), "sampled", samples)


def counted_games(
    rules: Rules, turns: int | None, seed: int, progress: Report, unit: Literal["turn", "result"] = "turn"
) -> Estimate | None:
    """Count games exactly where it can be done."""
    if turns is None:
        counted = answer_of("count_games", rules)
        if counted is None and (walked := walking.walked_games(rules, progress)) is not None:
            counted = (walked, "walk")
        return None if counted is None else exactly(*counted)
    # A few games tell whether there are too many sequences to be counted one by one.
    few = mean_of_logs(_core.complexity.game_products(rules, 100, seed, turns), "sampled", 100)
    if few.value > log10(3 * MAX_SEQUENCES):
        return None
    games = set_ups(rules) * walking.sequences(rules.start(seed=0), turns, progress, unit)
    return exactly(games, "walk")


def steps_of(rules: Rules, turns: int | None) -> int:
    """Return how many actions the games of a population have, by a small one."""
    walks = _core.complexity.game_populations(rules, [16], 0, turns, MAX_STEPS)
    return max(walks.steps[0], 1)
