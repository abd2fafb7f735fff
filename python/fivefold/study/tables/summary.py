"""The tables of figures: what an experiment's games come to, with 95 % intervals."""

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from fivefold.lab.errors import StudyError
from fivefold.lab.store import folder_at
from fivefold.study.config.experiment import Experiment
from fivefold.study.storage.digests import DAMAGED, Digests
from fivefold.study.storage.layout import SUMMARY

from . import intervals
from .figures import Figure, Row, figures
from .parquet import make_schema, read_table
from .sample import REPLAYED
from .tally import Tally, mean_and_deviation

SCHEMA = make_schema(
    "string experiment group rules options point players measure",
    "int8 seat",
    "string player",
    "double value low high",
    "int64 games distinct",
)


@dataclass(frozen=True)
class ExperimentResult:
    """All that is known of an experiment: its games counted, its sample replayed."""

    experiment: Experiment  # what was played
    tally: Tally  # the counts of all its games
    sample: pa.Table  # the replayed games, a row each
    picture: str = ""  # a game for the report; empty if it was not drawn yet

    @property
    def seats(self) -> int:
        """Players of a game."""
        return len(self.tally.returns)


def measures(result: ExperimentResult) -> Iterator[Figure]:
    """Yield every figure of an experiment, in the order of the table."""
    yield from figures(result.experiment, result.tally)
    for row in _of_sample(result.sample):
        yield Figure(*row)


def _of_sample(sample: pa.Table) -> Iterator[Row]:
    # A sample of an earlier version lacks some measures; others are taken of its first games only.
    for name in (name for name in REPLAYED if name in sample.column_names):
        # `drop_null` would load all of `pyarrow.compute`.
        known = [value for value in sample[name].to_pylist() if value is not None]
        if known:
            values: dict[float, int] = {}
            for value in known:
                values[value] = values.get(value, 0) + 1
            yield name, None, intervals.mean(*mean_and_deviation(values), len(known)), len(known)


def summary_table(results: list[ExperimentResult]) -> pa.Table:
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
        for measure, seat, estimate, games, player, distinct in measures(result):
            ends = {key: None if math.isnan(value) else value for key, value in estimate._asdict().items()}
            known = {"measure": measure, "seat": seat, "player": player, **ends, "games": games}
            known["distinct"] = games if distinct is None else distinct
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
    """Return what stands in an option's column; a text as it is."""
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


def read_summary(out: str | Path) -> pa.Table:
    """Read the summary of a finished study.

    Parameters
    ----------
    out : str or Path
        The study's folder.

    Returns
    -------
    pyarrow.Table
        A row for each figure: `experiment`, `measure`, `seat`, `value`, `low`, `high`, `games` ...

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
