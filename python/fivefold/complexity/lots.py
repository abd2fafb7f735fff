"""Games that a measure looks at, and where each began: copies count once, games of one opening are one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fivefold import _core
from fivefold._arguments import read_seed
from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._progress import Report
from fivefold._statistics import key_of, warn_of_few
from fivefold.arena.openings import OpeningsLike, Start, read_openings
from fivefold.lab.engine import Engine
from fivefold.lab.spec import GameSpec
from fivefold.players import make

from .counting import read_count
from .estimate import Observed


@dataclass(frozen=True)
class Lot:
    """Some games."""

    records: list[Record]  # the games
    starts: list[int]  # the key of the position in which the players of each began
    openings: str = "start"  # the name of what they began from

    @classmethod
    def of(cls, records: Iterable[Record]) -> Lot:
        """Take games of which nothing else is known: each began at its record's start."""
        listed = list(records)
        return cls(listed, [record.start.key for record in listed], "records")

    @cached_property
    def keys(self) -> list[Hashable]:
        """What makes each game different: its rules, its start and its actions."""
        return [key_of(record) for record in self.records]

    @property
    def observed(self) -> Observed:
        """The same, as estimates take it."""
        return Observed(self.keys, self.starts)

    @property
    def distinct(self) -> int:
        """How many games are distinct."""
        return len(set(self.keys))

    def first(self, count: int) -> Lot:
        """Return the first games."""
        return Lot(self.records[:count], self.starts[:count], self.openings)

    def warn(self, stacklevel: int) -> None:
        """Warn where few games are distinct."""
        warn_of_few(len(self.records), self.distinct, stacklevel=stacklevel + 1)


def played(
    rules: Rules,
    players: Sequence[Any] | None,
    games: int,
    seed: int,
    progress: Report | None = None,
    openings: OpeningsLike = None,
) -> Lot:
    """Play games: random ones, the same as `fivefold.playouts`, or between players by seat."""
    games, seed = read_count(games, "games"), read_seed(seed)
    if players is None and openings in (None, "start"):
        random = _core.playouts(rules, games, seed=seed, progress=progress)
        records = [random.record(index) for index in range(games)]
        return Lot(records, [record.start.key for record in records], Start.name)
    players = ["random"] * rules.num_players if players is None else players
    if isinstance(players, str) or len(players) != rules.num_players:
        raise FivefoldError(f"players are refused: one for each of the {rules.num_players} seats")
    sides = tuple(make(player) for player in players)
    begin = read_openings(rules, openings)
    specs = [
        GameSpec(sides, begin.position(rules, seed, index), game_seed(seed, index), index)
        for index in range(games)
    ]
    rows = Engine().play(specs, progress=progress)
    return Lot([row.record() for row in rows], [spec.start.key for spec in specs], begin.name)
