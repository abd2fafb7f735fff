"""The games of a ladder and what they say about the players: ratings, a crosstable, records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from fivefold._core import FivefoldError, Record, Rules
from fivefold._statistics import few_note, holm, sample
from fivefold._tables import Tabled, copies
from fivefold.lab.spec import Row, changed_options

from .ratings import Rating, Weighted, fit_ratings


class Cross(NamedTuple):
    """The results of one player against another.

    Attributes
    ----------
    games : int
        Games that both played in.
    score : float
        Share of these games in which the first finished ahead of the second; a tie counts half.
    distinct : int
        How many of them are distinct.
    low, high : float
        Ends of the score's 95 % interval; games of one opening are one observation, copies count once.
    chance : float
        Probability that equal players score as far from a half, or further.
    """

    games: int
    score: float
    distinct: int
    low: float
    high: float
    chance: float = 1.0


@dataclass
class Ladder(Tabled):
    """The games of a ladder, and the ratings from them. As a table (`to_arrow`) it has a row for each game.

    Attributes
    ----------
    rules : Rules
        Rules of the games.
    players : tuple of str
        Names, in the order given.
    seed : int
        Random seed of all games.
    anchor : str or None
        The player rated 0; None: the mean of all is 0.
    games : list of fivefold.lab.Row
        All games: who played by side (`names`), the `points`, the `actions`, how long it `took`.
    openings : str
        Where games began: the name of a suite, "random", "balanced", "start" or how many were given.

    Examples
    --------
    >>> import fivefold as ff
    >>> ladder = ff.arena.ladder(["greedy", "random"], ff.rules("freestyle", size=9), games=4)
    >>> [row.name for row in ladder.ratings()]
    ['greedy', 'random']
    >>> cross = ladder.crosstable()["greedy", "random"]
    >>> cross.games, cross.distinct, cross.score
    (4, 4, 1.0)
    >>> len(list(ladder.records()))
    4
    """

    rules: Rules
    players: tuple[str, ...]
    seed: int = 0
    anchor: str | None = None
    games: list[Row] = field(default_factory=list, repr=False)
    openings: str = "start"

    @property
    def distinct(self) -> int:
        """How many games are distinct: two are the same if they have the same start and actions."""
        return len({game.key for game in self.games})

    @property
    def note(self) -> str:
        """A warning, such as that few games are distinct; usually empty."""
        return few_note(len(self.games), self.distinct)

    @property
    def seconds(self) -> float:
        """How long all games took, in seconds."""
        return sum(game.took for game in self.games)

    def ratings(self, prior: float = 1.0) -> list[Rating]:
        """Rate the players, the anchor at 0.

        Parameters
        ----------
        prior : float, optional
            Drawn games added to each pair that met, so that a player who won every game has a finite rating.

        Returns
        -------
        list of Rating
            The best first, with 95 % intervals. Bradley-Terry for two sides, Plackett-Luce for more. Each
            interval is that of the difference to the mean of all, moved with the anchor.

        Raises
        ------
        FivefoldError
            Nothing was played, or (without a prior) no finite ratings explain the results.
        """
        if not self.games:
            raise FivefoldError("a ladder without games has no ratings")
        met = {pair for game in self.games for pair in combinations(sorted(game.names), 2)}
        rows: list[Weighted] = []
        played, distinct = dict.fromkeys(self.players, 0), dict.fromkeys(self.players, 0)
        keys = [game.key for game in self.games]
        for table, places in self._tables().items():
            # Copies weigh together as much as the games that they are copies of.
            different = len({keys[place] for place in places})
            alone = len({keys[place][0] for place in places}) == 1
            for place in places:
                game = self.games[place]
                group = (table, game.spec.seed if alone else keys[place][0])
                rows.append((game.names, game.points, different / len(places), group))
            for name in table:
                played[name] += len(places)
                distinct[name] += different
        if prior > 0:
            rows += [(pair, (0.0, 0.0), prior, None) for pair in sorted(met)]
        fitted = fit_ratings(rows)
        zero = next((row.rating for row in fitted if row.name == self.anchor), 0.0)
        return [
            Rating(
                row.name,
                row.rating - zero,
                row.low - zero,
                row.high - zero,
                played[row.name],
                distinct[row.name],
            )
            for row in fitted
        ]

    def _columns(self) -> dict[str, Any]:
        sides = range(len(self.rules.info.sides))
        keys = [game.key for game in self.games]
        return {
            "game": np.arange(len(self.games), dtype=np.int64),
            **{f"player_{side}": [game.names[side] for game in self.games] for side in sides},
            **{
                f"points_{side}": np.array([game.points[side] for game in self.games], np.float64)
                for side in sides
            },
            "seed": np.array([game.spec.seed for game in self.games], np.uint64),
            "opening": np.array([key[0] for key in keys], np.uint64),
            "actions": [game.actions.tolist() for game in self.games],
            "seconds": np.array([game.took for game in self.games], np.float64),
            # The same moves between other players are another result.
            "is_copy": copies((*game.names, *key) for game, key in zip(self.games, keys, strict=True)),
        }

    def _tables(self) -> dict[tuple[str, ...], list[int]]:
        """Return the places of the games of each table, by who sits there."""
        tables: dict[tuple[str, ...], list[int]] = {}
        for place, game in enumerate(self.games):
            tables.setdefault(tuple(sorted(game.names)), []).append(place)
        return tables

    def crosstable(self) -> dict[tuple[str, str], Cross]:
        """Return the score of each player against each opponent that it met.

        Returns
        -------
        dict from (str, str) to Cross
            Games and mean score of the first against the second, for every two that met.
        """
        keys = [game.key for game in self.games]
        met: dict[tuple[str, str], list[tuple[float, int]]] = {}
        for place, game in enumerate(self.games):
            for one, other in permutations(range(len(game.names)), 2):
                mine, theirs = game.points[one], game.points[other]
                share = 1.0 if mine > theirs else 0.5 * (mine == theirs)
                met.setdefault((game.names[one], game.names[other]), []).append((share, place))
        crosses = {}
        for pair, rows in met.items():
            places = [place for _, place in rows]
            own = [keys[place] for place in places]
            seeds = [self.games[place].spec.seed for place in places]
            observed = sample([share for share, _ in rows], own, [key[0] for key in own], seeds)
            score, low, high = observed.share()
            crosses[pair] = Cross(len(rows), score, observed.distinct, low, high, observed.chance())
        return crosses

    def better(self) -> list[tuple[str, str]]:
        """Return who is better than whom, corrected for the number of comparisons.

        Returns
        -------
        list of (str, str)
            The better and the worse one: of all pairs that met those whose score differs from a half with
            95 % certainty for all of them together (Holm 1979).
        """
        cross = self.crosstable()
        pairs = [(one, other) for one, other in cross if one < other]
        certain = holm([cross[pair].chance for pair in pairs])
        return [
            (one, other) if cross[one, other].score > 0.5 else (other, one)
            for (one, other), fits in zip(pairs, certain, strict=True)
            if fits
        ]

    def records(self) -> Iterator[Record]:
        """Yield the games as records, names by seat.

        Yields
        ------
        Record
            In the order of the games.
        """
        for game in self.games:
            yield game.record()

    def to_markdown(self) -> str:
        """Write the ratings as a table of Markdown, with games, seconds and seed below it.

        Returns
        -------
        str

        Raises
        ------
        FivefoldError
            As `ratings` does.
        """
        rows = ["| player | rating | 95 % | games | distinct |", "|---|---:|---:|---:|---:|"]
        for row in self.ratings():
            rows.append(
                f"| `{row.name}` | {row.rating:.0f} | {row.low:.0f} to {row.high:.0f} | {row.games} "
                f"| {row.distinct} |"
            )
        options = " ".join(f"{key}={value}" for key, value in changed_options(self.rules).items())
        what = " ".join(filter(None, (self.rules.name, options)))
        return "\n".join(
            [
                *rows,
                "",
                f"{what}: {len(self.games)} games, {self.distinct} distinct, openings: {self.openings}, "
                f"{self.seconds:.0f} s, seed {self.seed}.",
                *([f"Beware: {self.note}."] if self.note else []),
            ]
        )

    def __str__(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        from .report import ladder_html

        return ladder_html(self)
