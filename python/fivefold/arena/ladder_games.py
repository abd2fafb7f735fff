"""The games of a ladder and what they say: ratings, a crosstable, records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any, NamedTuple

from fivefold import _core
from fivefold._core import FivefoldError, Record, Rules

from .ratings import Rating, rate

__all__ = ["Cross", "Ladder", "LadderGame"]


class LadderGame(NamedTuple):
    """A game of a ladder.

    Attributes
    ----------
    names : tuple of str
        The players by side: by seat, with teams by team.
    points : tuple of float
        Their points; only the order counts.
    seed : int
        The start is ``rules.start(seed=seed)``.
    actions : list of int
        What was played, rolls among them.
    seconds : float
        How long it took; games that were played side by side share alike.
    """

    names: tuple[str, ...]
    points: tuple[float, ...]
    seed: int
    actions: list[int]
    seconds: float


class Cross(NamedTuple):
    """What a player did against another.

    Attributes
    ----------
    games : int
        Games that both played in.
    score : float
        The share of them in which the first was ahead of the second, a level game counting half.
    """

    games: int
    score: float


@dataclass
class Ladder:
    """The games of a ladder and what they say.

    Attributes
    ----------
    rules : Rules
        What was played.
    players : tuple of str
        Names, in the order given.
    seed : int
        Of all games.
    anchor : str or None
        Who is rated 0; None: the mean is.
    games : list of LadderGame
        All games.

    Examples
    --------
    >>> import fivefold as ff
    >>> ladder = ff.arena.ladder(["greedy", "random"], ff.rules("freestyle", size=9), games=4)
    >>> [row.name for row in ladder.ratings()]
    ['greedy', 'random']
    >>> ladder.crosstable()["greedy", "random"]
    Cross(games=4, score=1.0)
    >>> len(list(ladder.records()))
    4
    """

    rules: Rules
    players: tuple[str, ...]
    seed: int = 0
    anchor: str | None = None
    games: list[LadderGame] = field(default_factory=list, repr=False)

    @property
    def seconds(self) -> float:
        """How long all games took, in seconds."""
        return sum(game.seconds for game in self.games)

    def ratings(self, prior: float = 1.0) -> list[Rating]:
        """Rate the players, the anchor at 0.

        Parameters
        ----------
        prior : float, optional
            Level games added to each pair that met, so that a player who won every game has a finite rating.

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
        rows: list[tuple[Sequence[str], Sequence[float], float]]
        rows = [(game.names, game.points, 1.0) for game in self.games]
        if prior > 0:
            rows += [(pair, (0.0, 0.0), prior) for pair in sorted(met)]
        found = rate(rows)
        played = {name: sum(name in game.names for game in self.games) for name in self.players}
        zero = next((row.rating for row in found if row.name == self.anchor), 0.0)
        return [
            Rating(row.name, row.rating - zero, row.low - zero, row.high - zero, played[row.name])
            for row in found
        ]

    def crosstable(self) -> dict[tuple[str, str], Cross]:
        """Tell what each player did against each other one that it met.

        Returns
        -------
        dict from (str, str) to Cross
            Games and mean score of the first against the second, for every two that met.
        """
        counts: dict[tuple[str, str], list[float]] = {}
        for game in self.games:
            for one, other in permutations(range(len(game.names)), 2):
                entry = counts.setdefault((game.names[one], game.names[other]), [0, 0.0])
                entry[0] += 1
                entry[1] += (
                    1.0
                    if game.points[one] > game.points[other]
                    else 0.5 * (game.points[one] == game.points[other])
                )
        return {pair: Cross(int(games), score / games) for pair, (games, score) in counts.items()}

    def records(self) -> Iterator[Record]:
        """Give the games as records, names by seat.

        Yields
        ------
        Record
            In the order of the games.
        """
        sides = side_of(self.rules)
        for game in self.games:
            record = Record(self.rules.start(seed=game.seed), players=[game.names[side] for side in sides])
            for action in game.actions:
                record.push(action)
            yield record

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
        rows = ["| player | rating | 95 % | games |", "|---|---:|---:|---:|"]
        for row in self.ratings():
            rows.append(
                f"| `{row.name}` | {row.rating:.0f} | {row.low:.0f} to {row.high:.0f} | {row.games} |"
            )
        options = " ".join(f"{key}={value}" for key, value in changed(self.rules).items())
        what = " ".join(filter(None, (self.rules.name, options)))
        return "\n".join(
            [*rows, "", f"{what}: {len(self.games)} games, {self.seconds:.0f} s, seed {self.seed}."]
        )

    def __str__(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        from .report import ladder_html

        return ladder_html(self)


def side_of(rules: Rules) -> list[int]:
    """Give the side of each seat."""
    sides = rules.info.sides
    return [
        next(side for side, seats in enumerate(sides) if seat in seats) for seat in range(rules.num_players)
    ]


def normalised(game: LadderGame) -> LadderGame:
    """Give a game that was read from JSON its tuples back."""
    return game._replace(names=tuple(game.names), points=tuple(map(float, game.points)))


def changed(rules: Rules) -> dict[str, Any]:
    """Give the options that differ from the preset's."""
    usual = _core.rules(rules.name).options
    return {key: value for key, value in rules.options.items() if usual.get(key) != value}
