"""Pictures for the rules of a game: a board for what a rule allows, and one for what it does not.

Every board is played by the library, and what it says below a board is its own answer: a page cannot show
an example that the rules refuse as one that they allow, or the other way round.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import fivefold as ff
from fivefold import draw
from fivefold.draw.shapes import to_svg

WIDTH = 280


def boards(*positions: str) -> str:
    """Put boards side by side."""
    return f'<div class="boards">{"".join(positions)}</div>'


def stars(*positions: str) -> str:
    """Put boards of Pentagame side by side: they need more width."""
    return f'<div class="boards stars">{"".join(positions)}</div>'


def position(
    preset: str, moves: str | list[str] = "", board: dict[str, str] | None = None, **options: Any
) -> ff.Position:
    """Give a position: after moves from the start, or from a board ({"X": "a1 b1", "O": "c3"}) set up."""
    set_up = {name: options.pop(name) for name in ("player", "taken", "supply", "points") if name in options}
    rules = ff.rules(preset, **options)
    start = rules.start(seed=1)
    if board is not None and preset.startswith("pentagame"):
        start = ff.pentagame.position(board, rules, **set_up)
    elif board is not None:
        signs = {point: sign for sign, points in board.items() for point in points.split()}
        rows, columns = start.board.shape
        lines = [
            "".join(signs.get(f"{'abcdefghijklmnopqrs'[column]}{row}", ".") for column in range(columns))
            for row in range(rows, 0, -1)
        ]
        start = ff.Position.from_diagram("\n".join(lines), rules, check=False, **set_up)
    return start.play_all(moves) if moves else start


def figure(diagram: ff.Position, mark: str, words: str, **drawing: Any) -> str:
    """Draw a position with words below it."""
    scene = draw.scene(diagram, caption=False, **drawing)
    scene.title = words  # read out by screen readers; the words stand below
    picture = to_svg(scene, WIDTH)
    return f"<figure>{picture}<figcaption>{mark} {escape(words)}</figcaption></figure>"


def yes(words: str, preset: str, moves: str | list[str] = "", **options: Any) -> str:
    """Draw what a rule allows; the words say what is to be seen."""
    drawing = options.pop("drawing", {})
    return figure(position(preset, moves, **options), "✓", words, **drawing)


def no(words: str, preset: str, moves: str | list[str] = "", **options: Any) -> str:
    """Draw what does not count, though every move of it is allowed."""
    drawing = options.pop("drawing", {})
    end = position(preset, moves, **options)
    assert not end.is_over, f"{end.outcome} in an example of what does not count"
    return figure(end, "✗", words, **drawing)


def over(words: str, preset: str, moves: str | list[str] = "", **options: Any) -> str:
    """Draw the end of a game and say how it ended."""
    drawing = options.pop("drawing", {})
    end = position(preset, moves, **options)
    assert end.outcome is not None
    winners = end.outcome.winners
    ending = f"seat {winners[0]} wins" if len(winners) == 1 else "a draw"
    return figure(end, "✓", f"{words}: {ending} ({end.outcome.termination.name})", **drawing)


def refused(preset: str, moves: str | list[str], move: str, rule: str, **options: Any) -> str:
    """Draw the board before a move that is refused, with a question mark on its point."""
    drawing = options.pop("drawing", {})
    before = position(preset, moves, **options)
    illegal = before.why_illegal(move)
    assert illegal is not None, f"{move} is allowed"
    assert illegal.rule == rule, f"{move} is refused by {illegal.rule}, not {rule}"
    # A stop that does not exist cannot be shown (N2), and forbidden points carry their kind (R2 to R6).
    marks = {} if rule in ("N2", "R2", "R6") else marks_of(move)
    return figure(before, "✗", f"{illegal.message} ({illegal.rule})", **(marks | drawing))


def marks_of(move: str) -> dict[str, Any]:
    """Give what shows a move that is not played: an arrow, or a question mark on its point."""
    if run := re.search(r"\(([\w-]+)(?:->|<.>)([\w-]+)\)", move):
        return {"arrows": [(run[1], run[2])]}
    if point := re.search(r"[\[{]([\w-]+)[\]}]|\b([a-z]\d+)X*(?:x|$)", move):
        return {"letters": {point[1] or point[2]: "?"}}
    return {}


def no_rules(preset: str, **options: Any) -> str:
    """Say why rules are refused; there is no board to draw."""
    try:
        ff.rules(preset, **options)
    except ff.FivefoldError as error:
        arguments = ", ".join(f"{name}={value!r}" for name, value in options.items())
        return (
            f"<figure><figcaption><code>{escape(arguments)}</code></figcaption>"
            f"<figcaption>✗ {escape(str(error))}</figcaption></figure>"
        )
    raise AssertionError(f"{options} are allowed")


def full_board(preset: str, words: str, **options: Any) -> str:
    """Draw the first random game that fills the board without a winner by rows."""
    games = ff.playouts(ff.rules(preset, **options), 2000, seed=1)
    number = next(i for i, end in enumerate(games.termination) if end == ff.Termination.FULL_BOARD)
    return over(words, preset, games.record(number).moves, **options)
