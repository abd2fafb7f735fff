"""Positions and outcomes of a study's games, as arrays to learn from."""

import io
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fivefold as ff
from fivefold._files import whole_file
from fivefold.lab.errors import StudyError, writing
from fivefold.lab.store import LocalFolder
from fivefold.records.formats import format_of

from .games import chosen, export_records

# Positions in one group of rows: some megabytes.
GROUP = 8192


def export(
    out: str | Path,
    path: str | Path,
    experiment: str | None = None,
    *,
    games: int | None = None,
    observations: bool = False,
    regret: bool = False,
    records: str | Path | None = None,
    format: str | None = None,
) -> int:
    """Export the games of an experiment: positions with the action played and the outcome, or records.

    Parameters
    ----------
    out : str or Path
        The study's folder.
    path : str or Path
        The file: ``.npz`` for numpy, ``.parquet`` for tables of any size; or a folder, a name without an
        ending, for any number of ``.npz`` files of some thousand positions each, ``000000.npz`` ... The
        ending of a notation, such as ``.sgf`` or ``.jsonl`` (`fivefold.records.FORMATS`), writes the games
        as records.
    experiment : str, optional
        Which experiment; may be left out if there is only one, or one that was played.
    games : int, optional
        Number of games, from the first on; all by default.
    observations : bool
        Write ``observation`` (planes of the player to move) beside ``board``.
    regret : bool
        Write ``regret``, float32 [n]: the exact loss of the action, NaN where none is known
        (`fivefold.search.regrets`).
    records : str or Path, optional
        The file that recorded games came from, where the study does not keep them and the package does not
        bring them.
    format : str, optional
        A notation, where the ending does not tell it; a folder then has a file of it for each game (``psq``,
        ``notes``) or for each 256 games.

    Returns
    -------
    int
        How many positions, or games in a notation, were written. Arrays, n positions: ``game`` int64 [n],
        ``turn`` uint16 [n], ``player`` int8 [n], ``board`` int8 or uint8 [n, rows, columns], ``action``
        uint16 [n], ``returns`` float32 [n, players], ``outcome`` float32 [n] (the return of the player to
        move); in Parquet those of several dimensions are lists of fixed length. Only positions in which a
        seat decides are written, not rolls of a die.

    Raises
    ------
    StudyError
        There is no such experiment, its games are not kept or on boards of several sizes, or the ending of
        `path` is unknown.
    DiskError
        The disk is full; no file is left.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> row = {"rules": "freestyle", "games": 50, "save_records": True}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = ff.study.run(ff.study.from_dict({"seed": 7, "experiment": [row]}), folder)
    ...     written = ff.study.export(folder, Path(folder) / "positions.npz", games=10)
    >>> written > 90
    True
    """
    path = Path(path)
    notation = format or (format_of("", path.name) if path.suffix else None)
    if format is not None and format not in ff.records.FORMATS:
        raise StudyError(f"format = {format!r:.40}: there are {', '.join(ff.records.FORMATS)}")
    if notation is not None:
        if observations or regret:
            raise StudyError(
                f"{path}: records hold moves; observations and regrets are written to .npz or .parquet"
            )
        return export_records(chosen(out, experiment, games, records), path, notation)
    if path.suffix not in (".npz", ".parquet", ""):
        raise StudyError(f"{path}: write .npz or .parquet, a folder, or a notation such as .sgf")
    source = chosen(out, experiment, games, records)
    _refuse_boards(source.shapes(), path)
    parts = _parts(source.records(), observations, regret)
    if path.suffix == ".parquet":
        return _parquet(parts, path)
    return _npz(parts, path) if path.suffix else _shards(parts, path)


def _refuse_boards(shapes: set[tuple[int, ...]], path: Path) -> None:
    """Refuse games on boards of several shapes, as recorded ones may be."""
    if len(shapes) > 1:
        sizes = ", ".join(sorted(f"{rows} by {columns}" for rows, columns in shapes))
        raise StudyError(
            f"{path}: the games are on boards of {sizes}, which no array holds together; "
            "a notation such as .jsonl does"
        )


def _parts(
    records: Iterator[ff.Record], observations: bool, regret: bool
) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
    rows: list[dict[str, Any]] = []
    for game, record in enumerate(records):
        returns = record.returns
        losses = ff.search.regrets(record) if regret else None
        for number, (position, action) in enumerate(zip(record.positions(), record.actions, strict=False)):
            if position.player < 0:
                continue
            row = {
                "game": game,
                "turn": position.turns,
                "player": position.player,
                "board": position.board,
                "action": action,
                "returns": returns,
                "outcome": returns[position.player],
            }
            if losses is not None:
                row["regret"] = losses[number]
            if observations:
                row["observation"] = position.observation()
            rows.append(row)
        if len(rows) >= GROUP:
            yield _arrays(rows)
            rows = []
    if rows:
        yield _arrays(rows)


TYPES = {
    "game": np.int64,
    "turn": np.uint16,
    "player": np.int8,
    "action": np.uint16,
    "outcome": np.float32,
    "regret": np.float32,
}


def _arrays(rows: list[dict[str, Any]]) -> dict[str, np.ndarray[Any, Any]]:
    return {
        name: np.array([row[name] for row in rows], TYPES[name])
        if name in TYPES
        else np.stack([row[name] for row in rows])
        for name in rows[0]
    }


def _shards(parts: Iterator[dict[str, np.ndarray[Any, Any]]], path: Path) -> int:
    """Write each part into a file of its own, so that an export of any size needs little memory."""
    written = 0
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(parts):
        LocalFolder(path).write(f"{number:06}.npz", _compressed(part))
        written += len(part["game"])
    return written


def _npz(parts: Iterator[dict[str, np.ndarray[Any, Any]]], path: Path) -> int:
    many = list(parts)
    arrays = {name: np.concatenate([part[name] for part in many]) for name in many[0]}
    LocalFolder(path.parent).write(path.name, _compressed(arrays))
    return len(arrays["game"])


def _compressed(arrays: dict[str, Any]) -> bytes:
    # numpy before 2.1 would take allow_pickle=False for one more array.
    memory = io.BytesIO()
    np.savez_compressed(memory, **arrays)
    return memory.getvalue()


def _parquet(parts: Iterator[dict[str, np.ndarray[Any, Any]]], path: Path) -> int:
    """Write group after group into a file aside, so that a large export needs little memory."""
    written = 0
    with writing(path), whole_file(path) as aside, ExitStack() as opened:
        writer = None
        for part in parts:
            table = pa.table({name: _column(values) for name, values in part.items()})
            shapes = {name: "x".join(map(str, values.shape[1:])) for name, values in part.items()}
            table = table.replace_schema_metadata({key: text for key, text in shapes.items() if text})
            writer = writer or opened.enter_context(pq.ParquetWriter(aside, table.schema, compression="zstd"))
            writer.write_table(table)
            written += table.num_rows
    return written


def _column(values: np.ndarray[Any, Any]) -> pa.Array:
    if values.ndim == 1:
        return pa.array(values)
    flat = np.ascontiguousarray(values).reshape(len(values), -1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat.reshape(-1)), flat.shape[1])
