"""Tournaments that players play (T2-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fivefold import _core
from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._given import read_rules
from fivefold._types import StarInfo
from fivefold.arena.match import progress_of
from fivefold.arena.play import play_starts
from fivefold.players import Player, make

from .checks import whole
from .durations import sitting_order
from .rounds import Table
from .system import System

__all__ = ["play"]


def play(
    system: System,
    players: Mapping[str, Any],
    rules: str | Rules,
    *,
    rounds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    executor: Any = None,
    progress: bool | Callable[[int, int], object] = False,
) -> list[Record]:
    """Let players play a tournament: all due tables, round by round, the results entered (T2-30).

    Parameters
    ----------
    system : System
        The tournament; it goes on from where it stands.
    players : mapping
        From each name to a player: what `fivefold.players.make` takes.
    rules : str or Rules
        What is played. In Pentagame the size of a table sets `players`; other rules must fit the tables.
    rounds : int, optional
        How many rounds to play; None plays to the end.
    seed : int, optional
        Each game depends on it, its round, its table and its number in the match alone.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play, a table a task.
    progress : bool or callable, optional
        Show how many tables of the round are done, or call with (done, total).

    Returns
    -------
    list of Record
        The games in the order in which they count, names by seat.

    Raises
    ------
    FivefoldError
        A name has no player, the rules do not fit, or a player has failed: the message says where.

    Examples
    --------
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob", "Cy"], seed=1)
    >>> players = {"Ann": "greedy", "Bob": "random", "Cy": "random"}
    >>> records = ff.tournament.play(league, players, ff.rules("freestyle", size=9))
    >>> len(records), league.standings()[0].name
    (3, 'Ann')
    """
    rules = read_rules(rules)
    whole(seed, "seed", 0)
    left = None if rounds is None else whole(rounds, "rounds", 0)
    made = {name: make(player) for name, player in players.items()}
    records: list[Record] = []
    report = progress_of(progress, "tables")
    while left is None or left > 0:
        number = system.round
        tables = system.pairings()
        if not tables:
            break
        while tables:
            missing = sorted({name for table in tables for name in table if name not in made})
            if missing:
                raise FivefoldError(f"no player is given for {', '.join(missing)}")
            tasks = [
                (
                    table,
                    [made[name] for name in table],
                    fitting(rules, len(table)),
                    seed_of(seed, number, table, system),
                    system._games_at(table),
                    threads,
                )
                for table in tables
            ]
            if executor is None:
                results = []
                for task in tasks:
                    results.append(play_table(*task))
                    report(len(results), len(tables))
            else:
                futures = [executor.submit(play_table, *task) for task in tasks]
                results = [future.result() for future in futures]
                report(len(tables), len(tables))
            for (table, *_), games in zip(tasks, results, strict=True):
                system.enter({table: [points for points, _ in games]})
                records += [record for _, record in games]
            # A level match of a knockout is due again, in the same round.
            tables = system.pairings() if system.round == number else []
        if left is not None:
            left -= 1
    return records


def fitting(rules: Rules, seats: int) -> Rules:
    """Give the rules for a table of so many: Pentagame is set to its size, other games must have it."""
    if rules.num_players == seats:
        return rules
    if not isinstance(rules.info.board, StarInfo):
        raise FivefoldError(f"{rules.name} is for {rules.num_players}: a table of {seats} cannot play it")
    options = {name: value for name, value in rules.options.items() if name not in ("players", "target")}
    return _core.rules(rules.name, **options, players=seats)


def seed_of(seed: int, number: int, table: Table, system: System) -> int:
    """Give the seed of a table: of the round, and of how often these have met before."""
    met = sum(set(entry.table) == set(table) for entry in system.entries())
    names = sorted(system.names.index(name) for name in table)
    found = game_seed(game_seed(seed, number), met)
    for name in names:
        found = game_seed(found, name)
    return found


def play_table(
    table: Table, players: list[Player], rules: Rules, seed: int, games: int, threads: int | None
) -> list[tuple[list[float], Record]]:
    """Play the match of a table: the points in its order, and the record, of each game (T2-3)."""
    orders = [sitting_order(table, game) for game in range(games)]
    seats = [[table.index(name) for name in order] for order in orders]
    seeds = [game_seed(seed, game) for game in range(games)]
    starts = [rules.start(seed=own) for own in seeds]
    found = []
    played = play_starts(players, seats, starts, seeds, range(games), "raise", threads)
    for order, start, one in zip(orders, starts, played, strict=True):
        record = Record(start, players=list(order))
        for action in one.actions.tolist():
            record.push(action)
        by_seat = points_of(record, rules)
        found.append(([by_seat[order.index(name)] for name in table], record))
    return found


def points_of(record: Record, rules: Rules) -> list[float]:
    """Give the points by seat: pieces out in Pentagame, else 1, 1/2 or 0 (T2-4)."""
    outcome = record.outcome
    assert outcome is not None, "a game that was played has ended"
    if isinstance(rules.info.board, StarInfo):
        return [float(score) for score in outcome.scores]
    won = set(outcome.winners)
    level = not won or len(won) == rules.num_players
    return [0.5 if level else float(seat in won) for seat in range(rules.num_players)]
