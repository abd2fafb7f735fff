"""The folder of a tournament that players play: what was finished is there when it goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError, Record, Rules
from fivefold._files import whole_file, written_for
from fivefold.clocks import TimeControl
from fivefold.lab.store import digest, disk, is_new, locked
from fivefold.players import Player
from fivefold.players.base import description_of

from .system import System
from .tables import Played, Task, finished

__all__ = ["Folder", "load"]

ABOUT, STATE, GAMES, REPORT = "tournament.json", "standings.json", "games.jsonl", "report.html"
MATCHES = "matches"


class Folder:
    """A folder with a file a match, all games, the standings and the report.

    Parameters
    ----------
    path : str or Path
        The folder; made if it is not there.
    about : dict
        What is played, as JSON keeps it. A folder that holds another tournament is refused.

    Raises
    ------
    FivefoldError
        The folder holds something else, or cannot be written.
    """

    def __init__(self, path: str | Path, about: dict[str, Any]) -> None:
        self.path = Path(path)
        self.about = about
        with disk(self.path):
            known = self._known()
            if known is not None:
                self._compare(known)
                # Who joined later is added to the players.
                about["players"] = {**known["players"], **about["players"]}
            (self.path / MATCHES).mkdir(parents=True, exist_ok=True)
            if known != about:
                self._write(ABOUT, json.dumps(about, ensure_ascii=False, indent=1) + "\n")

    def _known(self) -> dict[str, Any] | None:
        """Read what the folder holds; None if it is new or empty."""
        if not self.path.exists() or is_new(self.path, ABOUT, MATCHES):
            return None
        if not (self.path / ABOUT).exists():
            raise FivefoldError(f"out={str(self.path)!r:.200} is refused: other files are there")
        known = read_json(self.path / ABOUT)
        if not isinstance(known.get("players"), dict) or set(known) != set(self.about):
            raise FivefoldError(f"{self.path / ABOUT} does not tell what a tournament is")
        return known

    def _compare(self, known: dict[str, Any]) -> None:
        """Refuse to go on with something else than what was begun."""
        for name, value in self.about.items():
            if name != "players" and known[name] != value:
                raise FivefoldError(
                    f"{self.path} holds another tournament: its {name} is {known[name]!r:.120}, "
                    f"not {value!r:.120}"
                )
        for name, player in self.about["players"].items():
            if known["players"].get(name, player) != player:
                raise FivefoldError(
                    f"{self.path} holds another tournament: there {name} is "
                    f"{known['players'][name]!r:.120}, not {player!r:.120}"
                )

    def alone(self) -> AbstractContextManager[bool]:
        """Keep other processes out of the folder; FivefoldError where one plays in it."""
        return locked(self.path)

    def find(self, task: Task) -> list[Played] | None:
        """Read a match that was finished; None if it was not, or if its file is damaged."""
        try:
            text = (self.path / match_name(task)).read_text(encoding="utf-8")
            data = json.loads(text)
            same = data["table"] == list(task.table) and data["digest"] == digest(data["games"])
            records = [Record.from_dict(game) for game in data["games"]] if same else []
        except (OSError, ValueError, KeyError, TypeError, RecursionError, FivefoldError):
            return None
        if len(records) != task.games or any(record.rules != task.rules for record in records):
            return None
        orders = task.orders()
        return [finished(task, order, record) for order, record in zip(orders, records, strict=True)]

    def keep(self, task: Task, games: Sequence[Played]) -> None:
        """Write a match that is finished."""
        found = [record.to_dict() for _, record in games]
        data = {"table": list(task.table), "round": task.round, "digest": digest(found), "games": found}
        with disk(self.path):
            self._write(match_name(task), json.dumps(data, ensure_ascii=False) + "\n")

    def finish(self, system: System, records: Sequence[Record]) -> None:
        """Write the standings, all games in order, and the report."""
        from .report import report

        with disk(self.path):
            self._write(STATE, json.dumps(system.to_dict(), ensure_ascii=False, indent=1) + "\n")
            self._write(GAMES, "".join(record.to_json() + "\n" for record in records))
            self._write(REPORT, report(system, records, about=self.about))
            # What a killed process was writing; the matches themselves are there by now.
            for path in [*self.path.iterdir(), *(self.path / MATCHES).iterdir()]:
                name = written_for(path.name)
                if name is not None and path.with_name(name).exists():
                    path.unlink(missing_ok=True)

    def _write(self, name: str, text: str) -> None:
        with whole_file(self.path / name) as aside:
            aside.write_text(text, encoding="utf-8")


def match_name(task: Task) -> str:
    """Name the file of a match; its seed tells the round, who plays and how often they have met."""
    return f"{MATCHES}/{task.round:04d}-{task.seed:016x}.json"


def about_of(
    system: System,
    players: Mapping[str, Player],
    rules: Rules,
    seed: int,
    clock: TimeControl | None,
    openings: Any,
) -> dict[str, Any]:
    """Say what is played."""
    about = {
        "format": 2,
        "system": type(system).__name__,
        "arguments": system._arguments(),
        "rules": rules.to_dict(),
        "players": {name: description_of(player) for name, player in players.items()},
        "seed": seed,
        "clock": None if clock is None else str(clock),
        "openings": openings,
    }
    found: dict[str, Any] = json.loads(json.dumps(about))
    return found


def load(folder: str | Path) -> tuple[System, list[Record]]:
    """Read a tournament that `play` has written with ``out=``.

    Parameters
    ----------
    folder : str or Path
        The folder.

    Returns
    -------
    tuple of System and list of Record
        The tournament as it stands, and its games in order.

    Raises
    ------
    FivefoldError
        The folder holds no tournament, or a file is damaged.

    Examples
    --------
    >>> import tempfile
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob"], seed=1)
    >>> players = {"Ann": "greedy", "Bob": "random"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     records = ff.tournament.play(league, players, ff.rules("freestyle", size=9), out=folder)
    ...     again, games = ff.tournament.load(folder)
    >>> again.standings() == league.standings(), games == records
    (True, True)
    """
    path = Path(folder)
    system = System.from_dict(read_json(path / STATE))
    with disk(path):
        lines = (path / GAMES).read_bytes().split(b"\n")
    try:
        return system, [Record.from_json(line.decode()) for line in lines if line]
    except UnicodeDecodeError as error:
        raise FivefoldError(f"{path / GAMES} is damaged: {error}") from error


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
