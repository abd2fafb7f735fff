"""Games kept in a folder, so that a match or a ladder goes on where it was stopped.

A folder holds a description, whole at every moment, and files of games: a line of JSON a game, in order.
A line that a killed process left unfinished is dropped; one that is damaged is refused by its digest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from fivefold._core import FivefoldError
from fivefold._files import whole_file, written_for
from fivefold.lab.store import digest, disk, is_new, locked

__all__ = ["Folder", "in_chunks"]

Kept = TypeVar("Kept")
DESCRIPTION = "played.json"
DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError, FivefoldError)
"""What reading a damaged line may raise."""
LONG_ENOUGH = 2.0
"""Seconds that a chunk should take: no more is lost when the process is killed."""
MOST_IN_A_CHUNK = 4096


class Folder:
    """A folder of one match or ladder.

    Parameters
    ----------
    path : str or Path
        The folder; made if it does not exist.
    description : mapping
        What is played, as JSON can hold it.

    Raises
    ------
    FivefoldError
        The folder holds something else; nothing in it is changed.
    """

    def __init__(self, path: str | os.PathLike[str], description: Mapping[str, Any]) -> None:
        self.path = Path(path)
        file = self.path / DESCRIPTION
        wanted = json.loads(json.dumps(dict(description)))
        if file.exists():
            try:
                found = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError, RecursionError) as error:
                raise FivefoldError(f"{file} cannot be read: {error!s:.200}") from error
            differing = differences(found, wanted)
            if differing:
                raise FivefoldError(f"{self.path} holds something else: {'; '.join(differing)}")
        elif self.path.exists() and (not self.path.is_dir() or not is_new(self.path, DESCRIPTION)):
            raise FivefoldError(f"{self.path} is no folder of a match or ladder, and it is not empty")
        else:
            with disk(self.path):
                self.path.mkdir(parents=True, exist_ok=True)
                with whole_file(file) as aside:
                    text = json.dumps(wanted, ensure_ascii=False, indent=1) + "\n"
                    aside.write_text(text, encoding="utf-8")

    def read(self, name: str, read_row: Callable[[dict[str, Any], int], Kept], step: int = 1) -> list[Kept]:
        """Read the games of a file, in order, each by `read_row` of its row and its number.

        What a killed process left unfinished is cut off: half a line, or fewer than `step` games at the end.

        Raises
        ------
        FivefoldError
            A line is damaged: no game, another one, or one that did not end so. The message names the line.
        """
        file = self.path / name
        if not file.exists():
            return []
        data = file.read_bytes()
        lines = data.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()
        del lines[len(lines) // step * step :]
        end = sum(map(len, lines))
        if end < len(data):
            with open(file, "r+b") as open_file:
                open_file.truncate(end)
        games = []
        for number, line in enumerate(lines):
            try:
                games.append(read_row(checked(line, number), number))
            except DAMAGE as error:
                raise FivefoldError(
                    f"{file}, line {number + 1} is damaged: {error!s:.200}. Without it and all lines "
                    "after it the same call plays those games again"
                ) from error
        return games

    def add(self, name: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Append games to a file, each with its digest, and let them reach the disk."""
        lines = [json.dumps({**row, "digest": digest_of(row)}, ensure_ascii=False) + "\n" for row in rows]
        with disk(self.path / name), open(self.path / name, "ab") as file:
            file.write("".join(lines).encode())
            file.flush()
            os.fsync(file.fileno())

    def write(self, name: str, text: str) -> None:
        """Write a whole file, such as a report."""
        with disk(self.path / name), whole_file(self.path / name) as aside:
            aside.write_text(text, encoding="utf-8")

    def clear(self) -> None:
        """Remove what killed processes were writing; for the process that is alone in the folder."""
        for path in self.path.iterdir():
            if written_for(path.name) is not None:
                path.unlink(missing_ok=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes out of the folder where the system can.

        Raises
        ------
        FivefoldError
            Another process plays in it.
        """
        with locked(self.path) as writable:
            if writable:
                self.clear()
            yield


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


def differences(found: Any, wanted: dict[str, Any]) -> list[str]:
    """Say in which entries two descriptions differ."""
    if not isinstance(found, dict):
        return ["no description"]
    keys = [*wanted, *(key for key in found if key not in wanted)]
    return [
        f"{key} is {found.get(key)!r:.80}, not {wanted.get(key)!r:.80}"
        for key in keys
        if found.get(key) != wanted.get(key)
    ]


def in_chunks(
    numbers: range, play: Callable[[range], list[Any]], most: int = MOST_IN_A_CHUNK
) -> Iterator[tuple[list[Any], float]]:
    """Play numbers in chunks of some seconds each: what was played, and how long it took."""
    first, size = numbers.start, 1
    while first < numbers.stop:
        chunk = range(first, min(numbers.stop, first + size))
        began = perf_counter()
        games = play(chunk)
        took = perf_counter() - began
        yield games, took
        first = chunk.stop
        if took < LONG_ENOUGH / 2:
            size = min(2 * size, most)
        elif took > LONG_ENOUGH:
            size = max(size // 2, 1)
