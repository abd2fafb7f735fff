"""Playing the matches of a round: what is played at a table, by whom, from which seeds (T2-3, T2-30)."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any, NamedTuple

from fivefold import _core
from fivefold._core import FivefoldError, Position, Record, Rules, game_seed
from fivefold.arena.openings import Asked, read_openings
from fivefold.clocks import TimeControl
from fivefold.lab.spec import GameSpec
from fivefold.players import Player

from .durations import sitting_order
from .rounds import Table
from .system import System

__all__ = ["Played", "Task", "fitting", "points_of", "task_of"]

Played = tuple[list[float], Record]
"""One game of a match: the points in the order of the table, and the record."""

PLACES = 40
"""Openings of a suite at which tables begin."""


@dataclass(frozen=True)
class Task:
    """A match that is due.

    Attributes
    ----------
    table : tuple of str
        Who plays.
    rules : Rules
        What is played there.
    seed : int
        Of the match; game k draws from ``game_seed(seed, k)``.
    round : int
        Number of the round, from 1.
    specs : tuple of GameSpec
        The games: those between which all seats are exchanged begin from one opening, the next from the next.
    """

    table: Table
    rules: Rules
    seed: int
    round: int
    specs: tuple[GameSpec, ...]

    @property
    def games(self) -> int:
        """How many games the match has."""
        return len(self.specs)

    def orders(self) -> list[Table]:
        """Tell who sits where in each game: names by side of the game (T2-3)."""
        return [sitting_order(self.table, game) for game in range(self.games)]


def fitting(rules: Rules, seats: int) -> Rules:
    """Give the rules for a table.

    Where the game has as many sides as the table has names each name plays a side: alone, or with several
    seats as a team. Else a game whose number of players is an option is set to the size of the table; other
    games must have it.
    """
    if seats in (rules.num_players, len(rules.info.sides)):
        return rules
    roles = {name: option.role for name, option in _core.options(rules.name).items()}
    options = {name: value for name, value in rules.options.items() if roles[name] != "follows_players"}
    players = [name for name, role in roles.items() if role == "players"]
    if not players:
        raise FivefoldError(f"{rules.name} is for {rules.num_players}: a table of {seats} cannot play it")
    return _core.rules(rules.name, **{**options, players[0]: seats})


def parts_of(rules: Rules, names: int) -> tuple[int, ...]:
    """Tell for each seat which name of the sitting order plays it."""
    if rules.num_players == names:
        return tuple(range(names))
    sides = rules.info.sides
    return tuple(
        next(index for index, side in enumerate(sides) if seat in side) for seat in range(rules.num_players)
    )


def meetings_of(system: System, table: Table) -> int:
    """Tell how often these have met before."""
    return sum(set(entry.table) == set(table) for entry in system.entries())


class Begun(NamedTuple):
    """Where matches begin: the openings, the seed of their order, and how often all have met before."""

    openings: Asked
    seed: int
    before: int


def starts_of(system: System, table: Table, rules: Rules, begun: Begun, games: int) -> tuple[Position, ...]:
    """Give the openings of a match: others than those from which the same players have begun before."""
    found = read_openings(rules, begun.openings)
    each = -(-games // factorial(len(table)))
    first, second, *_ = sorted(system.names.index(name) for name in table)
    # Other tables begin elsewhere.
    place = (7 * first + 13 * second) % PLACES + each * (begun.before + meetings_of(system, table))
    return tuple(found.position(rules, begun.seed, place + number) for number in range(each))


def seed_of(seed: int, number: int, table: Table, system: System) -> int:
    """Give the seed of a table: of the round, and of how often these have met before."""
    met = meetings_of(system, table)
    names = sorted(system.names.index(name) for name in table)
    found = game_seed(game_seed(seed, number), met)
    for name in names:
        found = game_seed(found, name)
    return found


def finished(task: Task, order: Table, record: Record) -> Played:
    """Put the names to a game, and its points in the order of the table."""
    parts = parts_of(task.rules, len(order))
    record.players = [order[part] for part in parts]
    by_seat = points_of(record)
    points = dict(zip(record.players, by_seat, strict=True))
    if task.rules.info.scores_add_up:
        # The points of a team are those of its members.
        points = {
            name: sum(n for seat, n in enumerate(by_seat) if order[parts[seat]] == name) for name in order
        }
    return [float(points[name]) for name in task.table], record


def points_of(record: Record) -> list[float]:
    """Give the points by seat: those of the game where they add up, else 1, 1/2 or 0 (T2-4)."""
    rules, outcome = record.rules, record.outcome
    assert outcome is not None, "a game that was played has ended"
    if rules.info.scores_add_up:
        return [float(score) for score in outcome.scores]
    won = set(outcome.winners)
    level = not won or len(won) == rules.num_players
    return [0.5 if level else float(seat in won) for seat in range(rules.num_players)]


def task_of(
    system: System,
    table: Table,
    made: dict[str, Player],
    rules: Rules,
    seed: int,
    number: int,
    clock: TimeControl | None,
    begun: Begun,
) -> Task:
    """Say what is played at a table that is due."""
    missing: list[Any] = sorted(name for name in table if name not in made)
    if missing:
        raise FivefoldError(f"no player is given for {', '.join(missing)}")
    own, games = fitting(rules, len(table)), system._games_at(table)
    match, parts = seed_of(seed, number, table, system), parts_of(own, len(table))
    starts, specs = starts_of(system, table, own, begun, games), []
    for game in range(games):
        order = sitting_order(table, game)
        start = starts[game // factorial(len(table))]
        seated = tuple(made[order[part]] for part in parts)
        specs.append(GameSpec(seated, start, game_seed(match, game), game, clock))
    return Task(table, own, match, number, tuple(specs))
