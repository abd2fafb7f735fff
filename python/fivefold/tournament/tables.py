"""Playing the matches of a round: what is played at a table, by whom, from which seeds (T2-3, T2-30)."""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

from fivefold import _core
from fivefold._core import FivefoldError, Position, Record, Rules, game_seed
from fivefold.arena.openings import OpeningsLike, read_openings
from fivefold.clocks import TimeControl
from fivefold.lab.spec import GameSpec
from fivefold.players import Player

from .durations import sitting_order
from .rounds import Table
from .system import System

MATCHES = "matches"
"""The folder of the games, a file a match; its seed tells who plays and how often they have met."""
PLACES = 40
"""Openings of a suite at which tables begin."""


class Due(NamedTuple):
    """A match that is due: who plays, and its games."""

    table: Table
    specs: tuple[GameSpec, ...]


def fitting(rules: Rules, seats: int) -> Rules:
    """Return the rules for a table.

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
    """Return for each seat which name of the sitting order plays it."""
    return tuple(range(names)) if rules.num_players == names else rules.info.teams


def meetings_of(system: System, table: Table) -> int:
    """Return how often these have met before."""
    return sum(set(entry.table) == set(table) for entry in system.entries())


class Begun(NamedTuple):
    """Where matches begin: the openings, the seed of their order, and how often all have met before."""

    openings: OpeningsLike
    seed: int
    before: int


def starts_of(system: System, table: Table, rules: Rules, begun: Begun, games: int) -> tuple[Position, ...]:
    """Return the openings of a match: others than those from which the same players have begun before."""
    openings = read_openings(rules, begun.openings)
    each = -(-games // factorial(len(table)))
    first, second, *_ = sorted(system.names.index(name) for name in table)
    # Other tables begin elsewhere.
    place = (7 * first + 13 * second) % PLACES + each * (begun.before + meetings_of(system, table))
    return tuple(openings.position(rules, begun.seed, place + number) for number in range(each))


def seed_of(seed: int, number: int, table: Table, system: System) -> int:
    """Return the seed of a table: of the round, and of how often these have met before."""
    met = meetings_of(system, table)
    names = sorted(system.names.index(name) for name in table)
    own_seed = game_seed(game_seed(seed, number), met)
    for name in names:
        own_seed = game_seed(own_seed, name)
    return own_seed


def points_at(table: Table, number: int, record: Record) -> list[float]:
    """Put the names to game `number` of a match, and give its points in the order of the table."""
    order, rules = sitting_order(table, number), record.rules
    record.players = [order[part] for part in parts_of(rules, len(order))]
    points = dict.fromkeys(order, 0.0)
    for name, own in zip(record.players, points_of(record), strict=True):
        # The points of a team are those of its members.
        points[name] = points[name] + own if rules.info.scores_add_up else own
    return [points[name] for name in table]


def points_of(record: Record) -> list[float]:
    """Return the points by seat: those of the game where they add up, else 1, 1/2 or 0 (T2-4)."""
    assert record.outcome is not None, "a game that was played has ended"
    if record.rules.info.scores_add_up:
        return [float(score) for score in record.outcome.scores]
    return wins_of(record)


def wins_of(record: Record) -> list[float]:
    """Return 1, 1/2 or 0 by seat; an unfinished game is level."""
    won, seats = set(record.outcome.winners if record.outcome else ()), record.rules.num_players
    level = not won or len(won) == seats
    return [0.5 if level else float(seat in won) for seat in range(seats)]


def match_at(
    system: System,
    table: Table,
    players: dict[str, Player],
    rules: Rules,
    seed: int,
    clock: TimeControl | None,
    begun: Begun,
) -> Due:
    """Say what is played at a table: games between which all seats are exchanged begin from one opening."""
    missing = sorted(name for name in table if name not in players)
    if missing:
        raise FivefoldError(f"no player is given for {', '.join(missing)}")
    own, games = fitting(rules, len(table)), system._games_at(table)
    match, parts = seed_of(seed, system.round, table, system), parts_of(own, len(table))
    starts, specs = starts_of(system, table, own, begun, games), []
    series = f"{MATCHES}/{system.round:04d}-{match:016x}"
    for game in range(games):
        order = sitting_order(table, game)
        seated = tuple(players[order[part]] for part in parts)
        start = starts[game // factorial(len(table))]
        specs.append(GameSpec(seated, start, game_seed(match, game), game, clock, series))
    return Due(table, tuple(specs))
