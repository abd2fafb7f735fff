"""How deep a game is: how stable a ranking of players is, and how many classes of them there are.

Thompson ("Defining the abstract", The Games Journal 2000) calls a game deep if there are many levels of
play, each losing regularly to the next. The Pentagame book (Part VI, 1.1) adds that the number of levels
grows with the number of players, and asks for the stability of the ranking instead: "any given tournament
result should be stable to some degree". Both are measured here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import combinations
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._given import read_rules
from fivefold._progress import progress_of
from fivefold._statistics import Z95
from fivefold.arena.statistics import Value
from fivefold.players import make

from .checks import whole
from .league import League
from .playing import play

__all__ = ["LADDER", "Depth", "depth", "stability"]

LADDER = ("random", "greedy", *(f"mcts(simulations={count})" for count in (4, 16, 64, 256)))
"""Players that `depth` takes where none are given: each thinks more than the one before."""
CERTAINTY = 0.95
"""With which a class beats the next."""


@dataclass(frozen=True)
class Depth:
    """What repeated tournaments say about the depth of a game.

    Attributes
    ----------
    rules : Rules
        What was played.
    names : tuple of str
        The players, the best first, by their points in all tournaments.
    stability : Value
        Mean rank correlation of two tournaments with its 95 % interval (`fivefold.tournament.stability`).
    classes : tuple of tuple of str
        The ranking cut into as many classes as can be, so that each beats the next with 95 % certainty,
        by all matches between members of the two.
    points : ndarray
        float64 ``[tournaments, players]``: the points of each tournament, in the order of `names`.
    score : ndarray
        float64 ``[players, players]``: mean points a game of one player against another, 0 to 1; nan on the
        diagonal.
    certainty : ndarray
        float64 ``[players, players]``: how certainly one player is better than another, from their matches
        alone: 1 less the chance that two equal players differ as much, either way; 0 where a player is not
        ahead, nan on the diagonal.
    games : int
        Games played in all.
    """

    rules: Rules
    names: tuple[str, ...]
    stability: Value
    classes: tuple[tuple[str, ...], ...]
    points: NDArray[np.float64]
    score: NDArray[np.float64]
    certainty: NDArray[np.float64]
    games: int

    @property
    def levels(self) -> int:
        """How many classes there are; at most as many as players."""
        return len(self.classes)

    @property
    def tournaments(self) -> int:
        """How many tournaments were played."""
        return len(self.points)

    def __str__(self) -> str:
        value, low, high = self.stability
        classes = " > ".join(", ".join(one) for one in self.classes)
        return (
            f"{self.rules.name}: rank correlation {value:.3f} [{low:.3f}, {high:.3f}] in {self.tournaments} "
            f"tournaments of {len(self.names)}, {self.levels} classes: {classes}"
        )

    def _repr_html_(self) -> str:
        level = {name: number for number, one in enumerate(self.classes, 1) for name in one}
        head = "".join(f"<th>{place}</th>" for place in range(1, len(self.names) + 1))
        rows = "".join(
            f"<tr><td>{level[name]}</td><td>{place + 1} {escape(name)}</td>"
            + "".join(
                f"<td>{'·' if at == place else f'{self.score[place, at]:.2f}'}</td>"
                for at in range(len(self.names))
            )
            + "</tr>"
            for place, name in enumerate(self.names)
        )
        value, low, high = self.stability
        return (
            f"<p>{escape(self.rules.name)}: rank correlation {value:.3f} [{low:.3f}, {high:.3f}], "
            f"{self.levels} classes, {self.games} games</p>"
            f"<table><thead><tr><th>class</th><th>player</th>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )


def depth(
    rules: str | Rules,
    players: Sequence[Any] | Mapping[str, Any] | None = None,
    tournaments: int = 10,
    *,
    seed: int = 0,
    threads: int | None = None,
    executor: Any = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Depth:
    """Measure the depth of a game for two by repeated tournaments of the same players.

    Each tournament is a league: any two play one match of two games, each beginning once; a win is 1
    point, a draw ½. All tournaments draw from seeds of their own.

    Parameters
    ----------
    rules : str or Rules
        What is played; two players.
    players : sequence or mapping, optional
        What `fivefold.players.make` takes, two at least; a mapping gives them names. By default a ladder:
        random, greedy, and tree search with 4, 16, 64 and 256 simulations.
    tournaments : int, optional
        How often the league is played, 3 or more.
    seed : int, optional
        Tournament t draws from ``game_seed(seed, t)``.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play, a match a task.
    progress : bool or callable, optional
        Show how many tournaments are done, or call with (done, total).

    Returns
    -------
    Depth
        Stability and classes. Both are about these players: a ladder of more or stronger ones may show more.

    Raises
    ------
    FivefoldError
        An argument is out of range, or the game is not for two.

    Examples
    --------
    >>> import fivefold as ff
    >>> found = ff.tournament.depth(ff.rules("freestyle", size=9), ["random", "greedy"])
    >>> found.classes
    (('greedy',), ('random',))
    """
    rules = read_rules(rules)
    if rules.num_players != 2:
        raise FivefoldError(f"the depth of {rules.name} is refused: it takes a game for two")
    whole(tournaments, "tournaments", 3)
    whole(seed, "seed", 0)
    by_name = named(LADDER if players is None else players)
    names, report = list(by_name), progress_of(progress, "tournaments")
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((tournaments, len(names)))
    pairs = np.zeros((len(names), len(names), 5), np.int64)
    for number in range(tournaments):
        own = game_seed(seed, number)
        league = League(names, seed=own, games=2)
        records = play(league, by_name, rules, seed=own, threads=threads, executor=executor)
        for first, second in zip(records[::2], records[1::2], strict=True):
            # Seats are exchanged in the second game of a match.
            for seat, name in enumerate(first.players):
                gained = won(first, seat) + won(second, 1 - seat)
                one, other = place[name], place[first.players[1 - seat]]
                pairs[one, other, round(2 * gained)] += 1
                points[number, one] += gained
        report(number + 1, tournaments)
    order = sorted(range(len(names)), key=lambda at: (-points[:, at].sum(), at))
    points, pairs = points[:, order], pairs[np.ix_(order, order)]
    ranked = tuple(names[at] for at in order)
    score = np.full((len(names), len(names)), np.nan)
    certain = score.copy()
    for a, b in combinations(range(len(names)), 2):
        for one, other in ((a, b), (b, a)):
            counts = pairs[one, other]
            score[one, other] = float(counts @ np.arange(5)) / 4 / counts.sum()
            certain[one, other] = certainty_of(counts)
    cuts = classes_of(pairs)
    return Depth(
        rules,
        ranked,
        stability(points),
        tuple(ranked[begin:end] for begin, end in cuts),
        points,
        score,
        certain,
        int(pairs.sum()),
    )


def won(record: Record, seat: int) -> float:
    """Give what a game brought: 1, ½ or 0."""
    winners = record.outcome.winners if record.outcome is not None else ()
    return 0.5 if len(winners) != 1 else float(seat in winners)


def named(players: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """Give the players by name."""
    if isinstance(players, Mapping):
        found = {name: make(player) for name, player in players.items()}
    elif isinstance(players, str) or not isinstance(players, Sequence):
        raise FivefoldError(
            f"players={players!r:.80} are refused: a list of players, or a mapping from names"
        )
    else:
        made = [make(player) for player in players]
        found = {player.name: player for player in made}
        if len(found) < len(made):
            raise FivefoldError("players are refused: two have one name; give them names by a mapping")
    if len(found) < 2:
        raise FivefoldError(f"{len(found)} players are too few: 2 at least")
    return found


def certainty_of(pairs: ArrayLike) -> float:
    """Tell how certainly the first is better, from matches of two games in which both began once.

    `pairs` counts the matches that brought 0, ½, 1, 1½, 2 points. Between equals each match might as well
    have ended the other way round: the exact chance of a sum of points as far from the mean as this, over
    all exchanges (Fisher's randomisation test), is taken from 1. Where the first is not ahead it is 0.
    """
    lost, worse, _, better, won = np.asarray(pairs).tolist()
    ones, twos = worse + better, lost + won  # matches decided by one point, and by two
    ahead = better - worse + 2 * (won - lost)
    if ahead <= 0:
        return 0.0
    as_good = sum(
        comb(ones, a) * comb(twos, b)
        for a in range(ones + 1)
        for b in range(twos + 1)
        if 2 * a - ones + 2 * (2 * b - twos) >= ahead
    )
    return 1 - 2 * float(Fraction(as_good, 2 ** (ones + twos)))


class Cut(NamedTuple):
    """How the rest of a ranking is cut best: how many classes, and the least certainty between two."""

    classes: int
    certainty: float
    ends: tuple[int, ...]


def classes_of(pairs: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut a ranking into as many classes as can be, each beating the next with 95 % certainty.

    Of several such cuts the one with the greatest least certainty is taken. `pairs` holds for each two
    players, in the order of the ranking, how many matches of two games brought 0, ½, 1, 1½, 2 points.
    """
    n = len(pairs)
    best: dict[tuple[int, int], Cut] = {}
    for begin in range(n - 1, -1, -1):
        for end in range(n, begin, -1):
            # The class is begin..end; the next one, if there is any, begins at end.
            if end == n:
                best[begin, end] = Cut(1, 1.0, (n,))
                continue
            found = [Cut(0, 0.0, ())]
            for after in range(end + 1, n + 1):
                below = best.get((end, after), Cut(0, 0.0, ()))
                certainty = certainty_of(pairs[begin:end, end:after].sum(axis=(0, 1)))
                if below.classes and certainty >= CERTAINTY:
                    found.append(Cut(below.classes + 1, min(below.certainty, certainty), (end, *below.ends)))
            best[begin, end] = max(found, key=lambda cut: cut[:2])
    top = max((best[0, end] for end in range(1, n + 1)), key=lambda cut: cut[:2])
    return list(zip((0, *top.ends[:-1]), top.ends, strict=True))


def stability(points: ArrayLike) -> Value:
    """Tell how much repeated tournaments agree: the mean rank correlation of any two of them.

    Spearman's correlation of ranks, equal points sharing the mean of their ranks. A tournament in which
    all are level agrees with none (0). The 95 % interval comes from the jackknife over tournaments
    (Efron and Stein 1981) with Student's t; it has no width where all tournaments rank alike.

    Parameters
    ----------
    points : array_like
        ``[tournaments, players]``, 3 tournaments and 2 players or more; more points are better.

    Returns
    -------
    Value
        ``(value, low, high)``, each -1 to 1. 1: always the same ranking; 0: chance.

    Raises
    ------
    FivefoldError
        It is no such table of finite numbers.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.tournament.stability([[3, 2, 1], [3, 2, 1], [3, 1, 2]]).value
    0.666...
    """
    try:
        table = np.asarray(points, np.float64)
    except (TypeError, ValueError):
        table = np.zeros(0)
    if table.ndim != 2 or table.shape[0] < 3 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise FivefoldError("points are refused: a row of finite numbers for each of 3 tournaments or more")
    ranks = np.array([shared_ranks(row) for row in table])
    ranks -= ranks.mean(axis=1, keepdims=True)
    length = np.sqrt((ranks**2).sum(axis=1, keepdims=True))
    ranks = np.divide(ranks, length, out=np.zeros_like(ranks), where=length > 0)
    agree = ranks @ ranks.T
    count = len(table)
    np.fill_diagonal(agree, 0.0)
    total, own = float(agree.sum()), agree.sum(axis=1)
    # Rounding must not carry a correlation beyond 1.
    mean = min(max(total / (count * (count - 1)), -1.0), 1.0)
    without = (total - 2 * own) / ((count - 1) * (count - 2))
    error = sqrt((count - 1) / count * float(((without - without.mean()) ** 2).sum()))
    half = student(count - 1) * error
    return Value(mean, max(mean - half, -1.0), min(mean + half, 1.0))


def shared_ranks(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank numbers from 0 for the least; equal ones share the mean of their ranks."""
    below = (row[:, None] > row[None, :]).sum(axis=1)
    equal = (row[:, None] == row[None, :]).sum(axis=1)
    found: NDArray[np.float64] = below + (equal - 1) / 2
    return found


def student(freedom: int) -> float:
    """Give the 97.5 % quantile of Student's t, within 1 %, from 3 degrees on within 0.2 %.

    The first terms of the expansion about the normal quantile (Abramowitz and Stegun 1964, 26.7.5).
    """
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
