"""How deep a game is: how stable a ranking of players is, and how many classes of them there are.

Thompson ("Defining the abstract", The Games Journal 2000) calls a game deep if there are many levels of
play, each losing regularly to the next. The Pentagame book (Part VI, 1.1) adds that the number of levels
grows with the number of players, and asks for the stability of the ranking instead: "any given tournament
result should be stable to some degree". Both are measured here.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import combinations, pairwise, permutations
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._given import read_rules, read_seed
from fivefold._progress import Shown, progress_of
from fivefold._statistics import TAIL, few_note, holm, key_of, student, warn_of_few
from fivefold.arena.openings import Asked, read_openings
from fivefold.arena.statistics import Value
from fivefold.lab.spec import Row
from fivefold.lab.workers import check_executor
from fivefold.players import make

from .checks import bounded
from .league import League
from .playing import play_on

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
        The ranking cut into as many classes as can be, so that each beats the next by all matches between
        members of the two: with 95 % certainty for all places together at which the ranking can be cut
        (`comparisons`; Holm 1979).
    points : ndarray
        float64 ``[tournaments, players]``: the points of each tournament, in the order of `names`.
    score : ndarray
        float64 ``[players, players]``: mean points a game of one player against another, 0 to 1; nan on the
        diagonal.
    certainty : ndarray
        float64 ``[players, players]``: how certainly one player is better than another, from their matches
        alone: 1 less the chance that two equal players differ as much, either way; 0 where a player is not
        ahead, nan on the diagonal.
    better : ndarray
        bool ``[players, players]``: who is better than whom with 95 % certainty for all pairs together (Holm
        1979).
    games, distinct : int
        Games played in all, and how many of them are distinct.
    openings : str
        Where they began.
    """

    rules: Rules
    names: tuple[str, ...]
    stability: Value
    classes: tuple[tuple[str, ...], ...]
    points: NDArray[np.float64]
    score: NDArray[np.float64]
    certainty: NDArray[np.float64]
    better: NDArray[np.bool_]
    games: int
    distinct: int
    openings: str

    @property
    def comparisons(self) -> int:
        """At how many places the ranking can be cut."""
        return len(self.names) - 1

    @property
    def note(self) -> str:
        """What to beware of, such as few distinct games; mostly empty."""
        return few_note(self.games, self.distinct)

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
            f"tournaments of {len(self.names)}, {self.levels} classes at {self.comparisons} places: "
            f"{classes}; {self.games} games, {self.distinct} distinct, openings: {self.openings}"
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
            f"{self.levels} classes, corrected for {self.comparisons} comparisons (Holm), "
            f"{self.games} games, {self.distinct} distinct, openings: {escape(self.openings)}</p>"
            + (f"<p><strong>Beware: {escape(self.note)}.</strong></p>" if self.note else "")
            + f"<table><thead><tr><th>class</th><th>player</th>{head}</tr></thead>"
            + f"<tbody>{rows}</tbody></table>"
        )


def depth(
    rules: str | Rules,
    players: Sequence[Any] | Mapping[str, Any] | None = None,
    tournaments: int = 10,
    *,
    seed: int = 0,
    openings: Asked = None,
    threads: int | None = None,
    executor: Any = None,
    progress: Shown = None,
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
    openings : str, path, suite, or iterable of str or Position, optional
        Where matches begin, as for `fivefold.arena.match`: by default a suite; two players begin from another
        opening in each tournament.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play, a match a task.
    progress : bool or callable, optional
        Show how many tournaments are done, or call with (done, total); by default where
        somebody watches, after two seconds.

    Returns
    -------
    Depth
        Stability and classes. Both are about these players: a ladder of more or stronger ones may show more.

    Raises
    ------
    FivefoldError
        An argument is out of range, or the game is not for two.

    Warns
    -----
    FewDistinctGamesWarning
        Under 80 % of the games are distinct.

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
    tournaments = bounded(tournaments, "tournaments", 3)
    seed = read_seed(seed)
    check_executor(executor)
    begin = read_openings(rules, openings)
    by_name = named(LADDER if players is None else players)
    names, report = list(by_name), progress_of(progress, "tournaments")
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((tournaments, len(names)))
    met: dict[tuple[int, int], list[Meeting]] = {}
    known: dict[Hashable, Row] = {}
    for number in range(tournaments):
        own = game_seed(seed, number)
        league = League(names, seed=own, games=2)
        records = play_on(
            league,
            by_name,
            rules,
            seed=own,
            threads=threads,
            executor=executor,
            openings=begin,
            before=number,
            known=known,
            draw=seed,
        )
        for first, second in zip(records[::2], records[1::2], strict=True):
            # Seats are exchanged in the second game of a match.
            one, other = (place[name] for name in first.players)
            gained = won(first, 0) + won(second, 1)
            points[number, one] += gained
            points[number, other] += 2 - gained
            keys = key_of(first), key_of(second)
            met.setdefault((one, other), []).append(Meeting(gained, keys))
            met.setdefault((other, one), []).append(Meeting(2 - gained, keys))
        report(number + 1, tournaments)
    return measured(rules, names, points, met, begin.name)


class Meeting(NamedTuple):
    """A match of two games: the points of the first player, and what makes its games different."""

    points: float
    games: tuple[Hashable, Hashable]


def measured(
    rules: Rules,
    names: Sequence[str],
    points: NDArray[np.float64],
    met: Mapping[tuple[int, int], Sequence[Meeting]],
    openings: str,
) -> Depth:
    """Put together what tournaments say; matches that are copies of one count once."""
    count = len(names)
    order = sorted(range(count), key=lambda at: (-points[:, at].sum(), at))
    points = points[:, order]
    pairs = np.zeros((count, count, 5), np.int64)
    score = np.full((count, count), np.nan)
    certain = score.copy()
    keys: list[Hashable] = []
    for a, b in permutations(range(count), 2):
        one, other = order[a], order[b]
        meetings = met[one, other]
        score[a, b] = float(np.mean([meeting.points / 2 for meeting in meetings]))
        for meeting in {meeting.games: meeting for meeting in meetings}.values():
            pairs[a, b, round(2 * meeting.points)] += 1
        certain[a, b] = certainty_of(pairs[a, b])
        # The same moves between other players are another result.
        keys += [(min(one, other), max(one, other), key) for meeting in meetings for key in meeting.games]
    better = np.zeros((count, count), bool)
    asked = list(combinations(range(count), 2))
    chances = [1 - max(certain[a, b], certain[b, a]) for a, b in asked]
    for (a, b), fits in zip(asked, holm(chances, 1 - CERTAINTY), strict=True):
        better[a, b], better[b, a] = fits and certain[a, b] > 0, fits and certain[b, a] > 0
    games, distinct = len(keys) // 2, len(set(keys))
    ranked = tuple(names[at] for at in order)
    warn_of_few(games, distinct, stacklevel=3)
    return Depth(
        rules,
        ranked,
        stability_of(points, len(points) * distinct / games),
        tuple(ranked[begin:end] for begin, end in classes_of(pairs)),
        points,
        score,
        certain,
        better,
        games,
        distinct,
        openings,
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
    """Cut a ranking into as many classes as can be, each beating the next.

    Each of the n - 1 places at which a ranking of n can be cut is a question of its own: the certainties of
    all cuts are corrected together (Holm 1979), so that 95 % hold for all of them. Of several such rankings
    the one with the greatest least certainty is taken. `pairs` holds for each two players, in the order of
    the ranking, how many matches of two games brought 0, 1/2, 1, 3/2, 2 points.
    """
    places = len(pairs) - 1
    # Most classes first: with k cuts the least certain of them may fail with level / (places + 1 - k), each
    # more certain one with a smaller share (all of them fit where the strictest does).
    for cuts in range(places, 0, -1):
        found = best_cut(pairs, cuts, 1 - (1 - CERTAINTY) / (places + 1 - cuts))
        if found is not None and stands(pairs, found):
            return found
        strict = best_cut(pairs, cuts, 1 - (1 - CERTAINTY) / places)
        if strict is not None:
            return strict
    return [(0, len(pairs))]


def stands(pairs: NDArray[np.int64], classes: list[tuple[int, int]]) -> bool:
    """Tell whether every class of a ranking beats the next, corrected for all places."""
    chances = [1 - certainty_of(pairs[a:b, b:c].sum(axis=(0, 1))) for (a, b), (_, c) in pairwise(classes)]
    # Places without a cut are questions that were answered by no.
    return all(holm(chances + [1.0] * (len(pairs) - 1 - len(chances)), 1 - CERTAINTY)[: len(chances)])


def best_cut(pairs: NDArray[np.int64], cuts: int, certainty: float) -> list[tuple[int, int]] | None:
    """Find the ranking with `cuts` cuts whose least certainty is the greatest; None if it is too small."""
    n = len(pairs)
    best: dict[tuple[int, int, int], Cut] = {}
    for begin in range(n - 1, -1, -1):
        for end in range(n, begin, -1):
            # The class is begin..end; the next one, if there is any, begins at end.
            if end == n:
                best[begin, end, 0] = Cut(1, 1.0, (n,))
                continue
            for after in range(end + 1, n + 1):
                found = certainty_of(pairs[begin:end, end:after].sum(axis=(0, 1)))
                if found < certainty:
                    continue
                for left in range(cuts):
                    below = best.get((end, after, left))
                    if below is None:
                        continue
                    cut = Cut(below.classes + 1, min(below.certainty, found), (end, *below.ends))
                    known = best.get((begin, end, left + 1))
                    if known is None or cut.certainty > known.certainty:
                        best[begin, end, left + 1] = cut
    tops = [best[0, end, cuts] for end in range(1, n + 1) if (0, end, cuts) in best]
    if not tops:
        return None
    ends = max(tops, key=lambda cut: cut.certainty).ends
    return list(zip((0, *ends[:-1]), ends, strict=True))


def stability(points: ArrayLike) -> Value:
    """Tell how much repeated tournaments agree: the mean rank correlation of any two of them.

    Spearman's correlation of ranks, equal points sharing the mean of their ranks. A tournament in which
    all are level agrees with none (0). The 95 % interval comes from the jackknife over tournaments
    (Efron and Stein 1981) with Student's t. Where all rank alike, as many others as the binomial tail allows,
    1 - 0.025 ** (1 / n) of n, may agree with none.

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
    return stability_of(table, len(table))


def stability_of(table: NDArray[np.float64], size: float) -> Value:
    """Tell how much tournaments agree that are worth `size` independent ones."""
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
    if size < 2:
        return Value(mean, -1.0, 1.0)
    without = (total - 2 * own) / ((count - 1) * (count - 2))
    error = sqrt((count - 1) / size * float(((without - without.mean()) ** 2).sum()))
    half = student(size - 1) * error
    if error <= 1e-9:
        others = 1 - TAIL ** (1 / size)
        half = abs(mean) * (1 - (1 - others) ** 2) or 1.0
    return Value(mean, max(mean - half, -1.0), min(mean + half, 1.0))


def shared_ranks(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank numbers from 0 for the least; equal ones share the mean of their ranks."""
    below = (row[:, None] > row[None, :]).sum(axis=1)
    equal = (row[:, None] == row[None, :]).sum(axis=1)
    found: NDArray[np.float64] = below + (equal - 1) / 2
    return found
