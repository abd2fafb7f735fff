"""How deep a game is: how stable a ranking of players is, and how many classes of them there are.

Thompson ("Defining the abstract", The Games Journal 2000) calls a game deep if there are many levels of
play, each losing regularly to the next. The Pentagame book (Part VI, 1.1) adds that the number of levels
grows with the number of players, and asks for the stability of the ranking instead: "any given tournament
result should be stable to some degree". Both are measured here.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivefold._arguments import read_rules, read_seed
from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._progress import ProgressLike, Report, make_progress
from fivefold._statistics import Value, few_note, holm, key_of, warn_of_few
from fivefold.arena.openings import Openings, OpeningsLike, read_openings
from fivefold.draw.page import beware, table
from fivefold.lab.engine import Schedule, run
from fivefold.lab.spec import GameSpec, Row
from fivefold.lab.workers import check_executor
from fivefold.players import make

from .checks import bounded
from .league import League
from .playing import Rounds
from .ranking import CERTAINTY, certainty_of, classes_of, stability_of
from .tables import Begun, wins_of

LADDER = ("random", "greedy", *(f"mcts(simulations={count})" for count in (4, 16, 64, 256)))
"""Players that `depth` takes where none are given: each thinks more than the one before."""


@dataclass(frozen=True)
class Depth:
    """What repeated tournaments say about the depth of a game.

    Attributes
    ----------
    rules : Rules
        Rules of the games.
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
        alone: 1 minus the probability that two equal players differ as much, either way; 0 where a player is
        not ahead, nan on the diagonal.
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
        """A warning, such as that few games are distinct; usually empty."""
        return few_note(self.games, self.distinct)

    @property
    def levels(self) -> int:
        """How many classes there are; at most as many as players."""
        return len(self.classes)

    @property
    def tournaments(self) -> int:
        """Number of tournaments played."""
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
        level = {name: str(number) for number, one in enumerate(self.classes, 1) for name in one}
        places = range(len(self.names))
        rows = []
        for place, name in enumerate(self.names):
            scores = (f"{self.score[place, at]:.2f}" if at != place else "·" for at in places)
            rows.append([level[name], f"{place + 1} {escape(name)}", *scores])
        head = ["class", "player", *(str(place + 1) for place in places)]
        return f"<p>{escape(str(self))} (Holm)</p>{beware(self.note)}{table(head, rows)}"


def depth(
    rules: str | Rules,
    players: Sequence[Any] | Mapping[str, Any] | None = None,
    tournaments: int = 10,
    *,
    seed: int = 0,
    openings: OpeningsLike = None,
    threads: int | None = None,
    executor: Any = None,
    progress: ProgressLike = None,
) -> Depth:
    """Measure the depth of a game for two by repeated tournaments of the same players.

    Each tournament is a league: any two play one match of two games, each beginning once; a win is 1
    point, a draw ½. All tournaments draw from seeds of their own.

    Parameters
    ----------
    rules : str or Rules
        Rules of the games, for two players.
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
        Threads for players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Executor that plays the matches, one in each task.
    progress : bool or callable, optional
        Show how many tournaments are done, or call with (done, total); by default in a
        terminal or notebook, after two seconds.

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
    names, report = list(by_name), make_progress(progress, "tournaments")
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((tournaments, len(names)))
    met: dict[tuple[int, int], list[Exchange]] = {}
    leagues = Leagues(by_name, rules, begin, seed, tournaments, report)
    run(leagues, threads=threads, executor=executor, progress=False)
    for number, records in enumerate(leagues.played):
        for first, second in zip(records[::2], records[1::2], strict=True):
            # Seats are exchanged in the second game of a match.
            one, other = (place[name] for name in first.players)
            gained = wins_of(first)[0] + wins_of(second)[1]
            points[number, one] += gained
            points[number, other] += 2 - gained
            keys = key_of(first), key_of(second)
            met.setdefault((one, other), []).append(Exchange(gained, keys))
            met.setdefault((other, one), []).append(Exchange(2 - gained, keys))
    return measured(rules, names, points, met, begin.name)


class Leagues(Schedule):
    """The schedule of `depth`: one league after the other, with seeds of their own."""

    unit = 0

    def __init__(
        self,
        players: Mapping[str, Any],
        rules: Rules,
        begin: Openings,
        seed: int,
        tournaments: int,
        report: Report,
    ) -> None:
        self.players, self.rules, self.begin, self.seed = players, rules, begin, seed
        self.total, self.report = tournaments, report
        self.played: list[list[Record]] = []
        self.first, self.current = 0, self.league()

    def league(self) -> Rounds:
        """Make the coming league."""
        own = game_seed(self.seed, len(self.played))
        begun = Begun(self.begin, self.seed, len(self.played))
        return Rounds(League(list(self.players), seed=own, games=2), self.players, self.rules, own, begun)

    def next(self, rows: Sequence[Row]) -> list[GameSpec]:
        """See `Schedule.next`."""
        while len(self.played) < self.total:
            if specs := self.current.next(rows[self.first :]):
                return specs
            self.played.append(self.current.records)
            self.report(len(self.played), self.total)
            self.first, self.current = len(rows), self.league()
        return []

    def piece(self, spec: GameSpec) -> str:
        """See `Schedule.piece`."""
        return self.current.piece(spec)


class Exchange(NamedTuple):
    """A match of two games: the points of the first player, and what makes its games different."""

    points: float
    games: tuple[Hashable, Hashable]


def measured(
    rules: Rules,
    names: Sequence[str],
    points: NDArray[np.float64],
    met: Mapping[tuple[int, int], Sequence[Exchange]],
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
    tested = list(combinations(range(count), 2))
    chances = [1 - max(certain[a, b], certain[b, a]) for a, b in tested]
    for (a, b), fits in zip(tested, holm(chances, 1 - CERTAINTY), strict=True):
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


def named(players: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """Return the players by name."""
    if isinstance(players, Mapping):
        by_name = {name: make(player) for name, player in players.items()}
    elif isinstance(players, str) or not isinstance(players, Sequence):
        raise FivefoldError(
            f"players={players!r:.80} are refused: a list of players, or a mapping from names"
        )
    else:
        own_players = [make(player) for player in players]
        by_name = {player.name: player for player in own_players}
        if len(by_name) < len(own_players):
            raise FivefoldError("players are refused: two have one name; give them names by a mapping")
    if len(by_name) < 2:
        raise FivefoldError(f"{len(by_name)} players are too few: 2 at least")
    return by_name
