"""A ladder: everybody plays everybody else, and the results give ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations, islice, permutations
from math import factorial
from typing import Any, Unpack

import numpy as np

from fivefold._arguments import read_rules, read_seed, whole
from fivefold._core import FivefoldError, Position, Rules, WrongGameError, game_seed
from fivefold._statistics import warn_of_few
from fivefold.lab.engine import RunOptions, Schedule, read_options, run
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Player, make
from fivefold.players.base import describe_player
from fivefold.players.fitting import check_plays

from .ladder_games import Ladder
from .openings import Openings, OpeningsLike, read_openings
from .report import ladder_report

PLAYERS = ("random", "greedy", "mcts(simulations=100)", "mcts(simulations=1000)")
"""Who plays where no players are named, the weakest first."""
EXPERTS = ("threats", "racer", "solver")
"""The strongest players, each for some games; the first of them that plays the game takes part."""


def ladder(
    players: Iterable[Any] | None,
    rules: str | Rules,
    games: int = 200,
    *,
    seed: int = 0,
    reach: int | None = None,
    anchor: str | None = "random",
    openings: OpeningsLike = None,
    **options: Unpack[RunOptions],
) -> Ladder:
    """Play a ladder: everyone meets everyone, and all are rated.

    Parameters
    ----------
    players : iterable of str, Player or callable, or None
        Two or more with different names, the weakest first if `reach` is used; None: `standard_players`.
    rules : str or Rules
        Rules of the games. A table has as many players as the game has sides: with teams each plays a team.
    games : int, optional
        Games of each table, a multiple of the number of sides: all orders of seats come equally often.
    seed : int, optional
        Random seed. A game depends only on it, the players at the table and its number there.
    reach : int, optional
        Only players at most this many places apart in the list meet; None: all.
    anchor : str, optional
        The player that is rated 0 if it takes part; None: the mean of all is 0.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `match`. Games between which all seats are exchanged share an opening.
    **options
        Those of `fivefold.lab.RunOptions`: `threads`, `executor`, `out` and `progress`.

    Returns
    -------
    Ladder
        The games, with ratings and a crosstable.

    Raises
    ------
    FivefoldError
        An argument is out of range, a player has failed, or the folder holds something else.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.arena.ladder(["random", "greedy"], ff.rules("freestyle", size=9), games=10)
    >>> [row.name for row in found.ratings()], found.crosstable()["greedy", "random"].score
    (['greedy', 'random'], 1.0)
    """
    read_options("ladder", options)
    course = tables(players, rules, games, seed, reach=reach, anchor=anchor, openings=openings)
    run(course, **options)
    warn_of_few(len(course.ladder.games), course.ladder.distinct, stacklevel=2)
    return course.ladder


def tables(
    players: Iterable[Any] | None,
    rules: str | Rules,
    games: int = 200,
    seed: int = 0,
    *,
    reach: int | None = None,
    anchor: str | None = "random",
    openings: OpeningsLike = None,
) -> Tables:
    """Make the schedule of a ladder: everybody meets everybody, in all orders of seats."""
    rules = read_rules(rules)
    own_players = [make(player) for player in (standard_players(rules) if players is None else players)]
    for player in own_players:
        check_plays(player, rules)
    names = tuple(player.name for player in own_players)
    sides = len(rules.info.sides)
    seed = read_seed(seed)
    check(names, sides, games, reach)
    if anchor not in (None, "random", *names):
        raise FivefoldError(f"anchor={anchor!r:.80} is refused: a player of the ladder, or None")
    starts = read_openings(rules, openings)
    result = Ladder(rules, names, seed, anchor if anchor in names else None, openings=starts.name)
    seated = [
        table
        for table in combinations(range(len(own_players)), sides)
        if reach is None or table[-1] - table[0] <= reach + sides - 2
    ]
    return Tables(result, own_players, seated, starts, games)


class Tables(Schedule):
    """The schedule of a ladder: as many games at each table, table by table."""

    def __init__(
        self,
        result: Ladder,
        players: list[Player],
        tables: list[tuple[int, ...]],
        starts: Openings,
        games: int,
    ) -> None:
        self.ladder, self.players, self.tables = result, players, tables
        self.starts, self.games, self.total = starts, games, len(tables) * games
        self.places = result.rules.info.teams

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        self.ladder.games += rows[len(self.ladder.games) :]
        number = len(rows) // self.games
        return self.specs(self.tables[number]) if number < len(self.tables) else []

    def specs(self, table: tuple[int, ...]) -> list[GameSpec]:
        """Describe what is played at a table; games of one round of rotations have one start and one seed."""
        sides, specs = len(table), []
        seed = seed_of(self.ladder.seed, table, len(self.players))
        for number in range(self.games):
            unit = number // sides
            order = [self.players[table[index]] for index in order_of(sides, number)]
            start = self.starts.position(self.ladder.rules, seed, unit)
            seated = tuple(order[side] for side in self.places)
            series = f"games-{'-'.join(map(str, table))}"
            specs.append(GameSpec(seated, start, game_seed(seed, unit), number, series=series))
        return specs

    def describe(self) -> dict[str, Any]:
        """See `Schedule.describe`."""
        return {
            "fivefold": "ladder",
            "format": 3,
            "rules": self.ladder.rules.to_dict(),
            "players": [describe_player(player) for player in self.players],
            "seed": self.ladder.seed,
            "openings": self.starts.describe(),
        }

    def reports(self) -> dict[str, str]:
        """See `Schedule.reports`."""
        return {
            "report.html": ladder_report(self.ladder),
            "ratings.md": self.ladder.to_markdown() + "\n",
            "records.jsonl": "".join(record.to_json() + "\n" for record in self.ladder.records()),
        }


def standard_players(rules: Rules) -> list[Player]:
    """List the default players of a ladder, the weakest first.

    `random`, `greedy`, `mcts` with 100 and with 1,000 simulations, and one that knows the game: `threats`
    where rows of stones win, `racer` in Pentagame, else `solver`.

    Parameters
    ----------
    rules : Rules
        Rules of any game.

    Returns
    -------
    list of Player
        In the order of `PLAYERS`.

    Examples
    --------
    >>> import fivefold as ff
    >>> [player.name for player in ff.arena.standard_players(ff.rules("freestyle"))][2:]
    ['mcts(simulations=100)', 'mcts(simulations=1000)', 'threats']
    """
    position = rules.start(seed=0)
    while position.player < 0:  # a die is due
        position = position.play(int(position.legal_actions()[0]))
    return [*map(make, PLAYERS), next(filter(partial(plays, position=position), map(make, EXPERTS)))]


def plays(player: Player, position: Position) -> bool:
    """Return whether a player plays the game of a position."""
    try:
        player.choose([position], np.zeros(1, np.uint64))
    except WrongGameError:
        return False
    return True


def check(names: Sequence[str], sides: int, games: Any, reach: Any) -> None:
    """Refuse arguments that are out of range."""
    if len(set(names)) != len(names) or len(names) < max(sides, 2):
        raise FivefoldError(
            f"players {', '.join(names)} are refused: it takes {max(sides, 2)} or more with different names"
        )
    if sides < 2:
        raise FivefoldError("a ladder is refused: a game of one player has no winner among several")
    if isinstance(games, bool) or not isinstance(games, int) or games < sides or games % sides:
        raise FivefoldError(f"games={games!r:.80} is refused: a multiple of {sides}, the number of sides")
    if reach is not None:
        whole(reach, "reach", 1)


def seed_of(seed: int, table: tuple[int, ...], players: int) -> int:
    """Return the seed of a table, by who sits there."""
    number = 0
    for index in table:
        number = number * players + index
    return game_seed(seed, number)


def order_of(sides: int, game: int) -> list[int]:
    """Who of a table has which side in a game: all rotations of one order, then of the next order."""
    group, turn = divmod(game, sides)
    rest = next(islice(permutations(range(1, sides)), group % factorial(sides - 1), None))
    order = [0, *rest]
    return order[turn:] + order[:turn]
