"""A tree of positions with remarks, as files of other programs hold."""

from collections.abc import Callable
from typing import final

from . import Rules
from .position import Position
from .record import Record

@final
class KnownMove:
    """A move of a position; see `fivefold.records.Branch`."""

    @property
    def move(self) -> str: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> tuple[int, int]: ...
    @property
    def draws(self) -> int: ...
    @property
    def value(self) -> int | None: ...

@final
class KnownPosition:
    """What a tree knows of a position; see `fivefold.records.Known`."""

    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> tuple[int, int]: ...
    @property
    def draws(self) -> int: ...
    @property
    def value(self) -> int | None: ...
    @property
    def comment(self) -> str: ...
    @property
    def mark(self) -> bool: ...
    @property
    def labels(self) -> dict[str, str]: ...
    @property
    def moves(self) -> list[KnownMove]: ...

@final
class PositionTree:
    """The moves and remarks at each position of a game for two; the core of `fivefold.records.Tree`.

    Parameters
    ----------
    start : Position
        The position at its root.
    symmetric : bool
        Whether images under the symmetries of the rules are one position.
    max_positions : int
        How many positions it may grow to.

    Raises
    ------
    RecordError
        The game is not for two players.
    """

    def __new__(cls, start: Position, symmetric: bool, max_positions: int) -> PositionTree: ...
    def __len__(self) -> int: ...
    @property
    def start(self) -> Position:
        """The position at the root."""
    @property
    def symmetric(self) -> bool:
        """Whether images are one position."""
    def add(self, record: Record) -> None:
        """Add a game that begins at the root, with its comments and its result."""
    def look(self, position: Position) -> KnownPosition | None:
        """Return what the tree knows of a position; None where it is not there."""
    def note(self, position: Position, comment: str, mark: bool, labels: dict[str, str]) -> bool:
        """Set the remark on a position; False where it is not there."""
    def prove(self, position: Position, value: int | None) -> bool:
        """Set what is proven of a position, 1, 0 or -1 for seat 0; False where it is not there."""
    def solve(self) -> int:
        """Carry proven values up; give how many positions are proven then."""
    def read_lib(
        self,
        data: bytes,
        decode: Callable[[bytes], str] | None = None,
        report: Callable[[int, int], object] | None = None,
    ) -> None:
        """Add a library of RenLib."""
    def to_lib(self, encode: Callable[[str], bytes]) -> bytes:
        """Return the tree as a library of RenLib."""
    def to_sgf(self) -> str:
        """Return the tree as SGF with variations."""
    @classmethod
    def from_sgf(
        cls,
        text: str,
        rules: Rules | str | None,
        symmetric: bool,
        max_positions: int,
        report: Callable[[int, int], object] | None = None,
    ) -> PositionTree:
        """Make a tree from the only game of an SGF text."""
    def add_sgf(
        self,
        text: str,
        rules: Rules | str | None,
        report: Callable[[int, int], object] | None = None,
    ) -> None:
        """Add the variations of another game of the same rules from the same position."""
    def to_json(self) -> str:
        """Return the tree as JSON."""
    @classmethod
    def from_json(
        cls, text: str, max_positions: int, report: Callable[[int, int], object] | None = None
    ) -> PositionTree:
        """Make a tree from JSON."""
