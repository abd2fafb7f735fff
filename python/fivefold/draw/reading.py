"""From a position or a record to what its picture shows: the only part of `draw` that asks the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fivefold._core import FivefoldError, Position, Record, Rules

from .grid import GridView, column_name
from .pentagame import StarView

if TYPE_CHECKING:
    from collections.abc import Sequence

# A point at the beginning of a grid game's move, after the word of its phase: "offer h9", "d4xd5".
_POINT = re.compile(r"(?:(offer|pick) )?([a-z]{1,2})([1-9][0-9]*)(?=[xX]|$)")
_FOULS = {1: "6+", 2: "44", 3: "33"}
_GAME_NAMES = {"pah_tum": "Pah-Tum", "custodial_pah_tum": "Custodial Pah-Tum", "ninuki_renju": "Ninuki-Renju"}


def game_of(rules: Rules) -> str:
    """Name the game that rules belong to: gomoku, renju, pagoda, pah_tum or pentagame."""
    return str(rules.to_dict()["game"])


def name_of(rules: Rules) -> str:
    """Name a preset in words."""
    return _GAME_NAMES.get(rules.name, rules.name.replace("_", " ").capitalize())


def split(subject: Position | Record) -> tuple[Position, Record]:
    """Take a position or a record; give the position to draw and, afresh, the moves that led to it."""
    if not isinstance(subject, (Position, Record)):
        raise FivefoldError(f"{type(subject).__name__} is no picture: it takes a position or a record")
    position = subject.position if isinstance(subject, Record) else subject
    return position, position.record()


def view_of(subject: Any, forbidden: bool | None = None, ways: Any = None) -> GridView | StarView:
    """Read what a picture shows.

    Parameters
    ----------
    subject : Position or Record
        What to draw.
    forbidden : bool, optional
        Mark forbidden points; None marks them where the colour to move is bound by them.
    ways : object, optional
        A piece of Pentagame whose ways are shown: its colour ("a"), or with its owner ("1a").

    Returns
    -------
    GridView or StarView
        What there is to show.
    """
    position, past = split(subject)
    # No move from before a turn that was lost (N14) is the last one of what stands on the board.
    lost = [mark["after"] for mark in past.to_dict()["marks"]]
    moves = past.moves[max(lost, default=0) :]
    before = None
    if moves:
        past.pop()
        before = past.position
    outcome = subject.outcome if isinstance(subject, Record) else position.outcome
    return read(position, moves, before, outcome, forbidden, ways)


def read(
    position: Position,
    moves: Sequence[str],
    before: Position | None,
    outcome: Any = None,
    forbidden: bool | None = None,
    ways: Any = None,
) -> GridView | StarView:
    """Read a position of which the moves that led there, and the position before, are known."""
    if game_of(position.rules) == "pentagame":
        from .star_reading import read_star

        return read_star(position, moves, before, outcome, ways)
    if ways is not None:
        raise FivefoldError(f"ways are refused: {position.rules.name} has no pieces that walk")
    return _read_grid(position, moves, before, outcome, forbidden)


def status_of(position: Position, outcome: Any) -> str:
    """Say in words who is to decide, or how the game ended."""
    if outcome is None:
        if position.player == -1:
            return "The die is to be rolled"
        who = position.colour
        if who is None:
            return f"Seat {position.player} to decide"
        if position.legal_actions().max() >= position.board.size:  # points are numbered first
            choices = [word for word in position.legal_moves() if " " not in word and not word[-1].isdigit()]
            words = [word for word in choices if word in ("swap", "keep", "place2", "ten", "yellow", "blue")]
            if words:
                return f"Seat {position.player}: {' or '.join(words)}"
        return f"{who.capitalize()} to move"
    why = outcome.termination.name.lower().replace("_", " ")
    if not outcome.winners:
        return f"Draw: {why}"
    seats = " and ".join(str(seat) for seat in outcome.winners)
    return f"Seats {seats} win: {why}" if len(outcome.winners) > 1 else f"Seat {seats} wins: {why}"


def point_of(move: str, columns: int, rows: int) -> tuple[str, int] | None:
    """Read the point of a grid game's move: the word before it ("" mostly) and its number."""
    found = _POINT.match(move)
    if found is None:
        return None
    word, letters, digits = found[1] or "", found[2], int(found[3])
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 96
    if column > columns or not 1 <= digits <= rows:
        return None
    return word, (digits - 1) * columns + column - 1


def _read_grid(
    position: Position, moves: Sequence[str], before: Position | None, outcome: Any, forbidden: bool | None
) -> GridView:
    rules = position.rules
    game = game_of(rules)
    rows, columns = position.board.shape
    cells = position.board.ravel().tolist()
    colours = ("yellow", "blue") if game == "pah_tum" else ("black", "white")
    last: tuple[int, ...] = ()
    ghosts: dict[int, int] = {}
    placed = point_of(moves[-1], columns, rows) if moves else None
    if placed is not None and placed[0] != "offer":
        last = (placed[1],)
        if before is not None:
            old = before.board.ravel().tolist()
            ghosts = {spot: was for spot, was in enumerate(old) if was and was != cells[spot]}
    view = GridView(
        rows,
        columns,
        cells,
        colours,
        title=f"{name_of(rules)} after {position.turns} turn{'' if position.turns == 1 else 's'}",
        description="",
        squares=game == "pah_tum" or rules.name == "pagoda",
        last=last,
        ghosts=ghosts,
        offers=_offers(moves, columns, rows),
        status=status_of(position, outcome),
    )
    if outcome is None:
        view.to_move = colours.index(position.colour) + 1 if position.colour in colours else 0
        if position.colour == "neutral":
            view.to_move = -1
    else:
        view.wins = tuple(tuple(line) for line in outcome.lines)
        view.status = _won_by(view, outcome) or view.status
    if game == "renju":
        view.fouls = _fouls(position, forbidden)
    elif forbidden:
        raise FivefoldError(f"forbidden points are refused: {rules.name} knows no fouls")
    if game == "pagoda":
        view.tallies = _captures(position)
    if game == "pah_tum":
        _worths(view, position)
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


def _offers(moves: Sequence[str], columns: int, rows: int) -> tuple[int, ...]:
    """Give the points offered for the fifth move, while they wait for a pick (R10)."""
    offers = []
    for move in reversed(moves):
        if not move.startswith("offer "):
            break
        placed = point_of(move, columns, rows)
        if placed is not None:
            offers.append(placed[1])
    return tuple(offers)


def _fouls(position: Position, forbidden: bool | None) -> dict[int, str]:
    if forbidden is False or (forbidden is None and position.is_over):
        return {}
    from fivefold import renju

    both = position.rules.options["restricted"] == "both"
    if forbidden is None and position.colour == "white" and not both:
        return {}
    kinds = renju.foul_map(position, "white" if both and position.colour == "white" else "black").ravel()
    return {int(spot): _FOULS[int(kinds[spot])] for spot in kinds.nonzero()[0]}


def _captures(position: Position) -> tuple[tuple[int, str], ...]:
    """Say what each colour has captured."""
    from fivefold import pagoda

    if set(position.rules.options["take"]) != {2}:  # threes as well, in Keryo-Pente (P9)
        taken = pagoda.taken(position)
        words = [f"{count} taken" for count in taken]
    else:
        pairs = pagoda.captured_pairs(position)
        words = [f"{count} pair{'' if count == 1 else 's'}" for count in pairs]
    return ((1, words[0]), (2, words[1]))


def _worths(view: GridView, position: Position) -> None:
    from fivefold import pah_tum

    def place(name: str) -> int:
        placed = point_of(name, view.columns, view.rows)
        return 0 if placed is None else placed[1]

    view.worths = tuple(
        (view.colours.index(row.colour) + 1, tuple(map(place, row.points)), row.worth)
        for row in pah_tum.rows(position)
    )
    totals = [sum(worth for colour, _, worth in view.worths if colour == k) for k in (1, 2)]
    view.tallies = ((1, str(totals[0])), (2, str(totals[1])))


def _describe(view: GridView) -> str:
    """Say in words what stands where, for those who hear the picture."""

    def names(spots: Sequence[int]) -> str:
        return ", ".join(f"{column_name(spot % view.columns)}{spot // view.columns + 1}" for spot in spots)

    parts = [f"Board of {view.columns} by {view.rows}."]
    for colour, name in ((1, view.colours[0]), (2, view.colours[1]), (-1, "neutral")):
        spots = [spot for spot, cell in enumerate(view.cells) if cell == colour]
        if spots:
            parts.append(f"{name.capitalize()} stones: {names(spots)}.")
    if view.last:
        parts.append(f"Last move: {names(view.last)}.")
    if view.ghosts:
        parts.append(f"Captured: {names(sorted(view.ghosts))}.")
    for line in view.wins:
        parts.append(f"Winning row: {names(line)}.")
    if view.fouls:
        parts.append(
            "Forbidden: " + ", ".join(f"{names([spot])} ({word})" for spot, word in view.fouls.items()) + "."
        )
    for colour, points, worth in view.worths:
        parts.append(f"{view.colours[colour - 1].capitalize()} row worth {worth}: {names(points)}.")
    return " ".join([*parts, view.status + "."])


def move_numbers(subject: Any, shape: tuple[int, ...]) -> Any:
    """Give the number of the move that put each stone, shaped as the board: 0 where none did.

    Stones and passes count; offers and choices of colour do not.
    """
    import numpy as np

    position, record = split(subject)
    if len(shape) != 2:
        raise FivefoldError(f"numbers=True is refused: the pieces of {position.rules.name} walk")
    numbers = np.zeros(shape, dtype=np.int32)
    count = 0
    for move in record.moves:
        placed = point_of(move, shape[1], shape[0])
        if placed is not None and placed[0] != "offer":
            count += 1
            numbers.flat[placed[1]] = count
        elif move == "pass":
            count += 1
    numbers[position.board == 0] = 0
    return numbers


def point_actions(subject: Any, points: int) -> list[int]:
    """Give the points where one may play now."""
    position, _ = split(subject)
    if game_of(position.rules) == "pentagame":
        from .star_reading import target_stops

        return target_stops(position)
    columns, rows = position.board.shape[1], position.board.shape[0]
    placed = (point_of(move, columns, rows) for move in position.legal_moves())
    return sorted({spot[1] for spot in placed if spot is not None and spot[1] < points})


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
    """Give every legal move with the clicks that mean it."""
    if game_of(position.rules) == "pentagame":
        from .star_reading import star_clicks

        return star_clicks(position)
    rows, columns = position.board.shape
    found = ((move, point_of(move, columns, rows)) for move in position.legal_moves())
    return [Click(move, None if placed is None else placed[1]) for move, placed in found]


def move_meant(position: Position, start: int | None, spot: int) -> str | int | None:
    """Give what a click on `spot` would have meant if it were legal, for the reason why it is not."""
    if game_of(position.rules) == "pentagame":
        from .star_reading import star_meant

        return star_meant(position, start, spot)
    return spot  # grid games number points first
