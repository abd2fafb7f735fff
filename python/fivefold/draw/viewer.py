"""The viewer of a record: one piece of HTML that needs no network, no server and no build step.

Frames are not stored as pictures: every shape is written once, and a frame lists the shapes that come
and go. The script only shows them; it knows no rules.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from fivefold._arguments import real
from fivefold._core import FivefoldError, Record
from fivefold._types import Move

from . import grid, pentagame
from .reading import read
from .shapes import GROUND, HEAT, TOP, Scene, Shape, element, elements, frame, safe
from .theme import Theme, get_theme

_LAYERS = range(HEAT, TOP + 1)  # what changes from frame to frame lies above the ground


def _asset(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


class Html(str):
    """HTML that shows itself in a notebook; a whole page in a frame of its own.

    Examples
    --------
    >>> import fivefold as ff
    >>> viewer = ff.draw.html(ff.rules("freestyle").start().play("h8").record())
    >>> type(viewer).__name__, viewer._repr_html_() == viewer
    ('Html', True)
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        if not self.startswith("<!DOCTYPE"):
            return str(self)
        return (
            f'<iframe srcdoc="{escape(self)}" width="100%" height="640" sandbox="allow-scripts"'
            ' style="border:0"></iframe>'
        )


class Pictures(dict[str, str]):
    """Pictures by their titles, which a notebook shows side by side.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum")
    >>> row = ff.draw.Pictures({f"seed {seed}": ff.draw.svg(rules.start(seed=seed)) for seed in range(2)})
    >>> list(row), row._repr_html_().count("<svg")
    (['seed 0', 'seed 1'], 2)
    """

    def _repr_html_(self) -> str:
        visible = "".join(
            f'<figure style="margin:0">{picture}<figcaption>{safe(title)}</figcaption></figure>'
            for title, picture in self.items()
        )
        return f'<div style="display:flex;flex-wrap:wrap;gap:12px">{visible}</div>'


def html(record: Record, *, theme: str | Theme = "light", size: float = 420.0, page: bool = False) -> Html:
    """Make a viewer of a record: step, slide, play, read comments, copy the record as text.

    Parameters
    ----------
    record : Record
        The game.
    theme : str or Theme
        A theme of `fivefold.draw.THEMES`.
    size : float
        Width of the board in pixels.
    page : bool
        A whole document instead of one element to put into a page. Any number of elements may share one.

    Returns
    -------
    Html
        Text that refers to nothing outside itself, and shows itself in a notebook. Where scripts are not
        run it shows the last position.

    Raises
    ------
    FivefoldError
        If the argument is not a record, or the theme is unknown.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold import draw
    >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
    >>> "fivefold-viewer" in draw.html(record)
    True
    """
    if not isinstance(record, Record):
        raise FivefoldError(f"{type(record).__name__} is no record: only a record has a viewer")
    colours = get_theme(theme)
    scenes, statuses = _scenes(record, colours)
    title = _title(record)
    size = real(size, "size", 1)
    data = {"size": size, **_frames(scenes), "status": statuses, **_words(record)}
    last = scenes[-1]
    last.title = title
    layers = "".join(f'<g data-layer="{layer}">{elements(last.layers[layer])}</g>' for layer in _LAYERS)
    picture = frame(last, size, elements(last.layers[GROUND]) + layers)
    # A "<" could end the script element; all beyond ASCII is written as escapes already.
    packed = (
        json.dumps(data, separators=(",", ":"), ensure_ascii=True)
        .replace("<", "\\u003c")
        .replace("&", "\\u0026")
    )
    variables = f"--page:{colours.page};--ink:{colours.label};--rim:{colours.edge};--mark:{colours.mark}"
    viewer = (
        f'<div class="fivefold-viewer" tabindex="0" data-lm-suppress-shortcuts="true" role="group"'
        f' aria-label="{safe(title)}" style="{variables}">'
        f"<style>{_asset('viewer.css')}</style>"
        f'<div class="ff-head">{safe(title)}</div>'
        f'<div class="ff-body"><div class="ff-board">{picture}'
        f'<div class="ff-status">{safe(statuses[-1])}</div></div></div>'
        f'<script type="application/json">{packed}</script>'
        f"<script>{_asset('viewer.js')}</script></div>"
    )
    if not page:
        return Html(viewer)
    return Html(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{safe(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        f'<body style="background:{colours.page};margin:1em">{viewer}</body></html>'
    )


def _title(record: Record) -> str:
    """Name the players, the game and the date, as far as they are known."""
    names = [name for name in record.players if name]
    parts = [" - ".join(names)] if names else []
    parts.append(record.rules.info.title)
    if record.date:
        parts.append(record.date)
    return ", ".join(parts)


def scenes_of(record: Record, theme: str | Theme = "light", caption: bool = True) -> list[Scene]:
    """Draw every position of a record, all pictures of one size."""
    return _scenes(record, get_theme(theme), caption)[0]


def _scenes(record: Record, theme: Theme, caption: bool = False) -> tuple[list[Scene], list[str]]:
    """Draw every position of the record; say in words how each stands."""
    positions, steps = record.positions(), steps_of(record)
    scenes, statuses = [], []
    begun = 0  # no move from before a lost turn is the last one of what stands on the board
    for number, position in enumerate(positions):
        final = number == len(positions) - 1
        outcome = record.outcome if final else position.outcome
        if number and not isinstance(steps[number - 1], Move):
            begun = number
        before = positions[number - 1] if number > begun else None
        moves = [step for step in steps[begun:number] if isinstance(step, Move)]
        view = read(position, moves, before, outcome)
        if isinstance(view, grid.GridView):
            scenes.append(grid.scene_of(view, theme, caption=caption))
            colours = ("", *(colour.capitalize() for colour in view.colours))
            extra = [f"{colours[colour]}: {text}" for colour, text in view.tallies]
        else:
            scenes.append(pentagame.scene_of(view, theme, caption=caption))
            extra = [f"Seat {seat}: {text}" for seat, text in enumerate(view.seats)]
        statuses.append("   ".join([view.status, *extra]))
    height = max(scene.height for scene in scenes)  # captions may take one line or two
    for scene in scenes:
        scene.height = height
    return scenes, statuses


def steps_of(record: Record) -> list[Move | str]:
    """Return what led from each position to the next: a move, or a timeout that lost the turn (N14)."""
    events = [mark for mark in record.to_dict()["marks"] if "event" in mark]
    if record.is_over and not record.position.is_over:
        events.pop()  # it ended the game and led to no other position
    steps: list[Move | str] = []
    moves = record.describe()
    for number in range(len(moves) + 1):
        steps += [mark["event"] for mark in events if mark["after"] == number]
        steps += moves[number : number + 1]
    return steps


def _frames(scenes: list[Scene]) -> dict[str, Any]:
    """Write every shape once; of each frame only the numbers of those that come and of those that go."""
    numbers: dict[tuple[int, Shape], int] = {}
    visible: set[int] = set()
    frames = []
    for scene in scenes:
        now = {
            numbers.setdefault((layer, shape), len(numbers))
            for layer in _LAYERS
            for shape in scene.layers[layer]
        }
        frames.append([sorted(now - visible), sorted(visible - now)])
        visible = now
    return {
        "shapes": [element(shape) for _, shape in numbers],
        "layers": [layer for layer, _ in numbers],
        "frames": frames,
    }


def _annotated(record: Record, steps: list[Move | str]) -> list[str]:
    """Return the texts of moves with their annotations (N20) behind them, and the timeouts."""
    moves = [place for place, step in enumerate(steps) if isinstance(step, Move)]
    texts = [step.text if isinstance(step, Move) else step for step in steps]
    for number, note in record.annotations.items():
        texts[moves[number - 1]] += note if note[0] in "!?" else f" {note}"
    return texts


def _words(record: Record) -> dict[str, Any]:
    """Collect the moves, the comments by frame, and the record as text."""
    turns = [position.turns for position in record.positions()]
    comments: dict[int, list[str]] = {}
    for turn, text in record.comments:
        # A comment belongs to the first frame in which its turn is complete.
        place = next((number for number, done in enumerate(turns) if done >= turn), len(turns) - 1)
        comments.setdefault(place, []).append(text)
    return {
        "moves": _annotated(record, steps_of(record)),
        "turns": turns,
        "comments": comments,
        "text": record.to_text(),
    }
