"""A ladder: everybody plays everybody else, and the results say how strong each is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, islice, permutations
from os import PathLike
from typing import Any

import numpy as np

from fivefold._core import FivefoldError, Position, Rules, WrongGameError, game_seed
from fivefold._executors import give_out, in_order
from fivefold._given import read_rules
from fivefold.players import Player, make

from .keeping import Folder, in_chunks
from .ladder_games import Ladder, LadderGame, normalised, side_of
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
    threads: int | None = None,
    executor: Any = None,
    out: str | PathLike[str] | None = None,
    progress: bool | Callable[[int, int], object] = False,
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
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play.
    out : path, optional
        A folder where the games are kept: the same call again goes on where it was stopped. At the
        end a report is written there.
    progress : bool or callable, optional
        Show how many games are done, or call with (done, total).

    Returns
    -------
    Ladder
        The games, with ratings and a crosstable.

    Raises
    ------
    FivefoldError
        An argument is out of range, a player has failed, or the folder holds something else.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.arena.ladder(["random", "greedy"], ff.rules("freestyle", size=9), games=10)
    >>> [row.name for row in found.ratings()], found.crosstable()["greedy", "random"].score
    (['greedy', 'random'], 1.0)
    """
    from fivefold._progress import progress_of

    rules = read_rules(rules)
    made = [make(player) for player in (standard_players(rules) if players is None else players)]
    names = tuple(player.name for player in made)
    sides = len(rules.info.sides)
    check(names, sides, games, seed, reach)
    found = Ladder(rules, names, seed, anchor if anchor in names else None)
    tables = [
        table
        for table in combinations(range(len(made)), sides)
        if reach is None or table[-1] - table[0] <= reach + sides - 2
    ]
    report, total = progress_of(progress), len(tables) * games
    keep = None if out is None else Folder(out, description(found))

    def play(table: tuple[int, ...], numbers: range) -> list[LadderGame]:
        sitting = [made[index] for index in table]
        own = game_seed(seed, table_number(table, len(made)))
        if executor is None:
            return play_table(sitting, rules, own, numbers, threads)
        step = max(1, len(numbers) // 64)
        parts = [range(k, min(k + step, numbers.stop)) for k in range(numbers.start, numbers.stop, step)]
        pieces = [(sitting, rules, own, part, 1) for part in parts]
        return [
            game for games in in_order(give_out(executor, play_table, pieces, "ladder")) for game in games
        ]

    def run() -> None:
        for table in tables:
            file = f"games-{'-'.join(map(str, table))}.jsonl"
            kept = [] if keep is None else [LadderGame(**row) for row in keep.read(file)]
            found.games += [normalised(game) for game in kept[:games]]
            report(len(found.games), total)
            for played, seconds in in_chunks(range(len(kept), games), lambda part: play(table, part)):  # noqa: B023
                share = round(seconds / len(played), 4)
                timed = [game._replace(seconds=share) for game in played]
                if keep is not None:
                    keep.add(file, [game._asdict() for game in timed])
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


def check(names: Sequence[str], sides: int, games: Any, seed: Any, reach: Any) -> None:
    """Refuse arguments that are out of range."""
    if len(set(names)) != len(names) or len(names) < max(sides, 2):
        raise FivefoldError(
            f"players {', '.join(names)} are refused: it takes {max(sides, 2)} or more with different names"
        )
    if sides < 2:
        raise FivefoldError("a ladder is refused: a game of one player has no winner among several")
    if isinstance(games, bool) or not isinstance(games, int) or games < sides or games % sides:
        raise FivefoldError(f"games={games!r:.80} is refused: a multiple of {sides}, the number of sides")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise FivefoldError(f"seed={seed!r:.80} is refused: 0 to 2^64-1")
    if reach is not None and (isinstance(reach, bool) or not isinstance(reach, int) or reach < 1):
        raise FivefoldError(f"reach={reach!r:.80} is refused: a whole number from 1 on")


def description(found: Ladder) -> dict[str, Any]:
    """Say what is played, for the folder: everything but how many games."""
    return {
        "fivefold": "ladder",
        "rules": found.rules.to_dict(),
        "players": list(found.players),
        "seed": found.seed,
    }


def table_number(table: tuple[int, ...], players: int) -> int:
    """Give a number to a table by who sits there."""
    number = 0
    for index in table:
        number = number * players + index
    return number


def order_of(sides: int, game: int) -> list[int]:
    """Who of a table has which side in a game: all rotations of one order, then of the next order."""
    group, turn = divmod(game, sides)
    orders = 1
    for number in range(2, sides):
        orders *= number
    rest = next(islice(permutations(range(1, sides)), group % orders, None))
    order = [0, *rest]
    return order[turn:] + order[:turn]


def play_table(
    players: Sequence[Player], rules: Rules, seed: int, numbers: range, threads: int | None
) -> list[LadderGame]:
    """Play games of a table; those of one round of rotations have one start and one seed."""
    sides, places = len(players), side_of(rules)
    orders = [order_of(sides, number) for number in numbers]
    seats = [[order[side] for side in places] for order in orders]
    seeds = [game_seed(seed, number // sides) for number in numbers]
    starts = [rules.start(seed=own) for own in seeds]
    played = play_starts(players, seats, starts, seeds, numbers, "raise", threads)
    games = []
    for order, own, start, one in zip(orders, seeds, starts, played, strict=True):
        position = start
        for action in one.actions.tolist():
            position = position.play(action)
        points = points_of(position, rules)
        names = tuple(players[index].name for index in order)
        games.append(LadderGame(names, points, own, one.actions.tolist(), 0.0))
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
