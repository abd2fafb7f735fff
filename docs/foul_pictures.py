"""The pictures of the page on Renju: boards with a few stones, and the tree of a judgement."""

from html import escape
from typing import Any

import fivefold as ff
from fivefold import draw
from fivefold.draw.shapes import to_svg

# Small boards, so that the few stones are large.
SIDE = 11
COLUMNS = "abcdefghijk"
STYLE = "display:flex;flex-wrap:wrap;gap:12px;margin:1em 0"


def position(black: str, white: str = "", **options: Any) -> ff.Position:
    """Give a position with these stones, Black to move."""
    stones = dict.fromkeys(black.split(), "X") | dict.fromkeys(white.split(), "O")
    rows = ("".join(stones.get(f"{column}{row}", ".") for column in COLUMNS) for row in range(SIDE, 0, -1))
    return ff.Position.from_diagram("\n".join(rows), ff.rules("renju", size=SIDE, **options), check=False)


def board(
    caption: str, black: str, white: str = "", letters: dict[str, str] | None = None, **options: Any
) -> str:
    """Draw one board with its forbidden points, and words below it."""
    diagram = position(black, white, **options)
    scene = draw.scene(diagram, caption=False, forbidden=True, letters=letters)
    scene.title = caption  # read out by screen readers; the words stand below
    picture = to_svg(scene, 280)
    words = f'<figcaption style="font-size:0.8em">{escape(caption)}</figcaption>'
    return f'<figure style="margin:0;width:280px">{picture}{words}</figure>'


def boards(*positions: str) -> str:
    """Put boards side by side."""
    return f'<div style="{STYLE}">{"".join(positions)}</div>'


def foul(point: str, black: str, white: str = "", letters: dict[str, str] | None = None) -> str:
    """Draw a board and say why a point is forbidden, or that it is not."""
    tree = ff.renju.explain(position(black, white), point)
    assert tree is not None
    return board(tree["words"], black, white, letters)


def tree(point: str, black: str, white: str = "", letters: dict[str, str] | None = None) -> str:
    """Draw a board and the tree of `fivefold.renju.explain` beside it."""
    judgement = ff.renju.explain(position(black, white), point)
    assert judgement is not None
    picture = board(f"Black asks for {point}.", black, white, {point: "?"} | (letters or {}))
    return boards(
        picture, f'<div style="flex:1;min-width:18em;font-size:0.85em">{_judgement(judgement)}</div>'
    )


def _judgement(judgement: dict[str, Any]) -> str:
    threes = "".join(_three(three) for three in judgement["threes"])
    return escape(judgement["words"]) + (f"<ul>{threes}</ul>" if threes else "")


def _three(three: dict[str, Any]) -> str:
    mark = "real" if three["real"] else "false"
    judgements = (
        grown["judgement"]
        for grown in three["extensions"]
        if grown["judgement"] and grown["judgement"]["threes"]
    )
    items = "".join(f"<li>{_judgement(judgement)}</li>" for judgement in judgements)
    below = f"<ul>{items}</ul>" if items else ""
    return f"<li><strong>{mark}</strong>: {escape(three['words'])}{below}</li>"
