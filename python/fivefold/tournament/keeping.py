"""The folder of a tournament that players play: what was finished is there when it goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError, Record, Rules
from fivefold.clocks import TimeControl
from fivefold.lab.rows import Folder, differences, read_json
from fivefold.lab.store import digest, disk
from fivefold.players import Player
from fivefold.players.base import description_of

from .system import System
from .tables import Played, Task, finished

__all__ = ["Kept", "load"]

ABOUT, STATE, GAMES, REPORT = "tournament.json", "standings.json", "games.jsonl", "report.html"
MATCHES = "matches"


class Kept(Folder):
    """A folder with a file a match, all games, the standings and the report."""

    description = ABOUT
    inside = MATCHES

    def _agreed(self, known: dict[str, Any]) -> dict[str, Any]:
        """See `Folder`; who joined later is added to the players."""
        mine = self.about
        if not isinstance(known.get("players"), dict) or set(known) != set(mine):
            raise FivefoldError(f"{self.path / ABOUT} does not tell what a tournament is")
        differing = differences({**known, "players": 0}, {**mine, "players": 0})
        before = {name: known["players"].get(name, player) for name, player in mine["players"].items()}
        differing += differences(before, mine["players"], "player ")
        if differing:
            raise FivefoldError(f"{self.path} holds another tournament: its {'; its '.join(differing)}")
        return {**known, "players": {**known["players"], **mine["players"]}}

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
        self.write(match_name(task), json.dumps(data, ensure_ascii=False) + "\n")

    def finish(self, system: System, records: Sequence[Record]) -> None:
        """Write the standings, all games in order, and the report."""
        from .report import report

        self.write(STATE, json.dumps(system.to_dict(), ensure_ascii=False, indent=1) + "\n")
        self.write(GAMES, "".join(record.to_json() + "\n" for record in records))
        self.write(REPORT, report(system, records, about=self.about))


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
    return {
        "format": 2,
        "system": type(system).__name__,
        "arguments": system._arguments(),
        "rules": rules.to_dict(),
        "players": {name: description_of(player) for name, player in players.items()},
        "seed": seed,
        "clock": None if clock is None else str(clock),
        "openings": openings,
    }


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
