"""Games that a measure looks at, and where each began: copies count once, games of one opening are one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fivefold import _core
from fivefold._core import FivefoldError, Record, Rules, game_seed
from fivefold._progress import Report
from fivefold._statistics import key_of, warn_of_few
from fivefold.arena.openings import Asked, Start, read_openings
from fivefold.arena.play import play_starts, written
from fivefold.players import make
from fivefold.players.base import is_deterministic

from .counting import read_count, read_seed

__all__ = ["Lot", "played"]


@dataclass(frozen=True)
class Lot:
    """Some games.

    Attributes
    ----------
    records : list of Record
        The games.
    starts : list of int
        The key of the position in which the players of each began.
    openings : str
        The name of what they began from.
    """

    records: list[Record]
    starts: list[int]
    openings: str = "start"

    @classmethod
    def of(cls, records: Iterable[Record]) -> Lot:
        """Take games of which nothing else is known: each began at its record's start."""
        found = list(records)
        return cls(found, [record.start.key for record in found], "records")

    @cached_property
    def keys(self) -> list[Hashable]:
        """What makes each game different: its rules, its start and its actions."""
        return [key_of(record) for record in self.records]

    @property
    def distinct(self) -> int:
        """How many games are distinct."""
        return len(set(self.keys))

    def first(self, count: int) -> Lot:
        """Give the first games."""
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
    openings: Asked = None,
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
    sides = [make(player) for player in players]
    begin = read_openings(rules, openings)
    seeds = [game_seed(seed, index) for index in range(games)]
    starts = [begin.position(rules, seed, index) for index in range(games)]
    keys = [start.key for start in starts]
    due = list(range(games))
    if rules.info.chance != "dice" and all(map(is_deterministic, sides)):
        # What cannot vary is not played again.
        due = sorted({key: index for index, key in reversed(list(enumerate(keys)))}.values())
    found = play_starts(
        sides,
        [range(rules.num_players)] * len(due),
        [starts[index] for index in due],
        [seeds[index] for index in due],
        due,
        progress=progress,
    )
    known = {(keys[index] if len(due) < games else index): one for index, one in zip(due, found, strict=True)}
    records = []
    names = [side.name for side in sides]
    for index, start in enumerate(starts):
        one = known[keys[index] if len(due) < games else index]
        records.append(written(start, one.actions, names))
    return Lot(records, keys, begin.name)
