"""From a position or a record to what its picture shows: the only part of `draw` that asks the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fivefold._core import CHANCE, FivefoldError, Position, Record
from fivefold._core.search import threats as search_threats
from fivefold._types import BoardInfo, Move

from .grid import GridView, column_name
from .pentagame import StarView
from .star_reading import read_star, star_meant

if TYPE_CHECKING:
    from collections.abc import Sequence


def split(subject: Position | Record) -> tuple[Position, Record]:
    """Take a position or a record; give the position to draw and, afresh, the moves that led to it."""
    if not isinstance(subject, (Position, Record)):
        raise FivefoldError(f"{type(subject).__name__} is no picture: it takes a position or a record")
    position = subject.position if isinstance(subject, Record) else subject
    return position, position.record()


def view_of(subject: Any, forbidden: bool | None = None, paths: Any = None) -> GridView | StarView:
    """Read what a picture shows, forbidden points and the paths of a piece among it."""
    position, past = split(subject)
    # No move from before a turn that was lost (N14) is the last one of what stands on the board.
    lost = [mark["after"] for mark in past.to_dict()["marks"]]
    moves = past.describe()[max(lost, default=0) :]
    before = None
    if moves:
        past.pop()
        before = past.position
    outcome = subject.outcome if isinstance(subject, Record) else position.outcome
    return read(position, moves, before, outcome, forbidden, paths)


def read(
    position: Position,
    moves: Sequence[Move],
    before: Position | None,
    outcome: Any = None,
    forbidden: bool | None = None,
    paths: Any = None,
) -> GridView | StarView:
    """Read a position of which the moves that led there, and the position before, are known."""
    board, status = position.rules.info.board, status_of(position, outcome)
    if board.pieces:
        return read_star(position, board, moves, status, paths)
    if paths is not None:
        raise FivefoldError(f"paths are refused: {position.rules.name} has no pieces that walk")
    return _read_stones(position, board, moves, before, outcome, forbidden, status)


def status_of(position: Position, outcome: Any) -> str:
    """Describe in words who is to decide, or how the game ended."""
    if outcome is None:
        if position.player == CHANCE:
            return "The die is to be rolled"
        who = position.colour
        if who is None:
            return f"Seat {position.player} to decide"
        if position.legal_actions().max() >= position.board.size:  # points are numbered first
            choices = (move for move in position.describe_legal() if move.kind == "choose")
            words = [move.text for move in choices if move.number is None]
            if words:
                return f"Seat {position.player}: {' or '.join(words)}"
        return f"{who.capitalize()} to move"
    why = outcome.termination.name.lower().replace("_", " ")
    info = position.rules.info
    if len(outcome.winners) in (0, info.num_players):
        return f"Draw: {why}"
    seats = " and ".join(str(seat) for seat in outcome.winners)
    if len({info.teams[seat] for seat in outcome.winners}) > 1:
        return f"Draw between seats {seats}: {why}"  # N15
    return f"Seats {seats} win: {why}" if len(outcome.winners) > 1 else f"Seat {seats} wins: {why}"


def _read_stones(
    position: Position,
    board: BoardInfo,
    moves: Sequence[Move],
    before: Position | None,
    outcome: Any,
    forbidden: bool | None,
    status: str,
) -> GridView:
    rules, marks = position.rules, position.marks()
    cells = position.board.ravel().tolist()
    last: tuple[int, ...] = ()
    captured: dict[int, int] = {}
    stone = moves[-1].stone if moves else None
    if stone is not None:
        last = (stone,)
        if before is not None:
            old = before.board.ravel().tolist()
            captured = {spot: was for spot, was in enumerate(old) if was and was != cells[spot]}
    rows, columns = board.grid or (1, board.cells)
    geometry = rules.geometry if board.grid is None else None
    view = GridView(
        rows,
        columns,
        cells,
        board.colours,
        title=f"{rules.info.title} after {position.turns} turn{'' if position.turns == 1 else 's'}",
        description="",
        squares=board.squares,
        geometry=geometry,
        last=last,
        captured=captured,
        offers=marks.offers,
        status=status,
        row_scores=tuple((row.colour + 1, row.points, row.worth) for row in marks.rows),
        tallies=tuple(enumerate(marks.tallies, 1)),
    )
    if outcome is None:
        named = {board.neutral: -1} | {colour: value for value, colour in enumerate(board.colours, 1)}
        view.to_move = 0 if position.colour is None else named[position.colour]
    else:
        view.wins = tuple(tuple(line) for line in outcome.lines)
        view.row_word = "Losing" if outcome.termination.name == "LOSING_ROW" else "Winning"
        view.status = _won_by(view, outcome) or view.status
    if forbidden and not board.fouls:
        raise FivefoldError(f"forbidden points are refused: {rules.name} knows no fouls")
    if forbidden or (forbidden is None and not position.is_over and position.colour in board.fouls):
        view.fouls = marks.fouls
    view.description = _describe(view)
    return view


def _won_by(view: GridView, outcome: Any) -> str:
    """Name the winner by the colour of the stones that won, if stones did: seats may be exchanged."""
    why = outcome.termination.name
    if len(outcome.winners) != 1 or why not in ("ROW", "CAPTURES", "ROW_AND_CAPTURES"):
        return ""
    spot = view.wins[0][0] if view.wins else view.last[0] if view.last else -1
    colour = view.cells[spot] if spot >= 0 else 0
    words = why.lower().replace("_", " ")
    return f"{view.colours[colour - 1].capitalize()} wins: {words}" if colour > 0 else ""


def _describe(view: GridView) -> str:
    """Describe in words what stands where, for those who hear the picture."""

    def name_of(spot: int) -> str:
        if view.geometry is not None:
            return view.geometry.cells[spot].name
        return f"{column_name(spot % view.columns)}{spot // view.columns + 1}"

    def names(spots: Sequence[int]) -> str:
        return ", ".join(map(name_of, spots))

    size = f"{view.columns} by {view.rows}" if view.geometry is None else f"{len(view.cells)} cells"
    parts = [f"Board of {size}."]
    for colour, name in (*enumerate(view.colours, 1), (-1, "neutral")):
        spots = [spot for spot, cell in enumerate(view.cells) if cell == colour]
        if spots:
            parts.append(f"{name.capitalize()} stones: {names(spots)}.")
    if view.last:
        parts.append(f"Last move: {names(view.last)}.")
    if view.captured:
        parts.append(f"Captured: {names(sorted(view.captured))}.")
    for line in view.wins:
        parts.append(f"{view.row_word} row: {names(line)}.")
    if view.fouls:
        parts.append(
            "Forbidden: " + ", ".join(f"{names([spot])} ({word})" for spot, word in view.fouls.items()) + "."
        )
    for colour, points, worth in view.row_scores:
        parts.append(f"{view.colours[colour - 1].capitalize()} row worth {worth}: {names(points)}.")
    return " ".join([*parts, view.status + "."])


def move_numbers(subject: Any, shape: tuple[int, ...]) -> Any:
    """Return the number of the move that put each stone, shaped as the board: 0 where none did.

    Stones and passes count; offers and choices of colour do not.
    """
    position, record = split(subject)
    if position.rules.info.board.pieces:
        raise FivefoldError(f"numbers=True is refused: the pieces of {position.rules.name} walk")
    numbers = np.zeros(shape, dtype=np.int32)
    count = 0
    for move in record.describe():
        if move.stone is not None:
            count += 1
            numbers.flat[move.stone] = count
        elif move.kind == "pass":
            count += 1
    numbers[position.board.reshape(shape) == 0] = 0
    return numbers


THREATS = {
    "five": "5",
    "captures": "C",
    "straight four": "S4",
    "double four": "44",
    "four-three": "43",
    "four": "4",
    "double three": "33",
    "three": "3",
}


def threat_words(subject: Any, seat: bool | int) -> dict[int, str]:
    """Say in a sign what the next stone of a seat (True: of the one to move) would make on each point."""
    position, _ = split(subject)
    wanted = position.player if seat is True else seat
    return {one.point: THREATS[one.kind] for one in search_threats(position) if one.seat == wanted}


class ActionHeat(NamedTuple):
    """A number for each action, as it is seen on a board."""

    points: np.ndarray[Any, np.dtype[np.float64]]
    """By point or stop: the sum over the legal actions that end there."""
    arrows: list[tuple[int, int, float]]
    """The strongest moves of pieces: from, to, and the share of the strongest."""
    elsewhere: list[tuple[str, float]]
    """Legal actions that end on no point, the strongest first."""


ARROWS, FAINT = 5, 0.1


def action_heat(subject: Any, values: Any) -> ActionHeat | None:
    """Lay a number for each action on the board; None if these are no numbers for each action."""
    position, _ = split(subject)
    rules = position.rules
    cells = rules.info.board.cells
    try:
        array = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        return None
    if array.shape != (rules.num_actions,) or array.shape == (cells,):
        return None
    points, known, unknown = np.zeros(cells), set(), set()
    walks, elsewhere = [], []
    for move in position.describe_legal() if position.player >= 0 else []:
        value = float(array[move.action])
        if move.point is None or move.kind == "exit":
            elsewhere.append((move.text, value))
        elif np.isnan(value):
            unknown.add(move.point)
        else:
            points[move.point] += value
            known.add(move.point)
            if move.origin is not None and value > 0:
                walks.append((value, move.origin, move.point))
    points[list(unknown - known)] = np.nan
    walks.sort(reverse=True)
    peak = walks[0][0] if walks else 0.0
    arrows = [(start, end, value / peak) for value, start, end in walks[:ARROWS] if value >= FAINT * peak]
    visible = [(text, value) for text, value in elsewhere if value and not np.isnan(value)]
    return ActionHeat(points, arrows, sorted(visible, key=lambda row: -row[1]))


def point_actions(subject: Any) -> list[int]:
    """Return the points where one may play now."""
    position, _ = split(subject)
    return sorted({click.spot for click in clicks_of(position) if click.spot is not None})


@dataclass(frozen=True)
class Click:
    """What a click on a board means: a legal move.

    Parameters
    ----------
    move : str
        The move.
    spot : int or None
        The point or stop to click; None if no click means it.
    start : int or None
        The stop of the piece to click first (Pentagame); None if one click is enough.
    """

    move: str
    spot: int | None
    start: int | None = None


def clicks_of(position: Position) -> list[Click]:
    """Return every legal move with the clicks that mean it."""
    # An exit is a button: a click on its stop may mean a move as well.
    return [
        Click(move.text, None if move.kind == "exit" else move.point, move.origin)
        for move in position.describe_legal()
    ]


def move_meant(position: Position, start: int | None, spot: int) -> str | int | None:
    """Return what a click on `spot` would have meant if it were legal, for the reason why it is not."""
    board = position.rules.info.board
    if board.colours:
        return spot  # where stones lie points are numbered first
    return star_meant(position, board, start, spot)
