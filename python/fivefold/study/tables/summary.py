"""The tables of figures: what an experiment's games come to, with 95 % intervals."""

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from fivefold.arena.statistics import elo
from fivefold.study.config.experiment import Experiment
from fivefold.study.errors import StudyError
from fivefold.study.storage.digests import DAMAGED, Digests
from fivefold.study.storage.folder import folder_at
from fivefold.study.storage.layout import SUMMARY

from . import intervals
from .columns import ENDINGS
from .intervals import Interval
from .parquet import read_table
from .register import REPLAYED
from .tally import Tally, mean_and_deviation, quantile

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
SCHEMA = pa.schema(
    [
        pa.field("experiment", pa.string()),
        pa.field("group", pa.string()),
        pa.field("rules", pa.string()),
        pa.field("options", pa.string()),
        pa.field("point", pa.string()),
        pa.field("players", pa.string()),
        pa.field("measure", pa.string()),
        pa.field("seat", pa.int8()),
        pa.field("player", pa.string()),
        pa.field("value", pa.float64()),
        pa.field("low", pa.float64()),
        pa.field("high", pa.float64()),
        pa.field("games", pa.int64()),
    ]
)


@dataclass(frozen=True)
class Result:
    """All that is known of an experiment: its games counted, its sample replayed.

    Attributes
    ----------
    experiment : Experiment
        What was played.
    tally : Tally
        The counts of all its games.
    sample : pyarrow.Table
        The replayed games, a row each.
    picture : str
        A game for the report; empty if it was not drawn yet.
    """

    experiment: Experiment
    tally: Tally
    sample: pa.Table
    picture: str = ""

    @property
    def seats(self) -> int:
        """Players of a game."""
        return len(self.tally.returns)


class Figure(NamedTuple):
    """A figure of an experiment.

    Attributes
    ----------
    measure : str
        What it is.
    seat : int or None
        Whose, where it is a seat's.
    estimate : Interval
        Its value, and the ends of its interval, NaN where it has none.
    games : int
        How many it rests on.
    player : str or None
        Whose, where it is a player's.
    """

    measure: str
    seat: int | None
    estimate: Interval
    games: int
    player: str | None = None


def measures(result: Result) -> Iterator[Figure]:
    """Give every figure of an experiment.

    Parameters
    ----------
    result : Result
        The experiment.

    Yields
    ------
    Figure
        In the order of the table.
    """
    for row in _of_games(result):
        yield Figure(*row)
    yield from _of_players(result)
    for row in _of_sample(result.sample):
        yield Figure(*row)


Row = tuple[str, int | None, Interval, int]


def _of_games(result: Result) -> Iterator[Row]:
    tally, games = result.tally, result.tally.games
    for seat in range(result.seats):
        if tally.wins.get(seat) or not _is_behind_in_team(result, seat):
            yield "win", seat, intervals.share(tally.wins.get(seat, 0), games), games
    draws = tally.wins.get(-1, 0)
    yield "draw", None, intervals.share(draws, games), games
    if result.seats > 1 and draws < games:
        first = intervals.share(tally.wins.get(0, 0), games - draws)
        yield "first_mover_share", None, first, games - draws
    yield "turns_mean", None, intervals.mean(*mean_and_deviation(tally.turns), games), games
    yield "turns_sd", None, _bare(mean_and_deviation(tally.turns)[1]), games
    yield "turns_min", None, _bare(min(tally.turns)), games
    for name, share in QUANTILES.items():
        yield f"turns_{name}", None, _bare(quantile(tally.turns, share)), games
    yield "turns_max", None, _bare(max(tally.turns)), games
    yield "actions_mean", None, intervals.mean(*mean_and_deviation(tally.actions), games), games
    for seat, column in enumerate(tally.returns):
        yield "return_mean", seat, intervals.mean(*mean_and_deviation(column), sum(column.values())), games
    for number, count in sorted(tally.endings.items()):
        name = ENDINGS[number]
        yield f"ending_{name}", None, intervals.share(count, games), games


def _of_players(result: Result) -> Iterator[Figure]:
    """Give each player's share of wins and mean points, on all its seats and on each."""
    tally = result.tally
    for name in dict.fromkeys(name for name, _ in sorted(tally.players)):
        seats = {seat: counts for (one, seat), counts in sorted(tally.players.items()) if one == name}
        whole = [sum(column) for column in zip(*seats.values(), strict=True)]
        for seat, (games, wins, level) in [(None, whole), *(seats.items() if len(seats) > 1 else ())]:
            yield Figure("player_win", seat, intervals.share(wins, games), games, name)
            points = {1.0: wins, 0.5: level, 0.0: games - wins - level}
            points = {value: count for value, count in points.items() if count}
            yield Figure(
                "player_score", seat, intervals.mean(*mean_and_deviation(points), games), games, name
            )
    if tally.pairs:
        value, low, high = elo([tally.pairs.get(points, 0) for points in range(5)])
        yield Figure(
            "player_elo", None, Interval(value, low, high), tally.games, result.experiment.players[0]
        )


def _of_sample(sample: pa.Table) -> Iterator[Row]:
    # A sample of an earlier version lacks some measures; others are taken of its first games only.
    for name in (name for name in REPLAYED if name in sample.column_names):
        known = sample[name].drop_null().to_pylist()
        if known:
            values: dict[float, int] = {}
            for value in known:
                values[value] = values.get(value, 0) + 1
            yield name, None, intervals.mean(*mean_and_deviation(values), len(known)), len(known)


def _is_behind_in_team(result: Result, seat: int) -> bool:
    """Tell whether a seat's wins are counted for another seat of its team."""
    rules = result.experiment.rules
    return rules is not None and all(seat != side[0] for side in rules.info.sides)


def _bare(value: float) -> Interval:
    return Interval(float(value), math.nan, math.nan)


def summary_table(results: list[Result]) -> pa.Table:
    """Put the figures of all experiments into one table, a row a figure, with a column for each option."""
    options = list(dict.fromkeys(key for result in results for key in result.experiment.options))
    columns = {key: [result.experiment.options.get(key) for result in results] for key in options}
    fields = [pa.field(f"option_{key}", _kind(values)) for key, values in columns.items()]
    rows: list[dict[str, Any]] = []
    for result in results:
        experiment = result.experiment
        about = {
            "experiment": experiment.name,
            "group": experiment.group,
            "rules": experiment.preset,
            "options": json.dumps(experiment.options, sort_keys=True),
            "point": json.dumps(experiment.point, sort_keys=True),
            "players": json.dumps(experiment.players),
            **{
                field.name: _cell(experiment.options.get(key), field.type)
                for key, field in zip(columns, fields, strict=True)
            },
        }
        for measure, seat, estimate, games, player in measures(result):
            figures = {key: None if math.isnan(value) else value for key, value in estimate._asdict().items()}
            known = {"measure": measure, "seat": seat, "player": player, **figures, "games": games}
            rows.append({**about, **known})
    return pa.Table.from_pylist(rows, schema=pa.schema([*SCHEMA, *fields]))


def _kind(values: list[Any]) -> pa.DataType:
    """Choose the type of an option's column: numbers and switches as such, all else as JSON."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return pa.bool_()
    if kinds == {int}:
        return pa.int64()
    return pa.float64() if kinds <= {int, float} else pa.string()


def _cell(value: Any, kind: pa.DataType) -> Any:
    """Give what stands in an option's column; a text as it is."""
    if value is None or kind != pa.string() or isinstance(value, str):
        return value
    return json.dumps(value, sort_keys=True)


def to_csv(table: pa.Table) -> str:
    """Write a summary as CSV text, numbers in full."""
    text = io.StringIO()
    writer = csv.DictWriter(text, table.column_names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table.to_pylist())
    return text.getvalue()


def to_parquet(table: pa.Table, fingerprint: str) -> pa.Buffer:
    """Write a summary as Parquet into memory, with the name of its study."""
    sink = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata({b"fivefold.study": fingerprint.encode()}), sink)
    return sink.getvalue()


def read_summary(out: str | Path) -> pa.Table:
    """Read the summary of a finished study.

    Parameters
    ----------
    out : str or Path
        The study's folder.

    Returns
    -------
    pyarrow.Table
        A row a figure: `experiment`, `measure`, `seat`, `value`, `low`, `high`, `games` ...

    Raises
    ------
    StudyError
        The study is not finished, or the file is damaged.

    Examples
    --------
    >>> import tempfile
    >>> import fivefold as ff
    >>> config = ff.study.from_dict({"seed": 7, "experiment": [{"rules": "freestyle", "games": 50}]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = ff.study.run(config, folder)
    ...     summary = ff.study.read_summary(folder)
    >>> "turns_mean" in summary["measure"].to_pylist()
    True
    """
    folder, name = folder_at(out), f"{SUMMARY}.parquet"
    path = folder.path(name)
    if Digests(folder).state(name) == DAMAGED:
        raise StudyError(f"{path} is damaged; the study's own command writes it again")
    try:
        return read_table(folder.source(name))
    except FileNotFoundError:
        raise StudyError(f"{out} holds no finished study: {name} is not there") from None
    except (OSError, pa.ArrowException) as error:
        raise StudyError(f"{path} is damaged: {error}") from None
