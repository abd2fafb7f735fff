"""Tournaments that players play (T2-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError, Record, Rules
from fivefold._given import read_rules, read_seed
from fivefold._progress import Shown, progress_of
from fivefold.arena.match import read_clock
from fivefold.arena.openings import Asked, read_openings
from fivefold.clocks import TimeControl
from fivefold.lab.engine import Engine
from fivefold.lab.workers import check_executor
from fivefold.players import make
from fivefold.players.fitting import check_plays

from .checks import bounded
from .keeping import Kept, about_of
from .system import System
from .tables import Begun, Played, Task, finished, task_of

__all__ = ["play"]

MOST_REPLAYS = 100
"""Matches of one table in one round that may be level before the tournament is given up."""


def play(
    system: System,
    players: Mapping[str, Any],
    rules: str | Rules,
    *,
    rounds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    executor: Any = None,
    progress: Shown = None,
    clock: str | TimeControl | None = None,
    openings: Asked = None,
    out: str | Path | None = None,
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
        Of a game for as many teams as sit at a table each name plays a team.
    rounds : int, optional
        How many rounds to play; None plays to the end.
    seed : int, optional
        Each game depends on it, its round, its table and its number in the match alone.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play, a table a task. What it loses is given out again.
    progress : bool or callable, optional
        Show how many tables of the round are done, or call with (done, total); by default where
        somebody watches, after two seconds.
    clock : str or TimeControl, optional
        The time of each game, such as ``"total 60"`` (`fivefold.clocks`); see `fivefold.arena.match`.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `fivefold.arena.match`: by default a suite. Games between which all seats
        are exchanged begin from one opening; when the same players meet again it is another.
    out : str or Path, optional
        A folder. Each match is written there when it is finished; after a crash, or with a longer
        tournament, the same call goes on from there and gives the same games. At the end it holds
        ``games.jsonl``, ``standings.json`` and ``report.html``.

    Returns
    -------
    list of Record
        The games in the order in which they count, names by seat.

    Raises
    ------
    FivefoldError
        A name has no player, the rules do not fit, the folder holds another tournament, a match stays
        level a hundred times, or a player has failed: the message says where.

    Examples
    --------
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob", "Cy"], seed=1)
    >>> players = {"Ann": "greedy", "Bob": "random", "Cy": "random"}
    >>> records = ff.tournament.play(league, players, ff.rules("freestyle", size=9))
    >>> len(records), league.standings()[0].name
    (3, 'Ann')
    """
    check_executor(executor)
    seed = read_seed(seed)
    engine, begun = Engine(threads, executor), Begun(openings, seed, 0)
    return play_on(system, players, rules, seed, engine, begun, rounds, progress, clock, out)


def play_on(
    system: System,
    players: Mapping[str, Any],
    rules: str | Rules,
    seed: int,
    engine: Engine,
    begun: Begun,
    rounds: int | None = None,
    progress: Shown = None,
    clock: str | TimeControl | None = None,
    out: str | Path | None = None,
) -> list[Record]:
    """Play as `play` does, by an engine that may know games, from openings of which some were played."""
    rules = read_rules(rules)
    left = None if rounds is None else bounded(rounds, "rounds", 0)
    made = {name: make(player) for name, player in players.items()}
    for player in made.values():
        check_plays(player, rules)
    control = read_clock(clock)
    begin = read_begin(rules, begun.openings)
    folder = None if out is None else Kept(out, about_of(system, made, rules, seed, control, begin))
    records: list[Record] = []
    report = progress_of(progress, "tables")
    with nullcontext() if folder is None else folder.alone():
        while left is None or left > 0:
            number, again = system.round, 0
            tables = system.pairings()
            if not tables:
                break
            while tables:
                tasks = [
                    task_of(system, table, made, rules, seed, number, control, begun) for table in tables
                ]
                found = play_round(tasks, engine, folder, report)
                for task, games in zip(tasks, found, strict=True):
                    system.enter({task.table: [points for points, _ in games]})
                    records += [record for _, record in games]
                # A level match of a knockout is due again, in the same round.
                tables = system.pairings() if system.round == number else []
                again += 1
                if tables and again >= MOST_REPLAYS:
                    raise FivefoldError(
                        f"{' - '.join(tables[0])} are level after {again} matches: nobody goes on"
                    )
            if left is not None:
                left -= 1
        if folder is not None:
            folder.finish(system, records)
    return records


def read_begin(rules: Rules, openings: Asked) -> Any:
    """Say where games begin, as JSON has it; the suite of a table's size is named by the size."""
    return openings if openings in (None, "suite") else read_openings(rules, openings).describe()


def play_round(
    tasks: Sequence[Task], engine: Engine, folder: Kept | None, report: Callable[[int, int], object]
) -> list[list[Played]]:
    """Play all matches that are due, but for those that the folder has or that cannot vary."""
    found: dict[int, list[Played]] = {}
    for index, task in enumerate(tasks):
        games = None if folder is None else folder.find(task)
        if games is not None:
            found[index] = games
            report(len(found), len(tasks))
    missing = [index for index in range(len(tasks)) if index not in found]
    names = [f"the match {' - '.join(tasks[index].table)}" for index in missing]
    for place, rows in engine.pieces([tasks[index].specs for index in missing], "tournament", names):
        task = tasks[missing[place]]
        found[missing[place]] = games = [
            finished(task, order, row.record()) for order, row in zip(task.orders(), rows, strict=True)
        ]
        if folder is not None:
            folder.keep(task, games)
        report(len(found), len(tasks))
    return [found[index] for index in range(len(tasks))]
