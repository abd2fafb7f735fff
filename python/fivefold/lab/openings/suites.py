"""A suite of openings, and the suite that belongs to rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import NamedTuple, overload

from fivefold._core import FivefoldError, Position, Rules
from fivefold._core import rules as make_rules
from fivefold._statistics import wilson

from .files import Content, OpeningRow, read_text
from .measuring import BALANCED
from .sampling import COUNT, draw_openings


class Share(NamedTuple):
    """Share of the points that the first seat made from an opening, one player having all seats.

    Attributes
    ----------
    value : float
        Points of the first seat (or its team) per distinct game: 1 for a win, 1/2 for a draw of two.
    low, high : float
        The 95 % interval (Wilson's), from distinct games.
    games, distinct : int
        Games that were played, and how many of them differ.
    by_side : tuple of float
        The shares of all seats (or teams); they add up to 1.
    """

    value: float
    low: float
    high: float
    games: int
    distinct: int
    by_side: tuple[float, ...]


@dataclass(frozen=True)
class Suite(Sequence[Position]):
    """Openings of the same rules, most balanced first; ``suite[i]`` is a position.

    Attributes
    ----------
    name : str
        Such as ``"freestyle-1"``: shipped and measured; ``"freestyle-drawn-1"``: drawn by the same
        procedure, not measured.
    rules : Rules
        Rules of all positions.
    moves : tuple of str
        The moves of each opening from the start of the rules.
    seeds : tuple of int
        Seed of each start; it matters where the start is drawn (Pah-Tum's black stones).
    shares : tuple of Share or None
        Share of the first seat between equal players; None where it was not measured.
    measured_by : str or None
        The player on all seats in those games.
    player_version : int or None
        Version of that player.
    seed : int or None
        Seed of the draw; None for openings read from a file.

    Examples
    --------
    >>> import fivefold as ff
    >>> suite = ff.lab.openings.suite(ff.rules("gomoku", size=9))
    >>> position = suite[0]
    >>> position.rules == suite.rules, len({p.canonical()[0].key for p in suite}) == len(suite)
    (True, True)
    """

    name: str
    rules: Rules
    moves: tuple[str, ...]
    seeds: tuple[int, ...]
    shares: tuple[Share | None, ...]
    measured_by: str | None = None
    player_version: int | None = None
    seed: int | None = None

    def __len__(self) -> int:
        return len(self.moves)

    @overload
    def __getitem__(self, index: int, /) -> Position: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Position]: ...
    def __getitem__(self, index: int | slice, /) -> Position | list[Position]:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        number = range(len(self))[index]
        return self.rules.start(seed=self.seeds[number]).play_all(self.moves[number])

    def __iter__(self) -> Iterator[Position]:
        return (self[number] for number in range(len(self)))

    def __hash__(self) -> int:
        return hash((self.name, self.moves, self.seeds))

    def __repr__(self) -> str:
        how = f"measured by {self.measured_by}" if self.measured_by else "not measured"
        outside = f", {self.outside} not balanced" if self.outside else ""
        return f"<suite {self.name}: {len(self)} openings, {how}{outside}>"

    @property
    def outside(self) -> int:
        """How many openings are not balanced: the share is further than 0.1 from an equal one.

        They follow the balanced ones, the nearest first; 0 if nothing was measured.
        """
        shares = [share for share in self.shares if share is not None]
        return sum(abs(share.value - 1 / len(share.by_side)) > BALANCED + 1e-9 for share in shares)

    def to_gomocup(self) -> str:
        r"""Write the openings in Gomocup's form: offsets from the centre, a line per opening.

        Returns
        -------
        str
            Each stone as ``x,y``, x to the right and y downwards, counted from the point
            (columns // 2, rows // 2) of the board with its first point at the top left.

        Raises
        ------
        FivefoldError
            The board is not a grid, or an opening is more than stones put down in turn.

        Examples
        --------
        >>> import fivefold as ff
        >>> suite = ff.lab.openings.read_gomocup(["0,0, 1,-1, -2,0"], ff.rules("freestyle"))
        >>> suite.moves, suite.to_gomocup()
        (('h8 i9 f8',), '0,0, 1,-1, -2,0\n')
        """
        from .gomocup import write_gomocup

        return write_gomocup(self)


@lru_cache(maxsize=64)
def suite(rules: Rules | str) -> Suite:
    """Return the suite of openings of these rules.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.

    Returns
    -------
    Suite
        For a preset without other options, the suite of the package with its measurements. For other rules,
        openings drawn by the same procedure from a fixed seed. These are not measured, and the name has
        "drawn" in it.

    Raises
    ------
    FivefoldError
        The argument is not rules, or no opening exists because the game is too small.

    Examples
    --------
    >>> import fivefold as ff
    >>> suite = ff.lab.openings.suite(ff.rules("pagoda", size=9))
    >>> suite
    <suite pagoda-drawn-1: 100 openings, not measured>
    """
    if isinstance(rules, str):
        rules = make_rules(rules)
    if not isinstance(rules, Rules):
        raise FivefoldError(f"rules={rules!r:.80} are refused: Rules, or the name of a preset")
    shipped = read_shipped(rules)
    return shipped if shipped is not None else sample_suite(rules)


def read_shipped(rules: Rules) -> Suite | None:
    """Read the suite that the package ships for these very rules; None if there is none."""
    file = files(__package__) / "data" / f"{rules.name}.txt"
    if not file.is_file():
        return None
    content = read_text(file.read_text(encoding="utf-8"))
    return suite_from(content) if content.rules == rules else None


def read_suite(path: str | PathLike[str]) -> Suite:
    """Read a suite that ``fivefold openings RULES --make --out FILE`` has written.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Suite
        With its rules and measurements.

    Raises
    ------
    FivefoldError
        The file is not a suite.

    Examples
    --------
    >>> from importlib.resources import files
    >>> import fivefold as ff
    >>> file = files("fivefold.lab.openings") / "data" / "freestyle.txt"
    >>> ff.lab.openings.read_suite(file).name
    'freestyle-1'
    """
    try:
        return suite_from(read_text(Path(path).read_text(encoding="utf-8")))
    except UnicodeDecodeError as error:
        raise FivefoldError(f"{path} is no file of a suite: {error}") from error


def suite_from(content: Content) -> Suite:
    """Make a suite of a file's content."""
    return Suite(
        content.name,
        content.rules,
        tuple(row.moves for row in content.rows),
        tuple(row.seed for row in content.rows),
        tuple(share_from(row) for row in content.rows),
        content.measured_by,
        content.player_version,
        content.seed,
    )


def share_from(row: OpeningRow) -> Share:
    """Make the share of the first seat of a row's points by seat."""
    total = row.distinct
    low, high = wilson(row.points[0], total)
    shares = tuple(points / total for points in row.points)
    return Share(shares[0], float(low), float(high), row.games, row.distinct, shares)


def sample_suite(rules: Rules, seed: int = 1, count: int = COUNT) -> Suite:
    """Draw a suite that nobody measured."""
    openings = draw_openings(rules, seed, count)
    if not openings:
        raise FivefoldError(f"no opening of {rules.name} exists: every game is over at once")
    moves, seeds = zip(*openings, strict=True)
    return Suite(f"{rules.name}-drawn-{seed}", rules, moves, seeds, (None,) * len(openings), seed=seed)
