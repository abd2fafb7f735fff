"""Positions and outcomes of a study's games, as arrays to learn from."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fivefold as ff
from fivefold._files import PARTIAL
from fivefold.study.errors import StudyError, disk_error
from fivefold.study.storage.files import write_whole
from fivefold.study.storage.folder import folder_at
from fivefold.study.storage.state import read_state

from .parquet import load

# Positions in one group of rows: some megabytes.
GROUP = 8192


def export(
    out: str | Path,
    path: str | Path,
    experiment: str | None = None,
    *,
    games: int | None = None,
    observations: bool = False,
) -> int:
    """Export the positions of random games with the action that was played and the outcome.

    Parameters
    ----------
    out : str or Path
        The study's folder.
    path : str or Path
        The file: ``.npz`` for numpy, ``.parquet`` for tables of any size.
    experiment : str, optional
        Which experiment; may be left out if there is only one of random games.
    games : int, optional
        The first so many games; all by default.
    observations : bool
        Write ``observation`` (planes of the player to move) beside ``board``.

    Returns
    -------
    int
        How many positions were written. Arrays, n positions: ``game`` int64 [n], ``turn`` uint16
        [n], ``player`` int8 [n], ``board`` int8 or uint8 [n, rows, columns], ``action`` uint16 [n],
        ``returns`` float32 [n, players]; in Parquet the later ones are lists of fixed length. Only
        positions in which a seat decides are written, not rolls of a die.

    Raises
    ------
    StudyError
        There is no such experiment, or the ending of `path` is neither.
    DiskError
        The disk is full; no file is left.
    """
    path = Path(path)
    if path.suffix not in (".npz", ".parquet"):
        raise StudyError(f"{path}: write .npz or .parquet")
    rules, seed, count = _experiment(out, experiment)
    count = count if games is None else min(games, count)
    if count < 1:
        raise StudyError(f"games = {games}: at least one is needed")
    parts = _parts(rules, seed, count, observations)
    return _npz(parts, path) if path.suffix == ".npz" else _parquet(parts, path)


def _experiment(out: str | Path, name: str | None) -> tuple[ff.Rules, int, int]:
    config = read_state(folder_at(out))["config"]
    random = {entry["name"]: entry for entry in config["experiments"] if "rules" in entry}
    if name is None and len(random) == 1:
        (name,) = random
    if name not in random:
        asked = "there are several experiments: name one of" if name is None else f'"{name}" is none of'
        raise StudyError(f"{asked} {', '.join(random)}")
    # The table is read so that nothing is exported from a study that did not finish.
    load(out, ["game"])
    entry = random[name]
    return ff.Rules.from_dict(entry["rules"]), config["seed"], entry["games"]


def _parts(
    rules: ff.Rules, seed: int, games: int, observations: bool
) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
    rows: list[dict[str, Any]] = []
    step = 256
    for first in range(0, games, step):
        result = ff.playouts(rules, min(step, games - first), seed=seed, first=first)
        for index in range(len(result)):
            record = result.record(index)
            for position, action in zip(record.positions(), record.actions, strict=False):
                if position.player < 0:
                    continue
                row = {
                    "game": first + index,
                    "turn": position.turns,
                    "player": position.player,
                    "board": position.board,
                    "action": action,
                    "returns": record.returns,
                }
                if observations:
                    row["observation"] = position.observation()
                rows.append(row)
            if len(rows) >= GROUP:
                yield _arrays(rows)
                rows = []
    if rows:
        yield _arrays(rows)


TYPES = {"game": np.int64, "turn": np.uint16, "player": np.int8, "action": np.uint16}


def _arrays(rows: list[dict[str, Any]]) -> dict[str, np.ndarray[Any, Any]]:
    return {
        name: np.array([row[name] for row in rows], TYPES[name])
        if name in TYPES
        else np.stack([row[name] for row in rows])
        for name in rows[0]
    }


def _npz(parts: Iterator[dict[str, np.ndarray[Any, Any]]], path: Path) -> int:
    many = list(parts)
    arrays = {name: np.concatenate([part[name] for part in many]) for name in many[0]}
    memory = io.BytesIO()
    np.savez_compressed(memory, allow_pickle=False, **arrays)
    write_whole(path, memory.getvalue())
    return len(arrays["game"])


def _parquet(parts: Iterator[dict[str, np.ndarray[Any, Any]]], path: Path) -> int:
    """Write group after group into a file aside, so that a large export needs little memory."""
    aside = path.with_name(f".{path.name}{PARTIAL}")
    writer, written = None, 0
    try:
        for part in parts:
            table = pa.table({name: _column(values) for name, values in part.items()})
            shapes = {name: "x".join(map(str, values.shape[1:])) for name, values in part.items()}
            table = table.replace_schema_metadata({key: text for key, text in shapes.items() if text})
            writer = writer or pq.ParquetWriter(aside, table.schema, compression="zstd")
            writer.write_table(table)
            written += table.num_rows
        assert writer is not None
        writer.close()
        aside.replace(path)
    except OSError as error:
        raise disk_error(error, path) from error
    finally:
        aside.unlink(missing_ok=True)
    return written


def _column(values: np.ndarray[Any, Any]) -> pa.Array:
    if values.ndim == 1:
        return pa.array(values)
    flat = np.ascontiguousarray(values).reshape(len(values), -1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat.reshape(-1)), flat.shape[1])
