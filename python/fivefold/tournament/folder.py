"""The folder of a tournament that players play: what was finished is there when it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fivefold._core import FivefoldError, Record
from fivefold.lab.rows import RowStore, contents, differences, read_json
from fivefold.lab.store import TOURNAMENT, folder_at

from .system import System
from .tables import MATCHES

STATE, GAMES = "standings.json", "games.jsonl"


class Matches(RowStore):
    """A folder with a file a match, all games, the standings and the report."""

    description = TOURNAMENT
    folders = ("", MATCHES)
    timed = False

    def _agreed(self, known: dict[str, Any]) -> dict[str, Any]:
        """See `RowStore`; who joined later is added to the players."""
        mine = self.about
        if not isinstance(known.get("players"), dict) or set(known) != set(mine):
            raise FivefoldError(f"{self.folder.path(TOURNAMENT)} does not tell what a tournament is")
        differing = differences({**known, "players": 0}, {**mine, "players": 0})
        before = {name: known["players"].get(name, player) for name, player in mine["players"].items()}
        differing += differences(before, mine["players"], "player ")
        if differing:
            raise FivefoldError(f"{self.folder} holds another tournament: its {'; its '.join(differing)}")
        return {**known, "players": {**known["players"], **mine["players"]}}

    def _damaged(self, series: str, number: int, error: Exception) -> None:
        """See `RowStore`; a damaged game and those of its match after it are played again."""
        name = f"{series}.jsonl"
        self.folder.write(name, b"".join(self.folder.read(name).splitlines(keepends=True)[:number]))
        del self.lines.setdefault(series, [])[number:]


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
    place = folder_at(folder)
    system, lines = System.from_dict(read_json(place, STATE)), contents(place, GAMES).split(b"\n")
    try:
        return system, [Record.from_json(line.decode()) for line in lines if line]
    except UnicodeDecodeError as error:
        raise FivefoldError(f"{place.path(GAMES)} is damaged: {error}") from error
