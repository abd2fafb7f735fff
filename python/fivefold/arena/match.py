"""Matches of two players: pairs of games with the same opening and seed, seats exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal, Unpack

from fivefold._arguments import need_memory, read_rules, read_seed
from fivefold._core import FivefoldError, Rules, game_seed
from fivefold._progress import make_progress
from fivefold._statistics import warn_of_few
from fivefold.clocks import TimeControl
from fivefold.lab.engine import RunOptions, Schedule, read_options, run
from fivefold.lab.playing import check_faults
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Player, ProgramPlayer, make
from fivefold.players.base import describe_player, is_deterministic, is_same
from fivefold.players.fitting import check_plays

from .game import Game
from .openings import Openings, OpeningsLike, read_openings
from .report import match_report
from .results import Counted, Match, Sprt
from .statistics import llr

CHUNK = 32
"""Pairs that are played before a sequential test or the progress is looked at again."""


def match(
    first: Any,
    second: Any,
    rules: str | Rules,
    games: int = 200,
    *,
    seed: int = 0,
    openings: OpeningsLike = None,
    sprt: Sprt | Sequence[float] | Mapping[str, Any] | None = None,
    faults: Literal["raise", "lose"] = "raise",
    clock: str | TimeControl | None = None,
    **options: Unpack[RunOptions],
) -> Match:
    """Play a match in pairs of games: same opening and same seed, seats exchanged.

    Each pair begins from another opening. A player that meets itself has no pairs, because the second game
    would repeat the first: then each game begins from another opening, and the match measures the share of
    seat 0. If nothing can vary (`deterministic` players, the same start), a game is played once.

    Parameters
    ----------
    first, second : str, Player or callable
        What `fivefold.players.make` takes.
    rules : str or Rules
        Rules of the games, for two players.
    games : int, optional
        Number of games, even, 2 or more; with `sprt` the largest number.
    seed : int, optional
        Random seed. Game g depends only on (seed, g // 2) and the players.
    openings : str, path, suite, or iterable of str or Position, optional
        Where the pairs begin, one opening for each. Moves or positions, in turn; a file with moves in each
        line; a suite, in an order drawn from the seed; "suite", the suite of the rules (the default);
        "start", the empty board. "random" draws two decisions of each player, in games of stones near other
        stones. "balanced" draws up to 30 such openings until a search expects 48 to 52 % for the first seat,
        and takes the nearest.
    sprt : (elo0, elo1) or mapping, optional
        A sequential test, checked after whole pairs: ``{"elo0", "elo1", "alpha", "beta", "model"}``.
    faults : {"raise", "lose"}, optional
        What happens when a player fails: an error that names player and game, or the game is lost and listed.
    clock : str or TimeControl, optional
        The time of each game, such as ``"total 60 + 1"`` (`fivefold.clocks`). Only thinking counts. Records
        keep the time left at each action. A late answer loses the game, in Pentagame the turn (X3, N14).
        Games are played one after another, and results depend on the machine.
    **options
        Those of `fivefold.lab.RunOptions`: `threads`, `executor`, `out` and `progress`.
        A kept match continues with more `games`.

    Returns
    -------
    Match
        The games with their statistics.

    Raises
    ------
    FivefoldError
        An argument is out of range, the folder holds something else, or a player has failed. After a
        failure the `match` of the error has the pairs that were played before.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> m = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=20)
    >>> m.score
    1.0
    """
    executor = read_options("match", options).get("executor")
    course = pairs(
        (first, second), rules, games, seed, openings=openings, sprt=sprt, faults=faults, clock=clock
    )
    result = course.match
    report = options["progress"] = make_progress(options.get("progress"))
    # In one go where nothing is asked in between; by the clock what a test does not want would cost time, and
    # a program that fails the games before it.
    by_itself = result.clock is not None or any(isinstance(one, ProgramPlayer) for one in course.sides)
    if executor is None and by_itself:
        course.maximum = 1
    elif not (result.sprt or executor or report.is_reported):
        course.maximum = games
    try:
        run(course, faults=faults, **options)
    except FivefoldError as error:
        error.match = result  # type: ignore[attr-defined]
        raise
    if result.decision:
        report(games, games)
    warn_of_few(len(result.games), result.distinct, stacklevel=2)
    return result


class Pairs(Schedule):
    """The schedule of a match: pairs of games, until there are enough or its test is decided."""

    maximum = CHUNK
    """Pairs that are asked for at a time."""

    def __init__(
        self,
        result: Match,
        sides: tuple[Player, Player],
        starts: Openings,
        seed: int,
        games: int,
        faults: str,
    ) -> None:
        self.match, self.sides, self.starts = result, sides, starts
        self.seed, self.total, self.faults = seed, games, faults
        self.unit = 2 if result.exchanged else 1
        self.counted = Counted(result.exchanged)

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        first = len(self.match.games)
        if self.take(rows[first:]):
            return []
        first = len(self.match.games)
        units = range(first // self.unit, min(self.total, first + 2 * self.maximum) // self.unit)
        return [spec for unit in units for spec in self.specs(unit)]

    def specs(self, unit: int) -> list[GameSpec]:
        """Describe what the games of a pair are: both begin from one opening, with one seed."""
        start = self.starts.position(self.match.rules, self.seed, unit)
        seed, first = game_seed(self.seed, unit), unit * self.unit
        orders = (self.sides, self.sides[::-1])[: self.unit]
        return [
            GameSpec(sides, start, seed, first + turn, self.match.clock) for turn, sides in enumerate(orders)
        ]

    def seat(self, number: int) -> int:
        """Return the seat of the first player in a game."""
        return number % self.unit

    def take(self, rows: Sequence[Row]) -> bool:
        """Add games, up to the one after which the sequential test is decided; tell whether it is."""
        test = self.match.sprt
        for row in rows:
            game = Game(row, self.seat(row.spec.number))
            self.match.games.append(game)
            if test is None:
                continue
            self.counted.add(game)
            if len(self.match.games) % self.unit == 0:
                low, high = test.bounds
                ratio = llr(self.counted.sample(), test.elo0, test.elo1, test.model)
                self.match.decision = "first" if ratio >= high else "second" if ratio <= low else None
                if self.match.decision:
                    return True
        return False

    def piece(self, spec: GameSpec) -> str:
        """See `Schedule.piece`."""
        names = " against ".join(side.name for side in self.sides)
        return f"{'pair' if self.unit == 2 else 'game'} {spec.number // self.unit} of {names}"

    def describe(self) -> dict[str, Any]:
        """See `Schedule.describe`."""
        result = self.match
        return {
            "fivefold": "match",
            "format": 3,
            "first": describe_player(self.sides[0]),
            "second": describe_player(self.sides[1]),
            "rules": result.rules.to_dict(),
            "seed": self.seed,
            "openings": self.starts.describe(),
            "sprt": None if result.sprt is None else list(result.sprt),
            "faults": self.faults,
            "clock": None if result.clock is None else str(result.clock),
        }

    def reports(self) -> dict[str, str]:
        """See `Schedule.reports`."""
        records = "".join(record.to_json() + "\n" for record in self.match.records())
        return {"report.html": match_report(self.match), "records.jsonl": records}


def pairs(
    players: Sequence[Any],
    rules: str | Rules,
    games: int = 200,
    seed: int = 0,
    *,
    openings: OpeningsLike = None,
    sprt: Sprt | Sequence[float] | Mapping[str, Any] | None = None,
    faults: str = "raise",
    clock: str | TimeControl | None = None,
) -> Pairs:
    """Make the schedule of a match: two players, pairs of games, seats exchanged."""
    rules, seed = read_rules(rules), read_seed(seed)
    check(rules, games, faults)
    test = None if sprt is None else read_sprt(sprt)
    control = read_clock(clock)
    if len(players) != 2:
        raise FivefoldError(f"a match of {len(players)} players is refused: it takes two")
    sides = make(players[0]), make(players[1])
    for side in sides:
        check_plays(side, rules)
    starts = read_openings(rules, openings)
    alike = control is None and rules.info.chance != "dice" and all(map(is_deterministic, sides))
    result = Match(
        sides[0].name,
        sides[1].name,
        rules,
        sprt=test,
        clock=control,
        openings=starts.name,
        exchanged=not is_same(*sides),
        exact=alike and starts.is_single(rules),
    )
    return Pairs(result, sides, starts, seed, games, faults)


def check(rules: Any, games: Any, faults: Any) -> None:
    """Refuse arguments that are out of range."""
    if rules.num_players != 2:
        raise FivefoldError(
            f"a match of {rules.name} is refused: it has {rules.num_players} players, not two"
        )
    if isinstance(games, bool) or not isinstance(games, int) or games < 2 or games % 2:
        raise FivefoldError(f"games={games!r:.80} is refused: an even number from 2 on")
    need_memory(100 * games, f"games={games}")  # the row of a game that is over at once
    check_faults(faults)


def read_clock(clock: Any) -> TimeControl | None:
    """Read the time of each game."""
    if clock is None:
        return None
    return TimeControl.parse(str(clock) if isinstance(clock, TimeControl) else clock)


def read_sprt(sprt: Any) -> Sprt:
    """Read a sequential test."""
    try:
        test = Sprt(**sprt) if isinstance(sprt, Mapping) else Sprt(*sprt)
        numbers = [float(value) for value in test[:4]]
    except (TypeError, ValueError):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: (elo0, elo1) or a mapping") from None
    elo0, elo1, alpha, beta = numbers
    if not (isfinite(elo0) and isfinite(elo1) and elo0 < elo1):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: elo0 must be below elo1, both finite")
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: alpha and beta are above 0, their sum below 1")
    if test.model not in ("normalized", "logistic"):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: model is 'normalized' or 'logistic'")
    return test
