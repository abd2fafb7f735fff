"""Questions that only Pentagame has."""

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import Rules
from .position import Position

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

def temperature(position: Position) -> list[tuple[str, str, int, int]]:
    """Measure every piece's way to its goal; see `fivefold.pentagame.temperature`."""

def area(position: Position, player: SupportsIndex | None = None) -> list[str]:
    """Name the empty stops within a seat's reach; see `fivefold.pentagame.area`."""

def options(
    position: Position, player: SupportsIndex | None = None
) -> tuple[int, int, int, int, int, int, int]:
    """Count a seat's moves by what they do; see `fivefold.pentagame.count_options`."""

def path_kinds(
    position: Position, player: SupportsIndex | None = None
) -> list[tuple[str, str, str, str, str]]:
    """Return what straight runs meet; see `fivefold.pentagame.path_kinds`."""

def pinned(position: Position) -> list[tuple[str, str, str]]:
    """Name pinned pieces; see `fivefold.pentagame.pinned`."""

def phase(position: Position) -> str:
    """Name the phase of the game; see `fivefold.pentagame.phase`."""

def opening_type(first: str, second: str) -> str:
    """Name the type of two turns; see `fivefold.pentagame.opening_type`."""

def first_turns(position: Position, player: SupportsIndex, count: SupportsIndex) -> list[str]:
    """List a seat's first turns as the position remembers them."""

def ways(rules: Rules | str, stop: str, colour: str) -> int:
    """Count shortest ways to a goal; see `fivefold.pentagame.ways`."""

def heat_of(position: Position, seat: SupportsIndex | None = None) -> tuple[int, int]:
    """Sum the temperatures of a seat; see `fivefold.pentagame.heat_of`."""

def relative(position: Position) -> dict[str, list[int]]:
    """Name the seats that are ahead; see `fivefold.pentagame.relative`."""

def leaving(position: Position, seat: SupportsIndex | None = None) -> list[tuple[str, str]]:
    """Name the pieces that would leave; see `fivefold.pentagame.leaving`."""

def looming(position: Position, seat: SupportsIndex | None = None) -> list[tuple[str, str]]:
    """Name those that would lift a black block; see `fivefold.pentagame.looming`."""

def tied(position: Position) -> list[tuple[str, str, str]]:
    """Name tied pieces; see `fivefold.pentagame.tied`."""

def chirality(position: Position) -> list[tuple[str, str, Literal["left", "right"] | None]]:
    """Return the side of every piece; see `fivefold.pentagame.chirality`."""

def groups(position: Position, seat: SupportsIndex | None = None) -> list[list[tuple[str, str]]]:
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

def openings() -> list[tuple[str, str, str | None, bool, str, str, int]]:
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
    """Return the ways on many boards; see `fivefold.pentagame.routes`."""
