"""What a study shall do: read from TOML or JSON, checked, and written back in one form.

The form is data: two configurations are the same study exactly when they resolve to the same
form, whatever the file looked like.
"""

import difflib
import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fivefold as ff

from .errors import ConfigError

DEFAULT = "default.toml"
STUDY_KEYS = ("seed", "title", "experiment")
EXPERIMENT_KEYS = (
    "name",
    "rules",
    "options",
    "sweep",
    "games",
    "players",
    "records",
    "sample",
    "first_moves",
    "shard",
)
# Decisions that one shard may hold at most: a few seconds of work, a few megabytes of table.
SHARD_ACTIONS = 120_000_000
SHARD_GAMES = 500_000
PLAYERS = ("random",)


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


@dataclass(frozen=True)
class Config:
    """A whole study.

    Attributes
    ----------
    seed : int
        Game i of an experiment is game i of `fivefold.playouts(rules, games, seed=seed)`.
    experiments : tuple of Experiment
        Sweeps are spread out, one experiment a point.
    title : str
        Heads the report.
    """

    seed: int
    experiments: tuple[Experiment, ...]
    title: str = "A study"

    def to_dict(self) -> dict[str, Any]:
        """Give the study as plain data; equal for equal studies."""
        return {
            "format": 1,
            "fivefold": ff.__version__,
            "title": self.title,
            "seed": self.seed,
            "experiments": [experiment.to_dict() for experiment in self.experiments],
        }

    @property
    def fingerprint(self) -> str:
        """A short name for the study: the same for the same games and tables."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def seats(self) -> int:
        """The most seats of any experiment: all tables have that many returns."""
        return max(experiment.seats for experiment in self.experiments)

    @property
    def first_moves(self) -> int:
        """The most first moves of any experiment: all tables have that many columns for them."""
        return max(experiment.first_moves for experiment in self.experiments)


def read(path: str | Path | None = None) -> Config:
    """Read a configuration from a TOML or JSON file.

    Parameters
    ----------
    path : str, Path or None
        The file; None is the default study inside the package.

    Returns
    -------
    Config
        Checked, sweeps spread out.

    Raises
    ------
    ConfigError
        The file is missing or broken, a key is unknown, an option is refused.
    """
    path = Path(__file__).parent / DEFAULT if path is None else Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"the configuration {path} cannot be read: {reason}") from None
    try:
        data = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{path} is nested too deeply for a configuration") from None
    except ValueError as error:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        raise ConfigError(f"{path} is not {kind}: {error}") from None
    return from_dict(data, folder=path.parent)


def from_dict(data: Mapping[str, Any], folder: str | Path = ".") -> Config:
    """Make a configuration from the data that a file would hold.

    Parameters
    ----------
    data : mapping
        Keys as in the file: `seed`, `title`, and `experiment`, a list of mappings.
    folder : str or Path
        Where relative paths of record files start.

    Returns
    -------
    Config
        Checked, sweeps spread out.

    Raises
    ------
    ConfigError
        A key is unknown (the nearest right one is named), an option is refused.

    Examples
    --------
    >>> from fivefold.study import config
    >>> study = config.from_dict({"seed": 7, "experiment": [{"rules": "freestyle", "games": 100}]})
    >>> study.experiments[0].name
    'freestyle'
    """
    if not isinstance(data, Mapping):
        raise ConfigError("a configuration is a table of keys and values")
    _known(data, STUDY_KEYS, "the study")
    seed = _whole("seed", data.get("seed", 0), "the study", 0, 2**64 - 1)
    title = data.get("title", "A study")
    if not isinstance(title, str):
        raise ConfigError(f"title = {title!r} is no text")
    entries = data.get("experiment")
    if not isinstance(entries, list) or not entries:
        raise ConfigError("a study needs at least one [[experiment]]")
    experiments = tuple(experiment for entry in entries for experiment in _experiments(entry, Path(folder)))
    names = [experiment.name for experiment in experiments]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f'two experiments are called "{name}": give one of them another name')
    return Config(seed, experiments, title)


def _known(data: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    keys = list(keys)
    for key in data:
        if key not in keys:
            near = difflib.get_close_matches(str(key), keys, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(keys)}"
            raise ConfigError(f'unknown key "{key}" in {where}: {hint}')


def _whole(key: str, value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ConfigError(f"{key} = {value!r} in {where}: a whole number from {low} to {high} is needed")
    return value


def _experiments(entry: Any, folder: Path) -> list[Experiment]:
    """Spread one entry of the file out: over all presets, over the points of its sweep."""
    if not isinstance(entry, Mapping):
        raise ConfigError("each [[experiment]] is a table of keys and values")
    where = f'experiment "{entry.get("name") or entry.get("rules") or entry.get("records") or "?"}"'
    _known(entry, EXPERIMENT_KEYS, where)
    if not isinstance(entry.get("name", ""), str) or entry.get("name") == "":
        raise ConfigError(f"the name {entry['name']!r} of an experiment is no text")
    if "records" in entry:
        return [_recorded(entry, folder, where)]
    if "rules" not in entry:
        raise ConfigError(f"{where} says neither which rules it plays nor which records it replays")
    if entry["rules"] == "*":
        if entry.keys() & {"name", "options", "sweep", "players"}:
            raise ConfigError('rules = "*" means every preset as it stands: no name, options or players')
        return [one for preset in ff.presets() for one in _random({**entry, "rules": preset}, where)]
    return _random(entry, where)


def _random(entry: Mapping[str, Any], where: str) -> list[Experiment]:
    preset = entry["rules"]
    if preset not in ff.presets():
        near = difflib.get_close_matches(str(preset), ff.presets(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(ff.presets())}"
        raise ConfigError(f'{where}: there is no preset "{preset}": {hint}')
    options = entry.get("options", {})
    if not isinstance(options, Mapping):
        raise ConfigError(f"{where}: options are a table, such as {{ size = 9 }}")
    options, swept = _split_sweep(preset, dict(options), entry.get("sweep", {}), where)
    group = entry.get("name", preset)
    points = [dict(zip(swept, values, strict=True)) for values in itertools.product(*swept.values())]
    return [_point(entry, preset, group, {**options, **point}, point, where) for point in points]


def _point(
    entry: Mapping[str, Any],
    preset: str,
    group: str,
    options: dict[str, Any],
    point: dict[str, Any],
    where: str,
) -> Experiment:
    rules = _rules(preset, options, where)
    name = "-".join([group, *(f"{key}-{_word(value)}" for key, value in point.items())])
    games = _whole("games", entry.get("games", 10_000), where, 1, 10**12)
    limit = max(1, min(SHARD_GAMES, SHARD_ACTIONS // rules.max_actions))
    players = entry.get("players", ["random"] * rules.num_players)
    if not isinstance(players, list) or len(players) != rules.num_players:
        raise ConfigError(f"{where}: players has one entry a seat, here {rules.num_players}")
    for player in players:
        if player not in PLAYERS:
            raise ConfigError(f'{where}: there is no player {player!r}; known is "random"')
    return Experiment(
        name=name,
        games=games,
        rules=rules,
        preset=preset,
        options=options,
        players=tuple(players),
        sample=min(games, _whole("sample", entry.get("sample", 500), where, 0, 10**6)),
        first_moves=_whole("first_moves", entry.get("first_moves", 2), where, 0, 16),
        shard=_whole("shard", entry.get("shard", limit), where, 1, 10**7),
        group=group,
        point=point,
    )


def _split_sweep(
    preset: str, options: dict[str, Any], sweep: Any, where: str
) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Part fixed options from swept ones.

    A list in `options` that the option takes as it is (a board of 9 by 11 points) stays; one that
    it does not take, while it takes each of its values, is a sweep.
    """
    if not isinstance(sweep, Mapping):
        raise ConfigError(f"{where}: sweep is a table, such as {{ size = [9, 11, 13] }}")
    swept: dict[str, list[Any]] = {}
    for key, values in sweep.items():
        if not isinstance(values, list) or not values:
            raise ConfigError(f"{where}: sweep.{key} is a list of values")
        if key in options:
            raise ConfigError(f"{where}: {key} stands both in options and in sweep")
        swept[key] = values
    lists = [key for key, value in options.items() if isinstance(value, list) and len(value) > 1]
    for key in lists:
        if not _accepts(preset, {key: options[key]}) and all(
            _accepts(preset, {key: value}) for value in options[key]
        ):
            swept[key] = options.pop(key)
    return options, swept


def _accepts(preset: str, options: dict[str, Any]) -> bool:
    try:
        ff.rules(preset, **_tuples(options))
    except (ValueError, TypeError):
        return False
    return True


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}


def _rules(preset: str, options: dict[str, Any], where: str) -> ff.Rules:
    known = list(ff.options(preset))
    for key in options:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise ConfigError(f'{where}: {preset} has no option "{key}": {hint}')
    try:
        return ff.rules(preset, **_tuples(options))
    except (ValueError, TypeError) as error:
        raise ConfigError(f"{where}: {error}") from None


def _recorded(entry: Mapping[str, Any], folder: Path, where: str) -> Experiment:
    for key in ("rules", "options", "sweep", "players", "games"):
        if key in entry:
            raise ConfigError(f"{where}: recorded games bring their own {key}")
    path = record_file(entry["records"], folder, where)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        players = [record.rules.num_players for record in ff.records.read(path)]
    except OSError as error:
        raise ConfigError(f"{where}: {path} cannot be read: {error.strerror}") from None
    except ff.RecordError as error:
        raise ConfigError(f"{where}: {error}") from None
    if not players:
        raise ConfigError(f"{where}: {path} holds no game")
    games = len(players)
    name = entry.get("name", path.stem)
    return Experiment(
        name=name,
        games=games,
        rules=None,
        preset=path.name,
        records=path,
        digest=digest,
        sample=min(games, _whole("sample", entry.get("sample", 500), where, 0, 10**6)),
        first_moves=_whole("first_moves", entry.get("first_moves", 2), where, 0, 16),
        shard=_whole("shard", entry.get("shard", 5_000), where, 1, 10**7),
        group=name,
        most_players=max(players),
    )


def record_file(name: Any, folder: Path, where: str) -> Path:
    """Find a file of records: beside the configuration, else among those of the package."""
    if not isinstance(name, str):
        raise ConfigError(f"{where}: records = {name!r} is no path")
    shipped = Path(__file__).parent.parent / "data" / name
    for path in (folder / name, shipped):
        if path.is_file():
            return path
    raise ConfigError(f"{where}: there is no file {folder / name}")


def _word(value: Any) -> str:
    """Write an option's value as part of a name."""
    if isinstance(value, list):
        return "x".join(_word(part) for part in value)
    return str(value).lower().replace(" ", "_").replace("/", "_")
