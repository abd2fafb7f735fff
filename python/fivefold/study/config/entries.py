"""Experiments from the entries of a configuration: keys checked, sweeps spread out."""

import contextlib
import difflib
import hashlib
import itertools
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold import _core
from fivefold.study.errors import ConfigError

from .experiment import MOST_EXPERIMENTS, SHARD_GAMES, SHARD_OF_PLAYERS, SHARD_WORK, Experiment
from .names import check_name, text_of
from .players import name_of_openings, read_openings, read_players
from .stopping import OF_PLAYERS, read_stop
from .stopping import SHARD as SHARD_OF_STOP

EXPERIMENT_KEYS = (
    "name",
    "rules",
    "options",
    "sweep",
    "games",
    "players",
    "exchange",
    "openings",
    "save_records",
    "records",
    "sample",
    "first_moves",
    "shard",
    "stop",
    "times",
)


def known_keys(data: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    """Refuse a key that is not known, and name the nearest one that is."""
    keys = list(keys)
    for key in data:
        if key not in keys:
            near = difflib.get_close_matches(str(key), keys, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(keys)}"
            raise ConfigError(f'unknown key "{key}" in {where}: {hint}')


def whole(key: str, value: Any, where: str, low: int, high: int) -> int:
    """Give a value that is a whole number in its range, or refuse it."""
    if type(value) is not int or not low <= value <= high:
        raise ConfigError(f"{key} = {value!r} in {where}: a whole number from {low} to {high} is needed")
    return value


def experiments_of(entry: Any, folder: Path, most: int = MOST_EXPERIMENTS) -> list[Experiment]:
    """Spread one entry of the file out: over all presets, over the points of its sweep.

    Parameters
    ----------
    entry : mapping
        The entry.
    folder : Path
        Where relative paths of record files start.
    most : int
        How many experiments the study may have yet.

    Raises
    ------
    ConfigError
        The entry makes no sense, or spreads out to more than `most`.
    """
    if not isinstance(entry, Mapping):
        raise ConfigError("each [[experiment]] is a table of keys and values")
    where = f'experiment "{entry.get("name") or entry.get("rules") or entry.get("records") or "?"}"'
    known_keys(entry, EXPERIMENT_KEYS, where)
    if not isinstance(entry.get("name", ""), str) or entry.get("name") == "":
        raise ConfigError(f"the name {entry['name']!r} of an experiment is no text")
    for key in ("name", "rules"):
        if isinstance(entry.get(key), str):
            text_of(key, entry[key], "an experiment")
    if most < 1:
        raise ConfigError(f"the study has more than {MOST_EXPERIMENTS} experiments")
    if "records" in entry:
        return [_recorded(entry, folder, where)]
    if "rules" not in entry:
        raise ConfigError(f"{where} says neither which rules it plays nor which records it replays")
    if entry["rules"] == "*":
        if entry.keys() & {"name", "options", "sweep", "players"}:
            raise ConfigError('rules = "*" means every preset as it stands: no name, options or players')
        return [one for preset in ff.presets() for one in _random({**entry, "rules": preset}, where, most)]
    return _random(entry, where, most)


def _random(entry: Mapping[str, Any], where: str, most: int) -> list[Experiment]:
    preset = entry["rules"]
    if preset not in ff.presets():
        near = difflib.get_close_matches(str(preset), ff.presets(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(ff.presets())}"
        raise ConfigError(f'{where}: there is no preset "{preset}": {hint}')
    options = entry.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise ConfigError(f"{where}: options are a table, such as {{ size = 9 }}")
    options, swept = _split_sweep(preset, dict(options), entry.get("sweep", {}), where)
    if "players" in entry and _is_seats(swept.get("players")):
        raise ConfigError(f"{where}: players stand both in the experiment and in its sweep")
    group = entry.get("name", preset)
    count = math.prod(map(len, swept.values()))
    if count > most:
        lengths = " x ".join(str(len(values)) for values in swept.values())
        raise ConfigError(
            f"{where}: its sweep has {count} points ({lengths}): "
            f"a study has at most {MOST_EXPERIMENTS} experiments"
        )
    points = [dict(zip(swept, values, strict=True)) for values in itertools.product(*swept.values())]
    return [_point(entry, preset, group, options, point, where) for point in points]


def _point(
    entry: Mapping[str, Any],
    preset: str,
    group: str,
    options: dict[str, Any],
    point: dict[str, Any],
    where: str,
) -> Experiment:
    seats = entry.get("players")
    swept = dict(point)
    if _is_seats([point.get("players")]):
        seats = swept.pop("players")
    options = {**options, **swept}
    rules = _rules(preset, options, where)
    given = read_players(seats, rules, where)
    if "players" in point and "players" not in swept:
        point = {**point, "players": list(given.names)}
    name = "-".join([group, *(f"{key}-{_word(value)}" for key, value in point.items())])
    games = whole("games", entry.get("games", 10_000), where, 1, 10**12)
    check_name(name)
    exchange = _switch("exchange", entry, False, where)
    # A player that meets itself would play each exchanged game again.
    exchange = exchange and len(set(given.makers)) > 1
    openings = read_openings(entry.get("openings"), rules, where, given.are_random)
    plain = given.are_random and not exchange and not openings
    limit = max(1, min(SHARD_GAMES, SHARD_WORK // rules.max_actions**2))
    step = rules.num_players if exchange else 1
    stop = read_stop(entry.get("stop"), given.names, exchange, where)
    times = _switch("times", entry, False, where)
    if times and plain:
        raise ConfigError(f"{where}: times are those of players; random games have none")
    if stop is not None and stop.measure in OF_PLAYERS and plain:
        raise ConfigError(f"{where}: stop.measure = {stop.measure} is for experiments with players")
    if stop is not None:
        limit = min(limit, SHARD_OF_STOP)
    if not plain:
        limit = min(limit, SHARD_OF_PLAYERS) // step * step or step
    shard = whole("shard", entry.get("shard", limit), where, 1, 10**7)
    if games % step or shard % step:
        raise ConfigError(
            f"{where}: with exchange games and shard are multiples of {step}, the number of seats"
        )
    save = _switch("save_records", entry, not plain, where)
    sample = whole("sample", entry.get("sample", 500 if plain or save else 0), where, 0, 10**6)
    if sample and not plain and not save:
        raise ConfigError(
            f"{where}: a sample of players' games is read from their records: save_records = true"
        )
    return Experiment(
        name=name,
        games=games,
        rules=rules,
        preset=preset,
        options=options,
        players=given.names,
        makers=given.makers,
        digests=given.digests,
        exchange=exchange,
        openings=openings,
        begin=name_of_openings(entry.get("openings"), given.are_random),
        save_records=save,
        sample=sample,
        first_moves=whole("first_moves", entry.get("first_moves", 2), where, 0, 16),
        shard=shard,
        group=group,
        point=point,
        stop=stop,
        times=times,
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


def _is_seats(values: Any) -> bool:
    """Tell whether swept values of `players` are lists of players by seat, and no numbers of players."""
    return isinstance(values, list) and any(isinstance(value, list) for value in values)


def _switch(key: str, entry: Mapping[str, Any], default: bool, where: str) -> bool:
    value = entry.get(key, default)
    if not isinstance(value, bool):
        raise ConfigError(f"{key} = {value!r:.80} in {where}: true or false is needed")
    return value


def _accepts(preset: str, options: dict[str, Any]) -> bool:
    try:
        _core.rules(preset, **_tuples(options))
    except (ValueError, TypeError):
        return False
    return True


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}


def _rules(preset: str, options: dict[str, Any], where: str) -> ff.Rules:
    known = list(_core.options(preset))
    for key in options:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise ConfigError(f'{where}: {preset} has no option "{key}": {hint}')
    try:
        return _core.rules(preset, **_tuples(options))
    except (ValueError, TypeError) as error:
        raise ConfigError(f"{where}: {error}") from None


def _recorded(entry: Mapping[str, Any], folder: Path, where: str) -> Experiment:
    for key in ("rules", "options", "sweep", "players", "games", "exchange", "openings", "stop", "times"):
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
    check_name(name)
    text_of("records", path.name, where)
    return Experiment(
        name=name,
        games=games,
        rules=None,
        preset=path.name,
        records=path.absolute(),
        digest=digest,
        sample=whole("sample", entry.get("sample", 500), where, 0, 10**6),
        first_moves=whole("first_moves", entry.get("first_moves", 2), where, 0, 16),
        shard=whole("shard", entry.get("shard", 5_000), where, 1, 10**7),
        save_records=_switch("save_records", entry, False, where),
        group=name,
        most_players=max(players),
    )


def record_file(name: Any, folder: Path, where: str) -> Path:
    """Find a file of records: beside the configuration, else among those of the package."""
    if not isinstance(name, str):
        raise ConfigError(f"{where}: records = {name!r} is no path")
    shipped = Path(ff.__file__).parent / "data" / name
    for path in (folder / name, shipped):
        with contextlib.suppress(OSError, ValueError):  # a name that no file can have
            if path.is_file():
                return path
    raise ConfigError(f"{where}: there is no file {folder / name}")


def _word(value: Any) -> str:
    """Write an option's value as part of a name."""
    if isinstance(value, list):
        return "x".join(_word(part) for part in value)
    return re.sub(r"[\s/()=,]+", "_", str(value).lower()).strip("_")
