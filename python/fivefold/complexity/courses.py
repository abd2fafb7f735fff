"""Decided games turn by turn, with the value of each position for each seat (C8)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._arguments import read_rules, read_seed
from fivefold._core import FivefoldError, Position, Record, Rules, game_seed
from fivefold._core.search import values as search_values
from fivefold._progress import Progress, ProgressLike, Report
from fivefold._turns import turn_starts
from fivefold.arena.openings import OpeningsLike

from .counting import read_count
from .estimate import Observed
from .lots import Lot, played

Source: TypeAlias = "str | Rules | Record | Iterable[Record]"
Values: TypeAlias = Callable[[Position], ArrayLike]


@dataclass(frozen=True)
class Course:
    """A decided game, turn by turn."""

    values: NDArray[np.float64]  # float64 ``[T, seats]``, from 0 to 1
    winners: list[int]  # their seats: one, or a team
    teams: tuple[int, ...]  # the team of each seat
    key: Hashable = None  # what makes the game different from others
    start: int = 0  # the key of the position in which the players began

    def of_winner(self) -> NDArray[np.float64]:
        """Return the value of the winner at each turn; of several, the mean."""
        mean: NDArray[np.float64] = self.values[:, self.winners].mean(axis=1)
        return mean

    def behind(self) -> NDArray[np.float64]:
        """Return by how much the winner was behind the highest value at each turn."""
        behind: NDArray[np.float64] = self.values.max(axis=1) - self.of_winner()
        return behind.clip(0.0)

    def lead_changes(self) -> int:
        """Count how often another team took the lead."""
        leader, changes = None, 0
        for row in self.values:
            leading = {self.teams[seat] for seat in np.flatnonzero(row == row.max())}
            # Who leads keeps the lead as long as nobody else has it alone.
            if leader in leading or len(leading) > 1:
                continue
            changes += leader is not None
            leader = leading.pop()
        return changes


def courses(
    source: Source,
    players: Sequence[Any] | None,
    games: int,
    seed: int,
    values: Values | None,
    simulations: int,
    progress: ProgressLike = None,
    openings: OpeningsLike = None,
) -> tuple[list[Course], int]:
    """Play games or take records; judge the positions at which a turn begins. Also how many are left out."""
    seed, simulations = read_seed(seed), read_count(simulations, "simulations")
    if values is not None and not callable(values):
        raise FivefoldError(f"values={values!r:.80} are refused: a function of a position")
    if isinstance(source, (str, Rules)):
        rules, games = read_rules(source), read_count(games, "games")
        with Progress(progress, games, "games") as whole:
            share = 0.05 if players is None else 0.3
            lot = played(rules, players, games, seed, whole.part(share), openings)
            lot.warn(3)
            return courses_of(lot, seed, values, simulations, whole.part(1.0))
    try:
        records = [source] if isinstance(source, Record) else list(source)
    except TypeError:
        raise FivefoldError(f"{source!r:.80} is refused: rules, a record or records") from None
    if (
        players is not None
        or openings is not None
        or not all(isinstance(record, Record) for record in records)
    ):
        raise FivefoldError(
            "players= and openings= are for games still to be played; records are judged as they are"
        )
    lot = Lot.of(records)
    lot.warn(3)
    with Progress(progress, len(records), "games") as whole:
        return courses_of(lot, seed, values, simulations, whole.part(1.0))


def courses_of(
    lot: Lot, seed: int, values: Values | None, simulations: int, progress: Report
) -> tuple[list[Course], int]:
    """Judge the positions of games at which a turn begins. Also how many games are left out."""
    courses: list[Course] = []
    games = zip(lot.records, lot.keys, lot.starts, strict=True)
    decided = [game for game in games if winners_of(game[0])]
    for number, (record, key, start) in enumerate(decided):

        def report(done: int, total: int, before: int = number) -> None:
            progress(before * total + done, len(decided) * total)

        starts = list(turn_starts(record))
        if starts:
            array = judged(starts, values, simulations, seed, report)
            courses.append(Course(array, winners_of(record), record.rules.info.teams, key, start))
    return courses, len(lot.records) - len(courses)


def observed(courses: list[Course]) -> Observed:
    """Take the games of courses."""
    return Observed([course.key for course in courses], [course.start for course in courses])


def winners_of(record: Record) -> list[int]:
    """Return the seats that won alone or as a team; none for a draw or a game cut off or unfinished."""
    outcome = record.outcome
    if outcome is None or outcome.termination.name == "MAX_TURNS":
        return []
    winners = list(outcome.winners)
    return winners if len({record.rules.info.teams[seat] for seat in winners}) == 1 else []


def judged(
    positions: list[Position], values: Values | None, simulations: int, seed: int, progress: Report
) -> NDArray[np.float64]:
    """Return the values of positions by seat, from 0 to 1."""
    rules = positions[0].rules
    array: NDArray[np.float64]
    if values is None:
        # From a seed of its own, so that a position has the same value whatever was judged before.
        seeds = [game_seed(seed, position.key) for position in positions]
        array = search_values(positions, seeds, simulations, progress=progress).astype(np.float64)
    else:
        rows = []
        for position in positions:
            rows.append(np.asarray(values(position), np.float64).reshape(-1))
            progress(len(rows), len(positions))
        array = np.array(rows)
    if array.shape != (len(positions), rules.num_players) or not np.isfinite(array).all():
        raise FivefoldError(f"the values are refused: {rules.num_players} finite numbers a position")
    return (array - rules.min_return) / (rules.max_return - rules.min_return)
