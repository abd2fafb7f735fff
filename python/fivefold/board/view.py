"""What a board on a screen needs of a game as it stands at one moment, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fivefold._core import Record
from fivefold._types import GridInfo
from fivefold.draw import overlay, scene
from fivefold.draw.reading import Click, clicks_of, status_of
from fivefold.draw.shapes import to_svg
from fivefold.draw.theme import Theme

from . import telling
from .advice import Advice

__all__ = ["Snapshot", "view_of"]


@dataclass(frozen=True)
class Snapshot:
    """A game at one moment: nothing that is done to it later is seen here."""

    game: Record
    version: int
    thinking: int | None
    is_stopped: bool
    message: str
    chosen: int | None
    choices: tuple[Click, ...]
    numbered: bool
    programs: frozenset[int]
    clock: dict[str, Any] | None
    hint: str | None


def view_of(shot: Snapshot, advice: Advice, has_threats: bool, colours: Theme, size: float) -> dict[str, Any]:
    """Draw a game as it stands, and give all that stands beside it."""
    game, position = shot.game, shot.game.position
    grid = isinstance(position.rules.info.board, GridInfo)
    picture = scene(game, theme=colours, caption=False, numbers=grid and shot.numbered)
    clicks = [] if game.is_over else clicks_of(position)
    starts = {click.start for click in clicks if click.start is not None}
    targets = {click.spot for click in clicks if click.start == shot.chosen and click.spot is not None}
    # Nearly every point of a grid is legal: dots say something only where it is not so.
    if shot.chosen is not None or picture.shape == (len(picture.spots),) or len(targets) < 60:
        overlay.targets(picture, colours, sorted(targets))
    if shot.chosen is not None:
        overlay.ring(picture, colours, shot.chosen)
    told = "" if game.is_over else advice.draw(position, picture, colours, shot.hint)
    buttons = shot.choices or tuple(click for click in clicks if click.spot is None)
    # A search for values would keep the own stone waiting.
    is_quiet = not game.is_over and shot.thinking is None
    return {
        "svg": to_svg(picture, size),
        "spots": [[round(part, 2) for part in spot] for spot in picture.spots],
        "names": picture.names,
        "targets": sorted(targets | starts),
        "buttons": [click.move for click in buttons],
        "status": status_of(position, game.outcome),
        "due": "" if game.is_over else telling.due(position),
        "thinking": shot.thinking,
        "stopped": shot.is_stopped,
        "version": shot.version,
        "seats": telling.seats(game, shot.programs),
        "common": telling.common(position),
        "numbered": shot.numbered if grid else None,
        "record": game.to_json(),
        "message": shot.message or told,
        "threats": advice.threats if has_threats else None,
        "showsValues": advice.values,
        "values": advice.bars(position) if is_quiet else None,
        "moves": game.moves,
        "clock": shot.clock,
        "style": {"page": colours.page, "ink": colours.label, "rim": colours.edge, "mark": colours.mark},
    }
