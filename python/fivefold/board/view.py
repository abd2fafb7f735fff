"""What a board on a screen needs of a game as it stands at one moment, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fivefold._core import Position, Record
from fivefold.draw import overlay, scene
from fivefold.draw.reading import Click, clicks_of, status_of
from fivefold.draw.reading import view_of as read_board
from fivefold.draw.shapes import to_svg
from fivefold.draw.theme import Stone, Theme

from . import status
from .advice import Advice

__all__ = ["Snapshot", "board_of", "view_of"]


@dataclass(frozen=True)
class Snapshot:
    """A game at one moment: nothing that is done to it later is seen here."""

    game: Record
    version: int
    thinking: int | None = None
    is_stopped: bool = False
    message: str = ""
    chosen: int | None = None
    choices: tuple[Click, ...] = ()
    numbered: bool = False
    programs: frozenset[int] = frozenset()
    clock: dict[str, Any] | None = None
    hint: str | None = None
    offer: int | None = None


def view_of(shot: Snapshot, advice: Advice, has_threats: bool, colours: Theme, size: float) -> dict[str, Any]:
    """Draw a game as it stands, and give all that stands beside it."""
    game, position = shot.game, shot.game.position
    # A search for values would keep the own stone waiting.
    is_quiet = not game.is_over and shot.thinking is None
    return {
        **board_of(shot, advice, has_threats, colours, size),
        "thinking": shot.thinking,
        "stopped": shot.is_stopped,
        "offer": shot.offer,
        "seats": status.seats(game, shot.programs),
        "record": game.to_json(),
        "showsValues": advice.values,
        "values": advice.bars(position) if is_quiet else None,
        "moves": game.moves,
        "clock": shot.clock,
        "style": {"page": colours.page, "ink": colours.label, "rim": colours.edge, "mark": colours.mark},
    }


def board_of(
    shot: Snapshot, advice: Advice, has_threats: bool, colours: Theme, size: float
) -> dict[str, Any]:
    """Draw a board, and give what clicks on it can mean."""
    game, position = shot.game, shot.game.position
    stays = bool(position.rules.info.board.colours)  # stones do; pieces walk
    picture = scene(game, theme=colours, caption=False, numbers=stays and shot.numbered)
    clicks = [] if game.is_over else clicks_of(position)
    starts = {click.start for click in clicks if click.start is not None}
    targets = {click.spot for click in clicks if click.start == shot.chosen and click.spot is not None}
    # Nearly every point of a grid is legal: dots say something only where it is not so.
    if shot.chosen is not None or picture.shape == (len(picture.spots),) or len(targets) < 60:
        overlay.targets(picture, colours, sorted(targets), above=shot.chosen is not None)
    if shot.chosen is not None:
        overlay.ring(picture, colours, shot.chosen)
    advice_text = "" if game.is_over else advice.draw(position, picture, colours, shot.hint)
    buttons = shot.choices or tuple(click for click in clicks if click.spot is None)
    return {
        "svg": to_svg(picture, size),
        "spots": [[round(part, 2) for part in spot] for spot in picture.spots],
        "names": picture.names,
        "targets": sorted(targets | starts),
        "ghost": None if game.is_over else ghost_of(position, colours),
        "moved": moved_of(game),
        "buttons": [click.move for click in buttons],
        "status": status_of(position, game.outcome),
        "due": "" if game.is_over else status.due(position),
        "common": status.common(position),
        "numbered": shot.numbered if stays else None,
        "message": shot.message or advice_text,
        "threats": advice.threats if has_threats else None,
        "version": shot.version,
    }


def _next_stone(position: Position, colours: Theme) -> Stone | None:
    board = position.rules.info.board
    if position.colour in board.colours:
        return colours.stone(position.colour, board.colours.index(position.colour))
    return colours.stones.get(position.colour or "")


def moved_of(game: Record) -> list[list[int]]:
    """Return where the last move was played, each as a path of spots: a stone's point, a piece's way."""
    last = read_board(game).last
    return [[one] if isinstance(one, int) else list(one) for one in last]


def ghost_of(position: Position, colours: Theme) -> dict[str, Any] | None:
    """Return the look of what would be put down by a click: a stone, or the block in hand."""
    if position.player < 0:
        return None
    if position.rules.info.board.colours:
        stone = _next_stone(position, colours)
        return None if stone is None else {"fill": stone.fill, "edge": stone.edge, "square": False}
    block = next((move.block for move in position.describe_legal() if move.kind == "set_block"), None)
    if block is None:
        return None
    look = colours.blocks[0 if block == "black" else 1]
    return {"fill": look.fill, "edge": look.edge, "square": True}
