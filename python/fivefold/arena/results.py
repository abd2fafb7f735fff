"""The result of a match: its games, and what they say about the players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape
from math import log
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex

import numpy as np

from fivefold import _statistics
from fivefold._core import Record, Rules
from fivefold._progress import ProgressLike, make_progress
from fivefold._statistics import Value
from fivefold._tables import Tabled, copies
from fivefold.clocks import TimeControl
from fivefold.lab.register import estimate
from fivefold.search import regrets

from .game import Fault, Game
from .statistics import PairCounts, llr, los, normalized_of, to_elo

if TYPE_CHECKING:
    from fivefold.complexity.estimate import Estimate
    from fivefold.lab.spec import Row
    from fivefold.search import SolvedTable


class Sprt(NamedTuple):
    """A sequential test of two hypotheses (Wald 1945).

    Attributes
    ----------
    elo0, elo1 : float
        The hypotheses, `elo0` below `elo1`.
    alpha, beta : float
        Chances of accepting the wrong one.
    model : {"normalized", "logistic"}
        Unit of the hypotheses.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithm of the likelihood ratio at which `elo0`, `elo1` is accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Counted:
    """Games of a match counted as they come: by the points of pairs, or of games of a player by itself."""

    def __init__(self, exchanged: bool) -> None:
        self.size = 2 if exchanged else 1
        self.counts = np.zeros(5)
        self.games, self.waiting = 0, 0.0
        self.keys: set[Any] = set()
        self.openings: set[int] = set()

    def add(self, game: Game) -> None:
        """Count one more game; those of a pair come one after the other."""
        self.games += 1
        self.waiting += game.points
        self.keys.add(game.key)
        self.openings.add(game.opening.key)
        if self.games % self.size == 0:
            self.counts[round(4 * self.waiting / self.size)] += 1
            self.waiting = 0.0

    def sample(self) -> PairCounts:
        """Return the counts, all together no more than their openings or distinct games are worth."""
        total, points = float(self.counts.sum()), np.linspace(0.0, 1.0, 5)
        if not total:
            return PairCounts(points, self.counts, self.size)
        alone = len(self.openings) == 1
        worth = max(total * len(self.keys) / self.games, 1.0) if alone else float(len(self.openings))
        return PairCounts(points, self.counts * min(worth / total, 1.0), self.size)


@dataclass
class Match(Tabled):
    """The result of a match; as a table (`to_arrow`) it has a row for each game.

    Attributes
    ----------
    first, second : str
        Names of the players.
    rules : Rules
        Rules of the games.
    games : list of Game
        In order: games 2p and 2p+1 are a pair, in the second of them the seats are exchanged. Where a player
        meets itself nothing is exchanged: it would be the same game again.
    sprt : Sprt or None
        The sequential test, if there is one.
    decision : {None, "first", "second"}
        What the sequential test has accepted: "first": `elo1`, "second": `elo0`; None: nothing yet, or there
        was no test.
    clock : TimeControl or None
        The time of each game.
    openings : str
        Where the games began: the name of a suite, "random", "balanced", "start" or how many were given.
    exchanged : bool
        Whether seats are exchanged: not where a player meets itself. Then all points are those of seat 0.
    exact : bool
        Whether the result could not have been different: neither player is random, and all games have one
        start.

    Examples
    --------
    >>> import fivefold as ff
    >>> match = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=10)
    >>> match.score, match.wins, len(match.records()), match.distinct
    (1.0, 10, 10, 10)
    """

    first: str
    second: str
    rules: Rules
    games: list[Game] = field(default_factory=list, repr=False)
    sprt: Sprt | None = None
    decision: Literal["first", "second"] | None = None
    clock: TimeControl | None = None
    openings: str = "start"
    exchanged: bool = True
    exact: bool = False

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return sum(game.points == 1 for game in self.games)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.points == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return sum(game.points == 0 for game in self.games)

    @property
    def score(self) -> float:
        """Mean points of the first player, 0 to 1; where a player meets itself those of seat 0."""
        return sum(game.points for game in self.games) / len(self.games)

    @property
    def distinct(self) -> int:
        """How many games are distinct: two are the same if they have the same start and actions."""
        return len({game.key for game in self.games})

    @property
    def share(self) -> Value:
        """The score with its 95 % interval: games of one opening are one observation, copies count once."""
        return self._observations().share()

    @property
    def note(self) -> str:
        """A warning, such as that few games are distinct; usually empty."""
        return self._observations().note

    @property
    def pairs(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Pairs by the points of the first player, 0, 0.5, 1, 1.5, 2: int64 ``[5]``.

        Where a player meets itself each game stands for a pair that is level.
        """
        counts = np.zeros(5, np.int64)
        if not self.exchanged:
            counts[2] = len(self.games)
            return counts
        for even, odd in zip(self.games[::2], self.games[1::2], strict=True):
            counts[round(2 * (even.points + odd.points))] += 1
        return counts

    @property
    def elo(self) -> Value:
        """Difference in Elo, with its interval, from `share`."""
        return Value(*map(to_elo, self.share))

    @property
    def normalized_elo(self) -> Value:
        """Difference in normalised Elo, with its interval, from pairs; copies count once."""
        return normalized_of(self._counts(), self.share)

    @property
    def los(self) -> float:
        """Likelihood that the first player is the stronger, from pairs; copies count once.

        One loss and one win are added as for the interval of `share`; an exact result is 0, 1/2 or 1.
        """
        points, counts, size = self._counts()
        added = np.array([1.0, 0, 0, 0, 1]) if self.games and not self.exact else 0.0
        return los(PairCounts(points, counts + added, size))

    @property
    def llr(self) -> float | None:
        """Logarithm of the test's likelihood ratio, from pairs; copies count once; None without a test."""
        if self.sprt is None:
            return None
        return llr(self._counts(), self.sprt.elo0, self.sprt.elo1, self.sprt.model)

    @property
    def faults(self) -> list[Fault]:
        """Games that a player lost by an error: number of the game, name, reason."""
        return [game.fault for game in self.games if game.fault is not None]

    @property
    def timeouts(self) -> tuple[int, int]:
        """Turns that the first and the second player lost on time; in most games this loses the game."""
        lost = [0, 0]
        for game in self.games:
            for event in game.clocked.events if game.clocked is not None else []:
                word, _, seat = event.partition(" ")
                if word == "timeout":
                    lost[int(seat) ^ game.seat] += 1
        return lost[0], lost[1]

    def regrets(
        self,
        nodes: SupportsIndex | None = 100_000,
        table: SolvedTable | None = None,
        *,
        progress: ProgressLike = None,
    ) -> dict[str, Estimate]:
        """Measure how far the players were from perfect play, where that is known (`search.regrets`).

        Parameters
        ----------
        nodes : int, optional
            Limit of positions for each search.
        table : SolvedTable, optional
            Table of solved positions to use first.
        progress : bool or callable, optional
            As in `match`.

        Returns
        -------
        dict from str to Estimate
            By player, the mean exact loss of a move, a mean of games; moves whose loss is unknown do not
            count. Its ``games`` are those in which some loss is known; without any the player is left out.

        Examples
        --------
        >>> import fivefold as ff
        >>> table = ff.search.SolvedTable.load("pah_tum-5")
        >>> rules, start = table.start.rules, table.start
        >>> match = ff.arena.match("mcts(simulations=50)", "random", rules, 20, openings=[start])
        >>> for name, found in match.regrets(table=table).items():
        ...     print(f"{name} {found.value:.2f}")
        mcts(simulations=50) 0.00
        random 0.11
        """
        by_player: dict[str, list[tuple[Row, float]]] = {}
        report = make_progress(progress)
        for done, game in enumerate(self.games):
            record, begun = game.row.record(), len(game.opening.record().moves)
            seats = np.array([position.player for position in record.positions()][: len(record.actions)])
            losses = regrets(record, nodes, table)
            known = (np.arange(len(losses)) >= begun) & ~np.isnan(losses)
            for seat, name in enumerate(
                (self.second, self.first) if game.seat else (self.first, self.second)
            ):
                if (mine := losses[known & (seats == seat)]).size:
                    by_player.setdefault(name, []).append((game.row, float(mine.mean())))
            report(done + 1, len(self.games))
        means = {}
        for name, pairs in by_player.items():
            values = iter([value for _, value in pairs])
            mean = estimate([row for row, _ in pairs], lambda _: next(values))  # noqa: B023
            means[name] = replace(mean, low=max(mean.low, 0.0))
        return means

    def records(self) -> list[Record]:
        """Return the games as records: from the rules' start, the opening as moves, names by seat.

        Returns
        -------
        list of Record
            In the order of the games.
        """
        return [game.record((self.first, self.second)) for game in self.games]

    def _columns(self) -> dict[str, Any]:
        names = [(self.second, self.first) if game.seat else (self.first, self.second) for game in self.games]
        own = np.array([game.points for game in self.games], np.float64)
        second = np.array([game.seat for game in self.games], np.bool_)
        return {
            "game": np.array([game.number for game in self.games], np.int64),
            "player_0": [row[0] for row in names],
            "player_1": [row[1] for row in names],
            "points_0": np.where(second, 1 - own, own),
            "points_1": np.where(second, own, 1 - own),
            "opening": np.array([game.opening.key for game in self.games], np.uint64),
            "actions": [game.actions.tolist() for game in self.games],
            "is_copy": copies(game.key for game in self.games),
            "fault": ["" if game.fault is None else game.fault.reason for game in self.games],
        }

    def _units(self) -> list[int]:
        """Return the number of the pair of each game; where nothing is exchanged each game stands alone."""
        return [game.number // 2 if self.exchanged else game.number for game in self.games]

    def _observations(self) -> _statistics.Sample:
        """Sort the games into what is independent."""
        return _statistics.sample(
            [game.points for game in self.games],
            [game.key for game in self.games],
            [game.opening.key for game in self.games],
            self._units(),
            self.exact,
        )

    def _counts(self) -> PairCounts:
        """Count pairs (or games) by points, all together no more than they are worth."""
        counted = Counted(self.exchanged)
        for game in self.games:
            counted.add(game)
        return counted.sample()

    def __str__(self) -> str:
        value, low, high = self.elo
        if not self.exchanged:
            who, (value, low, high) = f"{self.first} against itself, first seat", self.share
            strength = f"[{100 * low:.1f}, {100 * high:.1f}]"
        else:
            who = f"{self.first} against {self.second}"
            strength = f"Elo {value:+.0f} " + ("(exact)" if self.exact else f"[{low:+.0f}, {high:+.0f}]")
        text = (
            f"{who}: +{self.wins} ={self.draws} -{self.losses}, {100 * self.score:.1f} %, {strength}, "
            f"{len(self.games)} games, {self.distinct} distinct, openings: {self.openings}"
        )
        return text + (f", accepted: {self.decision}" if self.decision else "")

    def __repr__(self) -> str:
        return f"<Match of {self.rules.name}: {self if self.games else 'no games'}>"

    def _repr_html_(self) -> str:
        value, low, high = self.elo
        low, high = self.share[1:]
        rows = [
            ("players", f"{self.first} – {self.second}" if self.exchanged else f"{self.first}, by itself"),
            ("games", f"{len(self.games)}: +{self.wins} ={self.draws} −{self.losses}"),
            ("distinct", f"{self.distinct}, openings: {self.openings}"),
            ("score", f"{100 * self.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"),
            ("pairs", " ".join(map(str, self.pairs.tolist()))),
            ("Elo", f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"),
            ("superiority", f"{100 * self.los:.1f} %"),
            ("note", "exact: nothing could have come out differently" if self.exact else self.note),
        ]
        if not self.exchanged:
            rows = [row for row in rows if row[0] not in ("pairs", "superiority")]
        body = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows if text
        )
        return f"<table>{body}</table>"
