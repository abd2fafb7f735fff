"""Games kept in a folder, so that a match or a ladder goes on where it was stopped.

A folder holds a description, whole at every moment, and a file of games for each series: a line of JSON a
game, in order. A line that a killed process left unfinished is dropped; one that is damaged is refused by its
digest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from fivefold._core import FivefoldError, Record
from fivefold._files import whole_file, written_for

from .spec import GameSpec, Row
from .store import digest, disk, is_new, locked

__all__ = ["Folder", "Kept", "differences", "read_json"]

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, FivefoldError)
"""What reading a damaged line may raise."""


class Folder:
    """A folder with a description of what is played there.

    Parameters
    ----------
    path : str or Path
        The folder; made if it does not exist.
    about : mapping
        What is played, as JSON can hold it.

    Raises
    ------
    FivefoldError
        The folder holds something else; nothing in it is changed.
    """

    description: ClassVar[str] = "played.json"
    """The file that says what is played; it is written first."""
    inside: ClassVar[str] = ""
    """A folder inside, if there is one."""

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.about: dict[str, Any] = json.loads(json.dumps(dict(about)))
        known = self._known()
        if known is not None:
            self.about = self._agreed(known)
        with disk(self.path):
            (self.path / self.inside).mkdir(parents=True, exist_ok=True)
        if known != self.about:
            self.write(self.description, json.dumps(self.about, ensure_ascii=False, indent=1) + "\n")

    def _known(self) -> dict[str, Any] | None:
        """Read what the folder holds; None if it is new or empty."""
        if (self.path / self.description).exists():
            return read_json(self.path / self.description)
        if self.path.exists() and not is_new(self.path, self.description, self.inside):
            raise FivefoldError(
                f"{self.path} is no folder of such games, and it is not empty: other files are there"
            )
        return None

    def _agreed(self, known: dict[str, Any]) -> dict[str, Any]:
        """Say what is played where something was begun; refuse to go on with something else."""
        differing = differences(known, self.about)
        if differing:
            raise FivefoldError(f"{self.path} holds something else: {'; '.join(differing)}")
        return known

    def write(self, name: str, text: str) -> None:
        """Write a whole file, such as a report."""
        with disk(self.path / name), whole_file(self.path / name) as aside:
            aside.write_text(text, encoding="utf-8")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes out of the folder where the system can; remove what killed ones left.

        Raises
        ------
        FivefoldError
            Another process plays in it.
        """
        with locked(self.path) as writable:
            if writable:
                for path in [*self.path.iterdir(), *(self.path / self.inside).iterdir()]:
                    if written_for(path.name) is not None:
                        path.unlink(missing_ok=True)
            yield


class Kept(Folder):
    """A folder of games: a file of lines for each series."""

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, Any]) -> None:
        super().__init__(path, about)
        self.lines: dict[str, list[dict[str, Any]]] = {}

    def find(self, specs: Sequence[GameSpec]) -> list[Row]:
        """Read those of the games, from the first on, that the folder has.

        Raises
        ------
        FivefoldError
            A line is damaged: no game, another one, or one that did not end so. The message names the line.
        """
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
        file = self.path / f"{series}.jsonl"
        if not file.exists():
            return []
        data = file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with open(file, "r+b") as open_file:
                open_file.truncate(len(whole))
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
            f"{self.path / f'{series}.jsonl'}, line {number + 1} is damaged: {error!s:.200}. Without it and "
            "all lines after it the same call plays those games again"
        ) from error

    def add(self, rows: Sequence[Row]) -> None:
        """Append games to the files of their series, and let them reach the disk."""
        for series in dict.fromkeys(row.spec.series for row in rows):
            file = self.path / f"{series}.jsonl"
            lines = [line_of(row) for row in rows if row.spec.series == series]
            with disk(file), open(file, "ab") as open_file:
                open_file.write("".join(lines).encode())
                open_file.flush()
                os.fsync(open_file.fileno())


def line_of(row: Row) -> str:
    """Write a game as a line of JSON with its digest; where it began its number tells."""
    data = {
        "game": row.spec.number,
        "names": list(row.names),
        "points": list(row.points),
        "seed": row.spec.seed,
        "seconds": row.took,
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
    row = Row(spec, actions, winners, lost, clocked, took=float(line["seconds"]))
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
    """Give the digest of a row."""
    return digest(dict(row))[:16]


def read_json(path: Path) -> dict[str, Any]:
    """Read an object from a file."""
    with disk(path.parent):
        text = path.read_bytes()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FivefoldError(f"{path} is damaged: {error!s:.200}") from error
    if not isinstance(data, dict):
        raise FivefoldError(f"{path} is damaged: it holds no JSON object")
    return data


def differences(found: dict[str, Any], wanted: dict[str, Any], where: str = "") -> list[str]:
    """Say in which entries two descriptions differ."""
    return [
        f"{where}{key} is {found.get(key)!r:.120}, not {wanted.get(key)!r:.120}"
        for key in dict.fromkeys([*wanted, *found])
        if found.get(key) != wanted.get(key)
    ]
