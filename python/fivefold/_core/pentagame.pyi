"""Questions that only Pentagame has."""

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from . import Rules
from .position import Position

@final
class PieceTemperature:
    """How far a piece is from its goal; see `fivefold.pentagame.Temperature`."""

    @property
    def piece(self) -> str: ...
    @property
    def stop(self) -> str: ...
    @property
    def moves(self) -> int: ...
    @property
    def stops(self) -> int: ...

@final
class SeatOptions:
    """The moves that a seat has; see `fivefold.pentagame.Options`."""

    @property
    def empty(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def grey(self) -> int: ...
    @property
    def own_swaps(self) -> int: ...
    @property
    def other_swaps(self) -> int: ...
    @property
    def out(self) -> int: ...
    @property
    def turns(self) -> int: ...

@final
class StraightRun:
    """A straight run out of a piece's stop; see `fivefold.pentagame.Path`."""

    @property
    def piece(self) -> str: ...
    @property
    def stop(self) -> str: ...
    @property
    def towards(self) -> str: ...
    @property
    def end(self) -> str: ...
    @property
    def kind(self) -> str: ...

@final
class HeldPiece:
    """A pinned or tied piece; see `fivefold.pentagame.Pin` and `fivefold.pentagame.Tie`."""

    @property
    def piece(self) -> str: ...
    @property
    def stop(self) -> str: ...
    @property
    def by(self) -> str: ...

@final
class HeatSum:
    """Sums of temperatures; see `fivefold.pentagame.Heat`."""

    @property
    def moves(self) -> int: ...
    @property
    def stops(self) -> int: ...

@final
class PlacedPiece:
    """A piece and where it stands; see `fivefold.pentagame.Placed`."""

    @property
    def piece(self) -> str: ...
    @property
    def stop(self) -> str: ...

@final
class PieceSide:
    """A piece's side of the axis of its colour; see `fivefold.pentagame.Side`."""

    @property
    def piece(self) -> str: ...
    @property
    def stop(self) -> str: ...
    @property
    def side(self) -> Literal["left", "right"] | None: ...

@final
class OpeningType:
    """A type of opening, of which `fivefold.pentagame.Opening` is made.

    Attributes
    ----------
    kind : str
        ``"1a"`` to ``"4i"``.
    pattern : str
        Swaps (S) and replaces (R): ``"SxR"``.
    nickname : str or None
        The name that players use.
    recommended : bool
        Whether the source recommends it.
    first, second : str
        The two turns, without the blocks.
    sequences : int
        Pairs of turns of this type.
    """

    @property
    def kind(self) -> str: ...
    @property
    def pattern(self) -> str: ...
    @property
    def nickname(self) -> str | None: ...
    @property
    def recommended(self) -> bool: ...
    @property
    def first(self) -> str: ...
    @property
    def second(self) -> str: ...
    @property
    def sequences(self) -> int: ...

def board(position: Position) -> dict[str, list[str]]:
    """Describe what stands on each stop that is not empty; see `fivefold.pentagame.board`."""

def position(
    board: dict[str, list[str]],
    rules: Rules | str,
    player: SupportsIndex | None = None,
    points: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
) -> Position:
    """Set up a position (E8); see `fivefold.pentagame.position`."""

def points(position: Position) -> list[int]:
    """Count points by seat; see `fivefold.pentagame.points`."""

def supply(position: Position) -> int:
    """Count the grey blocks in the supply; see `fivefold.pentagame.supply`."""

def due(position: Position) -> str:
    """Name the decision due; see `fivefold.pentagame.due`."""

def cards(position: Position) -> list[str]:
    """Name the cards of each seat; see `fivefold.pentagame.cards`."""

def dice(position: Position) -> list[str | None]:
    """Name the colour of each seat's die; see `fivefold.pentagame.dice`."""

def temperature(position: Position) -> list[PieceTemperature]:
    """Measure every piece's way to its goal; see `fivefold.pentagame.temperature`."""

def area(position: Position, player: SupportsIndex | None = None) -> list[str]:
    """Name the empty stops within a seat's reach; see `fivefold.pentagame.area`."""

def options(position: Position, player: SupportsIndex | None = None) -> SeatOptions:
    """Count a seat's moves by what they do; see `fivefold.pentagame.count_options`."""

def path_kinds(position: Position, player: SupportsIndex | None = None) -> list[StraightRun]:
    """Return what straight runs meet; see `fivefold.pentagame.path_kinds`."""

def pinned(position: Position) -> list[HeldPiece]:
    """Name pinned pieces; see `fivefold.pentagame.pinned`."""

def phase(position: Position) -> str:
    """Name the phase of the game; see `fivefold.pentagame.phase`."""

def opening_type(first: str, second: str) -> str:
    """Name the type of two turns; see `fivefold.pentagame.opening_type`."""

def first_turns(position: Position, player: SupportsIndex, count: SupportsIndex) -> list[str]:
    """List a seat's first turns as the position remembers them."""

def shortest_paths(rules: Rules | str, stop: str, colour: str) -> int:
    """Count the shortest paths to a goal; see `fivefold.pentagame.shortest_paths`."""

def heat_of(position: Position, seat: SupportsIndex | None = None) -> HeatSum:
    """Sum the temperatures of a seat; see `fivefold.pentagame.heat_of`."""

def relative(position: Position) -> dict[str, list[int]]:
    """Name the seats that are ahead; see `fivefold.pentagame.relative`."""

def leaving(position: Position, seat: SupportsIndex | None = None) -> list[PlacedPiece]:
    """Name the pieces that would leave; see `fivefold.pentagame.leaving`."""

def looming(position: Position, seat: SupportsIndex | None = None) -> list[PlacedPiece]:
    """Name those that would lift a black block; see `fivefold.pentagame.looming`."""

def tied(position: Position) -> list[HeldPiece]:
    """Name tied pieces; see `fivefold.pentagame.tied`."""

def chirality(position: Position) -> list[PieceSide]:
    """Return the side of every piece; see `fivefold.pentagame.chirality`."""

def groups(position: Position, seat: SupportsIndex | None = None) -> list[list[PlacedPiece]]:
    """Sort a seat's pieces into groups; see `fivefold.pentagame.groups`."""

def impasse(position: Position, seat: SupportsIndex | None = None) -> bool:
    """Return whether a seat is shut off; see `fivefold.pentagame.impasse`."""

def shape(goals: str) -> Literal["adjacent", "across", "obtuse", "acute"]:
    """Name the shape of goals; see `fivefold.pentagame.shape`."""

def superior(goals: str) -> bool:
    """Return whether goals are superior; see `fivefold.pentagame.superior`."""

def constellations() -> dict[str, int]:
    """Count end constellations; see `fivefold.pentagame.constellations`."""

def nickname(kind: str) -> str | None:
    """Return a type's nickname; see `fivefold.pentagame.nickname`."""

def openings() -> list[OpeningType]:
    """List the types of openings; see `fivefold.pentagame.openings`."""

def stops(rules: Rules | str) -> list[str]:
    """Name the stops by number; see `fivefold.pentagame.stops`."""

def features(rules: Rules | str) -> list[str]:
    """Name the rows of an observation; see `fivefold.pentagame.features`."""

def layout(rules: Rules | str) -> npt.NDArray[np.float64]:
    """Return where stops are drawn; see `fivefold.pentagame.layout`."""

def links(rules: Rules | str) -> npt.NDArray[np.int32]:
    """List the pairs of stops side by side; see `fivefold.pentagame.links`."""

def routes(
    rules: Rules | str, taken: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """Return what each piece reaches on many boards; see `fivefold.pentagame.routes`."""
