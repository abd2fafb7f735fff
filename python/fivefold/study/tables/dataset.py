"""A folder that others can train on: tables in Parquet with a card, a schema, splits and digests."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fivefold as ff
from fivefold._files import whole_file
from fivefold.lab.errors import StudyError, writing
from fivefold.selfplay import Games

from .games import chosen

SPLITS = (("train", 0.8), ("validation", 0.9), ("test", 1.0))
"""Names of the splits, and where each ends on the line from 0 to 1."""

COLUMNS = {
    "id": (pa.string(), "digest of rules, start and actions: copies of a game have one id, and one split"),
    "rules": (pa.string(), "name of the preset"),
    "players": (pa.list_(pa.string()), "names by seat, if known"),
    "moves": (pa.list_(pa.string()), "the moves in the notation of the game"),
    "actions": (pa.list_(pa.int32()), "the same as numbers of actions"),
    "returns": (pa.list_(pa.float32()), "returns by seat"),
    "winners": (pa.list_(pa.int8()), "seats that won; none for a draw and a game that did not end"),
    "record": (pa.string(), "the whole game as JSON: fivefold.Record.from_json replays it"),
}
SAMPLES = {
    "game": "id of the game",
    "observation": "planes as the seat to decide saw them, flat",
    "policy": "what the search would play, by action",
    "outcome": "how the game ended: for the seat to decide, or for all seats from that one onward",
    "weight": "how much the sample counts",
}
FINDINGS = {
    "id": "name of the finding",
    "claim": "what it says, in a sentence",
    "measure": "what was measured",
    "rules": "name of the preset",
    "options": "options of the rules, as JSON",
    "players": "who played, as JSON",
    "openings": "where the games began",
    "games": "games asked for",
    "seed": "random seed",
    "command": "what measures it again",
    "answer.value": "what was found",
    "answer.low": "lower end of its 95 % interval",
    "answer.high": "upper end of its 95 % interval",
    "answer.games": "games played",
    "answer.distinct": "how many of them are distinct",
    "answer.openings": "the suite of openings",
    "answer.versions": "versions of the players, as JSON",
    "answer.rules_version": "version of the rules",
    "answer.date": "when it was measured",
}


def dataset(
    source: Any,
    folder: str | PathLike[str],
    *,
    title: str | None = None,
    licence: str = "unknown",
    about: str = "",
) -> dict[str, int]:
    """Write a data set: Parquet files by split, with a card, a schema and digests.

    Parameters
    ----------
    source : path, Games, or iterable of Record or mapping
        A file of records, the folder of a study, a match or a ladder, games of self-play (their samples are
        written too), records, or findings: a JSON file that holds a list of mappings, or these.
    folder : path
        Where to write; new or empty.
    title, licence, about : str, optional
        For the card; the title is "Games of fivefold" or "Findings of fivefold" if left out, licences have
        their names on SPDX's list. The licence of other people's games is for you
        to find out.

    Returns
    -------
    dict from str to int
        Rows by split. A game's split follows from its digest: 80 % train, 10 % validation, 10 % test.
        Findings are one split.

    Raises
    ------
    StudyError
        The folder is not empty, there is nothing to write, or the licence is no name.
    FivefoldError
        The source cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> games = ff.playouts("pah_tum", 20, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = ff.study.dataset([games.record(game) for game in range(20)], folder, licence="CC0-1.0")
    ...     names = sorted(path.name for path in Path(folder).iterdir())
    >>> sum(written.values()), names
    (20, ['README.md', 'SHA256SUMS', 'data', 'schema.json'])
    """
    place = Path(folder)
    if not licence.strip() or not licence.isprintable():
        raise StudyError(f"licence={licence!r:.80} is refused: a name on SPDX's list, such as 'CC0-1.0'")
    rows = _rows(source)
    if not rows:
        raise StudyError("a data set of nothing is refused: the source is empty")
    with writing(place):
        place.mkdir(parents=True, exist_ok=True)
        if any(place.iterdir()):
            raise StudyError(f"{place} is refused: it is not empty")
        if isinstance(rows[0], ff.Record):
            tables, kind = {"data": _games(rows)}, "Games"
            if isinstance(source, Games):
                tables["samples"] = _samples(source, tables["data"])
        else:
            tables, kind = (
                {"findings": {"train": pa.Table.from_pylist([_flat(row) for row in rows])}},
                "Findings",
            )
        return _write(place, tables, title or f"{kind} of fivefold", licence, about)


def _rows(source: Any) -> list[Any]:
    """Return the records, or the mappings, of a source."""
    if isinstance(source, Games):
        return source.records()
    if not isinstance(source, (str, PathLike)):
        if isinstance(source, Iterable) and not isinstance(source, Mapping):
            rows = list(source)
            if all(isinstance(row, ff.Record) for row in rows) or all(
                isinstance(row, Mapping) for row in rows
            ):
                return rows
        raise StudyError(f"{source!r:.80} is refused: it takes a path, Games, or records or findings")
    path = Path(source)
    if not path.exists():
        raise StudyError(f"{path} is refused: there is no such file or folder")
    if (path / "study.json").exists():
        return list(chosen(path, None, None, None).records())
    if path.is_dir():
        path /= "records.jsonl"
        if not path.exists():
            raise StudyError(f"{path.parent} is refused: no folder of a study, match or ladder that ended")
    if path.suffix == ".json":
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, list) and all(isinstance(row, dict) and "claim" in row for row in data):
            return data
    return list(ff.records.read(path))


def _id(record: ff.Record) -> str:
    """Return the digest of a game: its rules, where it began, and its actions."""
    start = record.start.to_dict()
    text = json.dumps([start, [int(action) for action in record.actions]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _split(name: str) -> str:
    part = int(name[:8], 16) / 2**32
    return next(split for split, end in SPLITS if part < end)


def _games(records: list[ff.Record]) -> dict[str, pa.Table]:
    """Make a table of games for each split."""
    rows: dict[str, list[dict[str, Any]]] = {split: [] for split, _ in SPLITS}
    for record in records:
        outcome = record.outcome
        row = {
            "id": _id(record),
            "rules": record.rules.name,
            "players": list(record.players),
            "moves": list(record.moves),
            "actions": [int(action) for action in record.actions],
            "returns": record.returns.tolist(),
            "winners": [] if outcome is None else list(outcome.winners),
            "record": record.to_json(),
        }
        rows[_split(row["id"])].append(row)
    schema = pa.schema([(name, kind) for name, (kind, _) in COLUMNS.items()])
    return {split: pa.Table.from_pylist(own, schema=schema) for split, own in rows.items()}


def _samples(games: Games, written: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Make a table of samples for each split of their games."""
    names = [_id(record) for record in games.records()]
    order = list(dict.fromkeys(games.game.tolist()))
    if len(order) != len(names):
        raise StudyError("games without samples are refused: which sample is of which game is not known")
    numbers = dict(zip(order, names, strict=True))
    of = [numbers[number] for number in games.game.tolist()]
    splits = np.array([_split(name) for name in of])
    columns = (games.observations, games.policies, games.outcomes, games.weights)
    tables = {}
    for split in written:
        chosen_rows = np.flatnonzero(splits == split)
        arrays = [pa.array([of[row] for row in chosen_rows], pa.string())]
        for column in columns:
            flat = np.ascontiguousarray(column[chosen_rows]).reshape(-1)
            width = int(np.prod(column.shape[1:]))
            values = pa.array(flat)
            arrays.append(values if column.ndim == 1 else pa.FixedSizeListArray.from_arrays(values, width))
        tables[split] = pa.table(arrays, names=list(SAMPLES)).replace_schema_metadata(
            {"observation": "x".join(map(str, games.observations.shape[1:]))}
        )
    return tables


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a finding as columns: what is nested as `outer.inner`, mappings of options and lists as JSON."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping) and name == "answer":
            flat |= {f"{name}.{inner}": _plain(one) for inner, one in value.items()}
        else:
            flat[name] = _plain(value)
    return flat


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def _write(
    place: Path, tables: Mapping[str, Mapping[str, pa.Table]], title: str, licence: str, about: str
) -> dict[str, int]:
    """Write the tables, then what describes them; the digests come last."""
    paths = []
    for kind, splits in tables.items():
        (place / kind).mkdir()
        for split, table in splits.items():
            path = place / kind / f"{split}.parquet"
            with whole_file(path) as aside:
                pq.write_table(table, aside, compression="zstd")
            paths.append(path)
    texts = {"schema.json": _schema(tables), "README.md": _card(tables, title, licence, about)}
    for name, text in texts.items():
        with whole_file(place / name) as aside:
            aside.write_text(text, encoding="utf-8")
        paths.append(place / name)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(place).as_posix()}\n"
        for path in paths
    ]
    with whole_file(place / "SHA256SUMS") as aside:
        aside.write_text("".join(sums), encoding="utf-8")
    return {split: table.num_rows for split, table in next(iter(tables.values())).items()}


def _meaning(kind: str, name: str) -> str:
    known = {
        "data": {name: text for name, (_, text) in COLUMNS.items()},
        "samples": SAMPLES,
        "findings": FINDINGS,
    }
    return known[kind].get(name, "")


def _schema(tables: Mapping[str, Mapping[str, pa.Table]]) -> str:
    columns = {
        kind: [
            {"name": field.name, "type": str(field.type), "meaning": _meaning(kind, field.name)}
            for field in next(iter(splits.values())).schema
        ]
        for kind, splits in tables.items()
    }
    return json.dumps({"format": "fivefold dataset 1", "columns": columns}, indent=1) + "\n"


def _card(tables: Mapping[str, Mapping[str, pa.Table]], title: str, licence: str, about: str) -> str:
    """Write the card, with the head that sites of data sets read."""
    head = [
        "---",
        f"license: {licence.lower()}",
        f"pretty_name: {json.dumps(title)}",
        "tags: [board-games]",
        "configs:",
    ]
    body = [
        f"# {title}",
        "",
        *([about, ""] if about else []),
        f"Licence: {licence}. Written by fivefold {ff.__version__}.",
        "",
    ]
    for kind, splits in tables.items():
        head += [f"- config_name: {kind}", "  data_files:"]
        body += [f"## {kind}", "", "| split | rows |", "|---|---|"]
        for split, table in splits.items():
            head += [f"  - split: {split}", f"    path: {kind}/{split}.parquet"]
            body.append(f"| {split} | {table.num_rows} |")
        body += ["", "| column | type | meaning |", "|---|---|---|"]
        fields = next(iter(splits.values())).schema
        body += [f"| {field.name} | {field.type} | {_meaning(kind, field.name)} |" for field in fields] + [""]
    if "data" in tables:
        body.append("A game is in one split with all its copies; its split follows from its id.")
    body += [
        "`sha256sum -c SHA256SUMS` checks the files.",
    ]
    return "\n".join([*head, "---", "", *body]) + "\n"
