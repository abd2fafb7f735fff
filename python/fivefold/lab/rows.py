"""Games kept in a folder, so that a match or a ladder can resume.

A folder holds a description, whole at every moment, and a file of games for each series: a line of JSON a
game, in order. A line that a killed process left unfinished is dropped; one that is damaged is refused by its
digest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, ClassVar

import numpy as np

from fivefold._core import FivefoldError, Record

from .spec import GameSpec, Row
from .store import PLAYED, Folder, folder_at

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, FivefoldError)
"""What reading a damaged line may raise."""


class RowStore:
    """A folder of games: a description of what is played there, and a file of lines for each series.

    FivefoldError says that the folder holds something else; nothing in it is changed then.
    """

    description: ClassVar[str] = PLAYED
    """The file that says what is played; it is written first."""
    folders: ClassVar[tuple[str, ...]] = ("",)
    """Where files lie: in the folder itself, or in folders inside."""
    timed: ClassVar[bool] = True
    """Whether lines say how long games took; else the same games give the same files."""

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, Any]) -> None:
        self.folder = folder_at(path)
        self.about: dict[str, Any] = json.loads(json.dumps(dict(about)))
        self.lines: dict[str, list[dict[str, Any]]] = {}
        known = None
        if self.folder.exists(self.description):
            known = read_json(self.folder, self.description)
            self.about = self._agreed(known)
        elif not self.folder.is_new(self.description):
            raise FivefoldError(
                f"{self.folder} is no folder of such games, and it is not empty: other files are there"
            )
        self.folder.make(self.folders)
        if known != self.about:
            self.write(self.description, json.dumps(self.about, ensure_ascii=False, indent=1) + "\n")

    def _agreed(self, known: dict[str, Any]) -> dict[str, Any]:
        """Describe what is played where something was begun; refuse to go on with something else."""
        differing = differences(known, self.about)
        if differing:
            raise FivefoldError(f"{self.folder} holds something else: {'; '.join(differing)}")
        return known

    def write(self, name: str, text: str) -> None:
        """Write a whole file, such as a report."""
        self.folder.write(name, text.encode())

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes out of the folder where the system can; remove what killed ones left."""
        with self.folder.locked() as writable:
            if writable:
                self.folder.remove_leftovers(folders=self.folders)
            yield

    def find(self, specs: Sequence[GameSpec]) -> list[Row]:
        """Read those of the games, from the first on, that the folder has; a damaged line is refused."""
        rows = []
        for spec in specs:
            lines = self.lines.get(spec.series)
            if lines is None:
                lines = self.lines[spec.series] = self._read(spec.series)
            if spec.number >= len(lines):
                break
            try:
                rows.append(read_row(spec, lines[spec.number]))
            except DAMAGE as error:
                self._damaged(spec.series, spec.number, error)
                break
        return rows

    def _read(self, series: str) -> list[dict[str, Any]]:
        """Read the file of a series; half a line at the end is cut off."""
        name = f"{series}.jsonl"
        data = self.folder.read(name) if self.folder.exists(name) else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.folder.write(name, whole)
        rows = []
        for number, line in enumerate(whole.splitlines()):
            try:
                rows.append(checked(line, number))
            except DAMAGE as error:
                self._damaged(series, number, error)
                break
        return rows

    def _damaged(self, series: str, number: int, error: Exception) -> None:
        """Refuse a damaged line."""
        raise FivefoldError(
            f"{self.folder.path(f'{series}.jsonl')}, line {number + 1} is damaged: {error!s:.200}. Without "
            "it and all lines after it the same call plays those games again"
        ) from error

    def add(self, rows: Sequence[Row]) -> None:
        """Append games to the files of their series, and let them reach the disk."""
        for series in dict.fromkeys(row.spec.series for row in rows):
            lines = [to_line(row, self.timed) for row in rows if row.spec.series == series]
            self.folder.append(f"{series}.jsonl", "".join(lines).encode())


def to_line(row: Row, timed: bool = True) -> str:
    """Write a game as a line of JSON with its digest; where it began its number tells."""
    data = {
        "game": row.spec.number,
        "names": list(row.names),
        "points": list(row.points),
        "seed": row.spec.seed,
        **({"seconds": round(row.took, 4)} if timed else {}),
        "fault": None if row.fault is None else list(row.fault),
        "actions": row.actions.tolist(),
        "clocked": None if row.clocked is None else row.clocked.to_dict(),
    }
    return json.dumps({**data, "digest": digest_of(data)}, ensure_ascii=False) + "\n"


def read_row(spec: GameSpec, line: Mapping[str, Any]) -> Row:
    """Read a game; ValueError where it is another one, or did not end so."""
    fault = line["fault"]
    actions = np.array(line["actions"], np.int32)
    clocked = None if line["clocked"] is None else Record.from_dict(line["clocked"])
    position = spec.start
    for action in actions.tolist():
        position = position.play(action)
    outcome = position.outcome if clocked is None else clocked.outcome
    if outcome is None and fault is None:
        raise ValueError("it is not over")
    winners = tuple(outcome.winners) if outcome is not None and fault is None else ()
    lost = None if fault is None else (int(fault[0]), str(fault[1]))
    row = Row(spec, actions, winners, lost, clocked, took=float(line.get("seconds", 0.0)))
    if line["names"] != list(row.names) or line["seed"] != spec.seed:
        raise ValueError(f"it is a game of {', '.join(line['names'])}, not of {', '.join(row.names)}")
    if line["points"] != list(row.points):
        raise ValueError(f"{line['points']} points are not what its moves bring")
    return row


def checked(line: bytes, number: int) -> dict[str, Any]:
    """Read a line of a file of games; ValueError where it is not whole or not the game of its place."""
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError("no game")
    if row.pop("digest", None) != digest_of(row):
        raise ValueError("its digest does not fit")
    if row.get("game") != number:
        raise ValueError(f"game {row.get('game')!r:.20} stands in the place of game {number}")
    return row


def digest_of(row: Mapping[str, Any]) -> str:
    """Return the digest of a row, whatever the order of its keys."""
    text = json.dumps(row, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def contents(folder: Folder, name: str) -> bytes:
    """Read a file."""
    try:
        return folder.read(name)
    except OSError as error:
        raise FivefoldError(f"{folder.path(name)} cannot be read: {error.strerror or error}") from error


def read_json(folder: Folder, name: str) -> dict[str, Any]:
    """Read an object from a file."""
    try:
        data = json.loads(contents(folder, name))
    except (ValueError, RecursionError) as error:
        raise FivefoldError(f"{folder.path(name)} is damaged: {error!s:.200}") from error
    if not isinstance(data, dict):
        raise FivefoldError(f"{folder.path(name)} is damaged: it holds no JSON object")
    return data


def differences(actual: dict[str, Any], wanted: dict[str, Any], where: str = "") -> list[str]:
    """Describe in which entries two descriptions differ."""
    return [
        f"{where}{key} is {actual.get(key)!r:.120}, not {wanted.get(key)!r:.120}"
        for key in dict.fromkeys([*wanted, *actual])
        if actual.get(key) != wanted.get(key)
    ]
