"""Experiments from the entries of a configuration, read from top to bottom: where sweeps are spread out."""

import contextlib
import hashlib
import itertools
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold import _core
from fivefold._arguments import hint
from fivefold.lab.errors import ConfigError

from .experiment import MAX_EXPERIMENTS, SHARD_GAMES, SHARD_OF_PLAYERS, SHARD_WORK, Experiment
from .players import listed_openings, name_of_openings, read_players
from .stopping import OF_PLAYERS, read_stop
from .stopping import SHARD as SHARD_OF_STOP
from .values import Values

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
# What recorded games bring with them.
BROUGHT = ("rules", "options", "sweep", "players", "games", "exchange", "openings", "stop", "times")


def parse_experiments(entry: Any, folder: Path, maximum: int = MAX_EXPERIMENTS) -> list[Experiment]:
    """Spread one entry of the file out: over all presets, over the points of its sweep.

    Relative paths of record files start at `folder`; ConfigError refuses more than `maximum` experiments.
    """
    if not isinstance(entry, Mapping):
        raise ConfigError("each [[experiment]] is a table of keys and values")
    where = f'experiment "{entry.get("name") or entry.get("rules") or entry.get("records") or "?"}"'
    values = Values(entry, EXPERIMENT_KEYS, where)
    values.text("name", "?")
    if maximum < 1:
        raise ConfigError(f"the study has more than {MAX_EXPERIMENTS} experiments")
    if "records" in values:
        return [_recorded(values, folder)]
    if "rules" not in values:
        values.refuse("it says neither which rules it plays nor which records it replays")
    if values.get("rules") != "*":
        return _played(values, values.get("rules"), maximum)
    if entry.keys() & {"name", "options", "sweep", "players"}:
        raise ConfigError('rules = "*" means every preset as it stands: no name, options or players')
    return [one for preset in ff.presets() for one in _played(values, preset, maximum)]


def _played(values: Values, preset: Any, maximum: int) -> list[Experiment]:
    """Read games that are played: an experiment for each point of the sweep."""
    if preset not in ff.presets():
        values.refuse(f'there is no preset "{preset}": {hint(preset, ff.presets())}')
    options = values.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        values.refuse("options are a table, such as { size = 9 }")
    options, swept = _split_sweep(values, preset, dict(options))
    count = math.prod(map(len, swept.values()))
    if count > maximum:
        lengths = " x ".join(str(len(named)) for named in swept.values())
        values.refuse(
            f"its sweep has {count} points ({lengths}): a study has at most {MAX_EXPERIMENTS} experiments"
        )
    points = (dict(zip(swept, named, strict=True)) for named in itertools.product(*swept.values()))
    return [_point(values, preset, options, point) for point in points]


def _split_sweep(
    values: Values, preset: str, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Part fixed options from swept ones.

    A list in `options` that the option takes as it is (a board of 9 by 11 points) stays; one that
    it does not take, while it takes each of its values, is a sweep.
    """
    sweep = values.get("sweep", {})
    if not isinstance(sweep, Mapping):
        values.refuse("sweep is a table, such as { size = [9, 11, 13] }")
    swept: dict[str, list[Any]] = {}
    for key, named in sweep.items():
        if not isinstance(named, list) or not named:
            values.refuse(f"sweep.{key} is a list of values")
        if key in options:
            values.refuse(f"{key} stands both in options and in sweep")
        swept[key] = named
    if "players" in values and _is_seats(swept.get("players")):
        values.refuse("players stand both in the experiment and in its sweep")
    lists = [key for key, value in options.items() if isinstance(value, list) and len(value) > 1]
    for key in lists:
        if not _accepts(preset, {key: options[key]}) and all(
            _accepts(preset, {key: value}) for value in options[key]
        ):
            swept[key] = options.pop(key)
    return options, swept


def _point(values: Values, preset: str, options: dict[str, Any], point: dict[str, Any]) -> Experiment:
    """Read one point of a sweep, or the only one."""
    swept, seats = dict(point), values.get("players")
    if _is_seats([point.get("players")]):
        seats = swept.pop("players")
    options = {**options, **swept}
    rules = _rules(values, preset, options)
    named = read_players(seats, rules, values.where)
    if "players" in point and "players" not in swept:
        point = {**point, "players": list(named.names)}
    group = values.text("name", preset)
    # A player that meets itself would play each exchanged game again.
    exchange = values.switch("exchange", False) and len(set(named.makers)) > 1
    openings = listed_openings(values.get("openings"), rules, values.where, named.are_random)
    stop = read_stop(values.get("stop"), named.names, exchange, values.where)
    times = values.switch("times", False)
    plain = named.are_random and not exchange and not openings
    if times and plain:
        values.refuse("times are those of players; random games have none")
    if stop is not None and stop.measure in OF_PLAYERS and plain:
        values.refuse(f"stop.measure = {stop.measure} is for experiments with players")
    step = rules.num_players if exchange else 1
    limit = max(1, min(SHARD_OF_STOP if stop else SHARD_GAMES, SHARD_WORK // rules.max_actions**2))
    if not plain:
        limit = min(limit, SHARD_OF_PLAYERS) // step * step or step
    games = values.whole("games", 10_000, 1, 10**12)
    shard = values.whole("shard", limit, 1, 10**7)
    if games % step or shard % step:
        values.refuse(f"with exchange games and shard are multiples of {step}, the number of seats")
    save = values.switch("save_records", not plain)
    sample = values.whole("sample", 500 if plain or save else 0, 0, 10**6)
    if sample and not plain and not save:
        values.refuse("a sample of players' games is read from their records: save_records = true")
    return Experiment(
        name="-".join([group, *(f"{key}-{_word(value)}" for key, value in point.items())]),
        games=games,
        rules=rules,
        preset=preset,
        options=options,
        players=named.names,
        makers=named.makers,
        versions=named.versions,
        exchange=exchange,
        openings=openings,
        begin=name_of_openings(values.get("openings"), named.are_random),
        save_records=save,
        sample=sample,
        first_moves=values.whole("first_moves", 2, 0, 16),
        shard=shard,
        group=group,
        point=point,
        stop=stop,
        times=times,
    )


def _recorded(values: Values, folder: Path) -> Experiment:
    """Read games that are replayed from a file."""
    for key in BROUGHT:
        if key in values:
            values.refuse(f"recorded games bring their own {key}")
    path = _record_file(values, folder)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        players = [record.rules.num_players for record in ff.records.read(path)]
    except OSError as error:
        values.refuse(f"{path} cannot be read: {error.strerror}")
    except ff.RecordError as error:
        values.refuse(str(error))
    if not players:
        values.refuse(f"{path} holds no game")
    name = values.text("name", path.stem)
    return Experiment(
        name=name,
        games=len(players),
        rules=None,
        preset=path.name,
        records=path.absolute(),
        digest=digest,
        sample=values.whole("sample", 500, 0, 10**6),
        first_moves=values.whole("first_moves", 2, 0, 16),
        shard=values.whole("shard", 5_000, 1, 10**7),
        save_records=values.switch("save_records", False),
        group=name,
        max_players=max(players),
    )


def _record_file(values: Values, folder: Path) -> Path:
    """Find a file of records: beside the configuration, else among those of the package."""
    name = values.get("records")
    if not isinstance(name, str):
        values.refuse(f"records = {name!r:.80} is no path")
    shipped = Path(ff.__file__).parent / "data" / name
    for path in (folder / name, shipped):
        with contextlib.suppress(OSError, ValueError):  # a name that no file can have
            if path.is_file():
                return path
    values.refuse(f"there is no file {folder / name}")


def _rules(values: Values, preset: str, options: dict[str, Any]) -> ff.Rules:
    known = list(_core.options(preset))
    for key in options:
        if key not in known:
            values.refuse(f'{preset} has no option "{key}": {hint(key, known)}')
    try:
        return _core.rules(preset, **_tuples(options))
    except (ValueError, TypeError) as error:
        values.refuse(str(error))


def _accepts(preset: str, options: dict[str, Any]) -> bool:
    try:
        _core.rules(preset, **_tuples(options))
    except (ValueError, TypeError):
        return False
    return True


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in options.items()}


def _is_seats(values: Any) -> bool:
    """Return whether swept values of `players` are lists of players by seat, and no numbers of players."""
    return isinstance(values, list) and any(isinstance(value, list) for value in values)


def _word(value: Any) -> str:
    """Write an option's value as part of a name."""
    if isinstance(value, list):
        return "x".join(_word(part) for part in value)
    return re.sub(r"[\s/()=,]+", "_", str(value).lower()).strip("_")
