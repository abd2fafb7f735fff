"""The real games that come with the package, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fivefold import Record

_FOLDER = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Bundled:
    """Real games that come with the package: iterate over it to replay them.

    Attributes
    ----------
    name : str
        Name for `read`, ``fivefold show`` and ``fivefold replay``.
    title : str
        A description.
    games : int
        How many games there are.
    players : str
        The players, if known.
    date : str or None
        The date, if known.
    source : str
        Where the games come from.
    path : Path
        The file.
    """

    name: str
    title: str
    games: int
    players: str
    date: str | None
    source: str
    path: Path

    def __iter__(self) -> Iterator[Record]:
        from .reading import read

        return read(self.path)

    def __len__(self) -> int:
        return self.games


_ENGINES = "strong engines; which ones was not recorded"
_OWN_GAMES = "played for this project; `record.metadata['source']` numbers the games"
_POST = "two members of a postal group; White resigned"
_JOURNAL = "D. Green, Pagoda, Games and Puzzles Journal 16"
_ALL = (
    Bundled(
        "engine_gomoku",
        "Gomoku of engines: five or exactly five, boards of 15, 19 and 20",
        60,
        _ENGINES,
        None,
        _OWN_GAMES,
        _FOLDER / "engine_gomoku.jsonl",
    ),
    Bundled(
        "engine_renju",
        "Renju of engines, where a foul loses",
        75,
        _ENGINES,
        None,
        _OWN_GAMES,
        _FOLDER / "engine_renju.jsonl",
    ),
    Bundled(
        "pagoda_postal_1",
        "Pagoda by post, the first game",
        1,
        _POST,
        None,
        _JOURNAL,
        _FOLDER / "pagoda_postal_1.txt",
    ),
    Bundled(
        "pagoda_postal_2",
        "Pagoda by post, the second game",
        1,
        _POST,
        None,
        _JOURNAL,
        _FOLDER / "pagoda_postal_2.txt",
    ),
)


def bundled() -> dict[str, Bundled]:
    """List the real games that come with the package.

    Returns
    -------
    dict of str to Bundled
        By name, each with what is known of it; iterating over one gives its records. The names are
        taken by `read` and `scan` too, and by ``fivefold show`` and ``fivefold replay``.

    Examples
    --------
    >>> import fivefold as ff
    >>> {name: len(games) for name, games in ff.records.bundled().items()}
    {'engine_gomoku': 60, 'engine_renju': 75, 'pagoda_postal_1': 1, 'pagoda_postal_2': 1}
    >>> first = next(iter(ff.records.bundled()["engine_renju"]))
    >>> first.result
    'player 1 wins: row'
    """
    return {one.name: one for one in _ALL}
