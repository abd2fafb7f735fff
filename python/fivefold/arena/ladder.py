"""A ladder: everybody plays everybody else, and the results say how strong each is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, count, islice, permutations
from os import PathLike
from typing import Any

import numpy as np

from fivefold._core import FivefoldError, Position, Rules, WrongGameError, game_seed
from fivefold._given import read_rules, read_seed
from fivefold._progress import Shown, progress_of
from fivefold._statistics import warn_of_few
from fivefold.lab.jobs import give_out, in_order
from fivefold.lab.workers import check_executor
from fivefold.players import Player, make
from fivefold.players.base import description_of, is_deterministic
from fivefold.players.fitting import check_plays

from .keeping import Folder, in_chunks
from .ladder_games import Ladder, LadderGame, normalised, side_of
from .openings import Asked, Openings, read_openings
from .play import play_starts

__all__ = ["ladder", "standard_players"]

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
    openings: Asked = None,
    threads: int | None = None,
    executor: Any = None,
    out: str | PathLike[str] | None = None,
    progress: Shown = None,
) -> Ladder:
    """Let everybody play everybody else, and rate them.

    Parameters
    ----------
    players : iterable of str, Player or callable, or None
        Two or more with different names, the weakest first if `reach` is used; None: `standard_players`.
    rules : str or Rules
        What is played. A table has as many players as the game has sides: with teams each plays a team.
    games : int, optional
        Games of each table, a multiple of the number of sides: all orders of seats come equally often.
    seed : int, optional
        Each game depends on the seed, who sits at the table and its number there alone.
    reach : int, optional
        Only players at most this many places apart in the list meet; None: all.
    anchor : str, optional
        The player who is rated 0 if it takes part; None: the mean of all is 0.
    openings : str, path, suite, or iterable of str or Position, optional
        Where games begin, as for `match`: those between which all seats are exchanged from one opening.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play.
    out : path, optional
        A folder where the games are kept: the same call again goes on where it was stopped. At the
        end a report is written there.
    progress : bool or callable, optional
        Show how many games are done, or call with (done, total); by default where
        somebody watches, after two seconds.

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
    rules = read_rules(rules)
    made = [make(player) for player in (standard_players(rules) if players is None else players)]
    for player in made:
        check_plays(player, rules)
    names = tuple(player.name for player in made)
    sides = len(rules.info.sides)
    seed = read_seed(seed)
    check(names, sides, games, reach)
    check_executor(executor)
    if anchor not in (None, "random", *names):
        raise FivefoldError(f"anchor={anchor!r:.80} is refused: a player of the ladder, or None")
    starts = read_openings(rules, openings)
    found = Ladder(rules, names, seed, anchor if anchor in names else None, openings=starts.name)
    tables = [
        table
        for table in combinations(range(len(made)), sides)
        if reach is None or table[-1] - table[0] <= reach + sides - 2
    ]
    report, total = progress_of(progress), len(tables) * games
    keep = None if out is None else Folder(out, description(found, made, starts))

    def run() -> None:
        for table in tables:
            seated = Seated([made[index] for index in table], rules, starts, seed_of(seed, table, len(made)))
            file = f"games-{'-'.join(map(str, table))}.jsonl"
            kept = [] if keep is None else keep.read(file, seated.read)
            found.games += kept[:games]
            report(len(found.games), total)
            rest, done = range(len(kept), games), 0
            for played, seconds in in_chunks(rest, lambda part: seated.play(part, executor, threads)):  # noqa: B023
                share = round(seconds / len(played), 4)
                timed = [game._replace(seconds=share) for game in played]
                if keep is not None:
                    keep.add(file, map(written, timed, count(len(kept) + done)))
                done += len(timed)
                found.games += timed
                report(len(found.games), total)

    if keep is None:
        run()
    else:
        from .report import ladder_report

        with keep.alone():
            run()
            keep.write("report.html", ladder_report(found))
            keep.write("ratings.md", found.to_markdown() + "\n")
    warn_of_few(len(found.games), found.distinct, stacklevel=2)
    return found


def standard_players(rules: Rules) -> list[Player]:
    """List the players of a ladder for which nobody is named, the weakest first.

    `random`, `greedy`, `mcts` with 100 and with 1,000 simulations, and one that knows the game: `threats`
    where rows of stones win, `racer` in Pentagame, else `solver`.

    Parameters
    ----------
    rules : Rules
        Of any game.

    Returns
    -------
    list of Player
        In the order of `PLAYERS`.

    Examples
    --------
    >>> import fivefold as ff
    >>> [player.name for player in standard_players(ff.rules("freestyle"))][2:]
    ['mcts(simulations=100)', 'mcts(simulations=1000)', 'threats']
    """
    position = rules.start(seed=0)
    while position.player < 0:  # a die is due
        position = position.play(int(position.legal_actions()[0]))
    return [*map(make, PLAYERS), next(filter(partial(plays, position=position), map(make, EXPERTS)))]


def plays(player: Player, position: Position) -> bool:
    """Tell whether a player plays the game of a position."""
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
    if reach is not None and (isinstance(reach, bool) or not isinstance(reach, int) or reach < 1):
        raise FivefoldError(f"reach={reach!r:.80} is refused: a whole number from 1 on")


def description(found: Ladder, made: Sequence[Player], starts: Openings) -> dict[str, Any]:
    """Say what is played, for the folder: everything but how many games."""
    return {
        "fivefold": "ladder",
        "format": 2,
        "rules": found.rules.to_dict(),
        "players": [description_of(player) for player in made],
        "seed": found.seed,
        "openings": starts.describe(),
    }


def seed_of(seed: int, table: tuple[int, ...], players: int) -> int:
    """Give the seed of a table, by who sits there."""
    number = 0
    for index in table:
        number = number * players + index
    return game_seed(seed, number)


def order_of(sides: int, game: int) -> list[int]:
    """Who of a table has which side in a game: all rotations of one order, then of the next order."""
    group, turn = divmod(game, sides)
    orders = 1
    for number in range(2, sides):
        orders *= number
    rest = next(islice(permutations(range(1, sides)), group % orders, None))
    order = [0, *rest]
    return order[turn:] + order[:turn]


def written(game: LadderGame, number: int) -> dict[str, Any]:
    """Write a game as a line of the folder; where it began its number tells."""
    row = {"game": number, **game._asdict()}
    del row["opening"]
    return row


@dataclass
class Seated:
    """A table: who sits there, and where its games begin.

    Attributes
    ----------
    players : list of Player
        As many as the game has sides.
    rules : Rules
        What is played.
    starts : Openings
        Where games begin.
    seed : int
        Of the table.
    known : dict
        Games that cannot come out differently, by start and seats.
    """

    players: list[Player]
    rules: Rules
    starts: Openings
    seed: int
    known: dict[tuple[int, tuple[int, ...]], LadderGame] = field(default_factory=dict)

    def play(self, numbers: range, executor: Any, threads: int | None) -> list[LadderGame]:
        """Play games; what cannot vary is not played again."""
        sides = len(self.players)
        rows = []
        for number in numbers:
            unit = number // sides
            start = self.starts.position(self.rules, self.seed, unit)
            rows.append((start, order_of(sides, number), game_seed(self.seed, unit), number))
        if self.rules.info.chance == "dice" or not all(map(is_deterministic, self.players)):
            return self.out_of(rows, executor, threads)
        fresh = {(row[0].key, tuple(row[1])): row for row in reversed(rows)}
        due = sorted((row for key, row in fresh.items() if key not in self.known), key=lambda row: row[3])
        for row, game in zip(due, self.out_of(due, executor, threads), strict=True):
            self.known[row[0].key, tuple(row[1])] = game
        return [self.known[row[0].key, tuple(row[1])]._replace(seed=row[2]) for row in rows]

    def out_of(self, rows: list[Row], executor: Any, threads: int | None) -> list[LadderGame]:
        """Play games here or through an executor."""
        if executor is None or not rows:
            return play_table(self.players, self.rules, rows, threads)
        step = max(1, len(rows) // 64)
        pieces = [(self.players, self.rules, rows[k : k + step], 1) for k in range(0, len(rows), step)]
        found = in_order(give_out(executor, play_table, pieces, "ladder"))
        return [game for games in found for game in games]

    def read(self, row: Mapping[str, Any], number: int) -> LadderGame:
        """Read a line of the folder; ValueError where other players played, or it did not end so."""
        unit = number // len(self.players)
        start = self.starts.position(self.rules, self.seed, unit)
        own = {name: value for name, value in row.items() if name != "game"}
        game = normalised(LadderGame(**own))._replace(opening=start)
        names = tuple(self.players[index].name for index in order_of(len(self.players), number))
        if game.names != names or game.seed != game_seed(self.seed, unit):
            raise ValueError(f"it is a game of {', '.join(game.names)}, not of {', '.join(names)}")
        position = start
        for action in game.actions:
            position = position.play(action)
        if position.outcome is None or game.points != points_of(position, self.rules):
            raise ValueError(f"{game.points} points are not what its moves bring")
        return game


Row = tuple[Position, list[int], int, int]
"""A game of a table: its start, who has which side, its seed and its number."""


def play_table(
    players: Sequence[Player], rules: Rules, rows: Sequence[Row], threads: int | None
) -> list[LadderGame]:
    """Play games of a table; those of one round of rotations have one start and one seed."""
    places = side_of(rules)
    seats = [[order[side] for side in places] for _, order, _, _ in rows]
    starts, seeds, numbers = [row[0] for row in rows], [row[2] for row in rows], [row[3] for row in rows]
    played = play_starts(players, seats, starts, seeds, numbers, "raise", threads)
    games = []
    for (start, order, own, _), one in zip(rows, played, strict=True):
        position = start
        for action in one.actions.tolist():
            position = position.play(action)
        names = tuple(players[index].name for index in order)
        games.append(LadderGame(names, points_of(position, rules), own, one.actions.tolist(), 0.0, start))
    return games


def points_of(position: Position, rules: Rules) -> tuple[float, ...]:
    """Points by side: the score where points decide, and half a point for winning alone; else 1, 1/2 or 0."""
    outcome = position.outcome
    assert outcome is not None, "a game that was played has ended"
    sides = rules.info.sides
    won = [any(seat in outcome.winners for seat in side) for side in sides]
    alone = sum(won) == 1
    if rules.info.scored:
        scores = [sum(outcome.scores[seat] for seat in side) for side in sides]
        return tuple(score + 0.5 * (own and alone) for score, own in zip(scores, won, strict=True))
    return tuple(1.0 * own if alone else 0.5 for own in won)
