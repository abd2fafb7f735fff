"""One experiment of a study: what is played, how often, and how its table is cut."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fivefold as ff

# A shard is a second of work or so and a few megabytes of table: for no longer do cores wait for each
# other when a study ends. Long games are slow twice over: they have more decisions, and more to look
# at for each.
SHARD_GAMES = 250_000
SHARD_WORK = 30_000_000_000
# Each experiment is a section of the report, each shard an entry of `study.json`: more would take minutes
# before the first game is played.
MOST_EXPERIMENTS = 10_000
MOST_SHARDS = 100_000


@dataclass(frozen=True)
class Experiment:
    """One row of games: random ones of one rules object, or recorded ones from a file.

    Attributes
    ----------
    name : str
        Stands in the column `experiment`; unique in a study.
    games : int
        How many.
    rules : Rules or None
        What is played; None for recorded games, which bring their own.
    preset : str
        The name of the preset, for recorded games that of the file.
    options : dict
        Options as given to `fivefold.rules`.
    players : tuple of str
        Who plays, by seat; "random" is all there is yet.
    records : Path or None
        A file of recorded games.
    digest : str
        SHA-256 of that file: a study of other records is another study.
    sample : int
        How many of the games are replayed move by move for branching factor and pictures.
    first_moves : int
        How many actions from the start stand in the table, as `move_1`, `move_2` ...
    shard : int
        Games in one file of the table.
    group : str
        The experiment of the configuration that this one comes from; several in a sweep.
    point : dict
        The values of a sweep's parameters; empty outside a sweep.
    most_players : int
        The most players of any of the recorded games.
    """

    name: str
    games: int
    rules: ff.Rules | None
    preset: str
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    records: Path | None = None
    digest: str = ""
    sample: int = 0
    first_moves: int = 2
    shard: int = SHARD_GAMES
    group: str = ""
    point: dict[str, Any] = field(default_factory=dict)
    most_players: int = 2

    @property
    def shards(self) -> int:
        """How many files the table has."""
        return -(-self.games // self.shard)

    @property
    def seats(self) -> int:
        """How many `return_k` columns it fills."""
        return self.rules.num_players if self.rules else self.most_players

    def to_dict(self) -> dict[str, Any]:
        """Give all that decides about the games and their table, as plain data."""
        played: dict[str, Any] = (
            {"records": self.preset, "sha256": self.digest}
            if self.rules is None
            else {"rules": self.rules.to_dict(), "preset": self.preset, "options": self.options}
        )
        return {
            "name": self.name,
            "games": self.games,
            **played,
            "players": list(self.players),
            "sample": self.sample,
            "first_moves": self.first_moves,
            "shard": self.shard,
            "group": self.group,
            "point": self.point,
        }
