"""One experiment of a study: what is played, how often, and how its table is cut."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fivefold as ff

from .stopping import Stop

# A shard is a second of work or so and a few megabytes of table: for no longer do cores wait for each
# other when a study ends. Long games are slow twice over: they have more decisions, and more to look
# at for each.
SHARD_GAMES = 250_000
SHARD_WORK = 30_000_000_000
# Each experiment is a section of the report, each shard an entry of `study.json`: more would take minutes
# before the first game is played.
MAX_EXPERIMENTS = 10_000
RANDOM = "random"
# Players are slow: a shard of theirs has this many games, so that little is lost with a worker.
SHARD_OF_PLAYERS = 64
MAX_SHARDS = 100_000


@dataclass(frozen=True)
class Experiment:
    """One row of games: random ones or players' games of one rules object, or recorded ones from a file.

    Attributes
    ----------
    name : str
        Name in the column `experiment`; unique in a study.
    games : int
        How many.
    rules : Rules or None
        What is played; None for recorded games, which bring their own.
    preset : str
        The name of the preset, for recorded games that of the file.
    options : dict
        Options as given to `fivefold.rules`.
    players : tuple of str
        Who plays, by seat.
    makers : tuple of str or callable
        The same as `fivefold.players.make` takes them.
    versions : tuple of str
        Versions of the players and of the files they rest on: a study with other versions is another one.
    exchange : bool
        Games come in rounds of as many as there are seats: same opening and seed, the players
        moved on by a seat each time.
    openings : tuple of str
        Moves that are played first, one opening a round, in turn.
    begin : str
        Name of the openings: "suite", "start" ...; empty where the configuration lists them.
    save_records : bool
        Whether the games are kept as records.
    records : Path or None
        A file of recorded games.
    digest : str
        SHA-256 of that file: a study of other records is another study.
    sample : int
        How many of the games, at most, are replayed move by move for branching factor and pictures.
    first_moves : int
        How many actions from the start stand in the table, as `move_1`, `move_2` ...
    shard : int
        Games in one file of the table.
    group : str
        The experiment of the configuration that this one comes from; several in a sweep.
    point : dict
        The values of a sweep's parameters; empty outside a sweep.
    max_players : int
        The most players of any of the recorded games.
    stop : Stop or None
        A rule by which it may end before all games are played.
    times : bool
        Whether the table has the seconds that each seat used.
    """

    name: str
    games: int
    rules: ff.Rules | None
    preset: str
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    makers: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    versions: tuple[str, ...] = ()
    exchange: bool = False
    openings: tuple[str, ...] = ()
    begin: str = ""
    save_records: bool = False
    records: Path | None = None
    digest: str = ""
    sample: int = 0
    first_moves: int = 2
    shard: int = SHARD_GAMES
    group: str = ""
    point: dict[str, Any] = field(default_factory=dict)
    max_players: int = 2
    stop: Stop | None = None
    times: bool = False

    @property
    def shards(self) -> int:
        """How many files the table has."""
        return -(-self.games // self.shard)

    @property
    def sampled(self) -> int:
        """How many games are replayed."""
        return min(self.games, self.sample)

    @property
    def round(self) -> int:
        """How many games share an opening and a seed."""
        return self.seats if self.exchange else 1

    @property
    def is_plain(self) -> bool:
        """Whether the games are those of `fivefold.playouts`."""
        return set(self.players) <= {RANDOM} and not self.openings and not self.exchange and not self.own

    @property
    def has_players(self) -> bool:
        """Whether players play, and not the kernels of random games nor records."""
        return self.rules is not None and not self.is_plain

    @property
    def own(self) -> list[str]:
        """The names of the players that are your own functions."""
        return [name for name, maker in zip(self.players, self.makers, strict=False) if maker != name]

    @property
    def seats(self) -> int:
        """Number of `return_k` columns that it fills."""
        return self.rules.num_players if self.rules else self.max_players

    def to_dict(self) -> dict[str, Any]:
        """Return all that decides about the games and their table, as plain data.

        Returns
        -------
        dict
            Names, texts, numbers and lists, as JSON can keep them.
        """
        played: dict[str, Any] = (
            {"records": self.preset, "sha256": self.digest}
            if self.rules is None
            else {"rules": self.rules.to_dict(), "preset": self.preset, "options": self.options}
        )
        # Absent where they are not used, so that studies without them keep their names.
        if self.stop is not None:
            played["stop"] = self.stop.to_dict()
        if self.times:
            played["times"] = True
        if self.versions:
            played["versions"] = list(self.versions)
        return {
            "name": self.name,
            "games": self.games,
            **played,
            "players": list(self.players),
            "exchange": self.exchange,
            "openings": list(self.openings),
            "save_records": self.save_records,
            "sample": self.sample,
            "first_moves": self.first_moves,
            "shard": self.shard,
            "group": self.group,
            "point": self.point,
        }
