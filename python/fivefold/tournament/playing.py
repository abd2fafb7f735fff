"""Tournaments that players play (T2-30)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Unpack

from fivefold._arguments import read_rules, read_seed
from fivefold._core import FivefoldError, Record, Rules
from fivefold._progress import make_progress
from fivefold.arena.match import read_clock
from fivefold.arena.openings import OpeningsLike, read_openings
from fivefold.clocks import TimeControl
from fivefold.lab.engine import RunOptions, Schedule, read_options, run
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import make
from fivefold.players.base import describe_player
from fivefold.players.fitting import check_plays

from .checks import bounded
from .folder import GAMES, STATE, Matches
from .journey import Journey
from .knockout import Knockout
from .league import League
from .mixed import Mixed
from .swiss import Swiss
from .system import System
from .tables import Begun, Due, match_at, points_at

MAX_REPLAYS = 100
"""Matches of one table in one round that may be level before the tournament is given up."""


def play(
    system: System,
    players: Mapping[str, Any],
    rules: str | Rules,
    *,
    rounds: int | None = None,
    seed: int = 0,
    clock: str | TimeControl | None = None,
    openings: OpeningsLike = None,
    **options: Unpack[RunOptions],
) -> list[Record]:
    """Let players play a tournament: all due tables, round by round (T2-30).

    Parameters
    ----------
    system : System
        The tournament; it continues from where it stands.
    players : mapping
        Maps each name to a player: what `fivefold.players.make` takes.
    rules : str or Rules
        Rules of the games. In Pentagame the size of a table sets `players`; other rules must fit the tables.
        If the game has as many teams as a table has names, each name plays a team.
    rounds : int, optional
        How many rounds to play; None plays to the end.
    seed : int, optional
        Random seed. A game depends only on it and on the game's round, table and number in the match.
    clock : str or TimeControl, optional
        The time of each game, such as ``"total 60"`` (`fivefold.clocks`); see `fivefold.arena.match`.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `fivefold.arena.match`: by default a suite. Games between which all seats
        are exchanged begin from one opening; when the same players meet again it is another.
    **options
        Those of `fivefold.lab.RunOptions`: `threads`, `executor`, `out` and `progress`.
        A folder of a tournament keeps whole matches, and at the end ``games.jsonl``, ``standings.json`` and
        ``report.html``; a longer tournament continues from there. Progress counts the tables of a round.

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
    course = Rounds(
        system, players, rules, read_seed(seed), Begun(openings, read_seed(seed), 0), rounds, clock
    )
    read_options("play", options)
    options["progress"] = make_progress(options.get("progress"), "tables")
    run(course, **options)
    return course.records


class Rounds(Schedule):
    """The schedule of a tournament: the tables that are due, a series of games each."""

    unit = 0
    folder = Matches

    def __init__(
        self,
        system: System,
        players: Mapping[str, Any],
        rules: str | Rules,
        seed: int,
        begun: Begun,
        rounds: int | None = None,
        clock: str | TimeControl | None = None,
    ) -> None:
        self.system, self.rules, self.seed, self.begun = system, read_rules(rules), seed, begun
        self.left = None if rounds is None else bounded(rounds, "rounds", 0)
        self.players = {name: make(player) for name, player in players.items()}
        for player in self.players.values():
            check_plays(player, self.rules)
        self.clock = read_clock(clock)
        # The suite of a table's size is named by the size.
        self.begin = (
            begun.openings
            if begun.openings in (None, "suite")
            else read_openings(self.rules, begun.openings).describe()
        )
        self.records: list[Record] = []
        self.due: list[Due] = []
        self.number = self.again = 0

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        played = iter(rows[len(self.records) :])
        for table, specs in self.due:
            records = [row.record() for row in islice(played, len(specs))]
            self.system.enter({table: [points_at(table, *game) for game in enumerate(records)]})
            self.records += records
        # A level match of a knockout is due again, in the same round.
        tables = self.system.pairings() if self.due and self.system.round == self.number else []
        self.again += 1
        if tables and self.again >= MAX_REPLAYS:
            raise FivefoldError(
                f"{' - '.join(tables[0])} are level after {self.again} matches: nobody goes on"
            )
        if not tables:
            if self.due and self.left is not None:
                self.left -= 1
            tables = [] if self.left == 0 else self.system.pairings()
            self.number, self.again = self.system.round, 0
        self.due = [
            match_at(self.system, table, self.players, self.rules, self.seed, self.clock, self.begun)
            for table in tables
        ]
        return [spec for due in self.due for spec in due.specs]

    def piece(self, spec: GameSpec) -> str:
        """See `Schedule.piece`."""
        table = next(due.table for due in self.due if due.specs[0].series == spec.series)
        return f"the match {' - '.join(table)}"

    def describe(self) -> dict[str, Any]:
        """See `Schedule.describe`."""
        return {
            "format": 3,
            "system": type(self.system).__name__,
            "arguments": self.system._arguments(),
            "rules": self.rules.to_dict(),
            "players": {name: describe_player(player) for name, player in self.players.items()},
            "seed": self.seed,
            "clock": None if self.clock is None else str(self.clock),
            "openings": self.begin,
        }

    def reports(self) -> dict[str, str]:
        """See `Schedule.reports`."""
        from .report import report

        return {
            STATE: json.dumps(self.system.to_dict(), ensure_ascii=False, indent=1) + "\n",
            GAMES: "".join(record.to_json() + "\n" for record in self.records),
            "report.html": report(self.system, self.records, about=self.describe()),
        }


def entered(kind: type[System]) -> Callable[..., Rounds]:
    """Make the function that enters players into a tournament under their own names."""

    def enter(
        players: Sequence[Any],
        rules: str | Rules,
        seed: int = 0,
        openings: OpeningsLike = None,
        clock: str | TimeControl | None = None,
        **settings: Any,
    ) -> Rounds:
        own_players = [make(player) for player in players]
        names = [player.name for player in own_players]
        try:
            system = kind(names, seed=seed, **settings)
        except TypeError as error:
            reason = str(error).rpartition("() ")[2]
            raise FivefoldError(f"a {kind.__name__} is refused: it {reason}") from error
        begun = Begun(openings, read_seed(seed), 0)
        return Rounds(
            system, dict(zip(names, own_players, strict=True)), rules, begun.seed, begun, None, clock
        )

    enter.__doc__ = kind.__doc__
    return enter


SYSTEMS: dict[str, type[System]] = {
    "league": League,
    "knockout": Knockout,
    "swiss": Swiss,
    "mixed": Mixed,
    "journey": Journey,
}
"""The systems by the names of `fivefold.lab.SCHEDULES`."""
league, knockout, swiss, mixed, journey = map(entered, SYSTEMS.values())
