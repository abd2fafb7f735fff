"""An analysis as SGF: comments, marks and the better lines as variations."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from fivefold import records
from fivefold._core import Record
from fivefold._types import Move

if TYPE_CHECKING:
    from ._results import Analysis, Turn

__all__ = ["to_sgf"]

LONGEST = 12
"""Moves of a variation that nothing proves."""


def sgf_nodes(record: Record) -> list[str]:
    """Write a record as SGF; give the nodes of its one line, without their semicolons."""
    file = io.StringIO()
    records.write(file, [record], format="sgf")
    text = file.getvalue().strip()
    nodes: list[str] = []
    inside = escaped = False
    for sign in text[1:-1]:
        if sign == ";" and not inside:
            nodes.append("")
            continue
        if inside:
            inside = escaped or sign != "]"
            escaped = not escaped and sign == "\\"
        elif sign == "[":
            inside = True
        if nodes:
            nodes[-1] += sign
    return [node.strip() for node in nodes]


def escaped(text: str) -> str:
    """Write a text as SGF keeps it."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def to_sgf(analysis: Analysis) -> str:
    """Write an analysis as SGF.

    Raises
    ------
    FivefoldError
        SGF does not know the game.
    """
    record = analysis.annotated()
    nodes = sgf_nodes(record)
    places = _places(record, len(nodes))
    by_node = {places[turn.number]: turn for turn in analysis.turns if turn.number in places}
    out = ""
    for number in range(len(nodes) - 1, -1, -1):
        turn = by_node.get(number)
        node = ";" + nodes[number] + ("" if turn is None else _marks(turn))
        after = by_node.get(number + 1)
        lines = [] if after is None or number + 1 >= len(nodes) else _variations(record, number, after, nodes)
        out = f"{node}\n" + (f"({out})\n" + "".join(f"({line})\n" for line in lines) if lines else out)
    return f"({out})\n"


def _places(record: Record, count: int) -> dict[int, int]:
    """Return the node of each action, where each has one."""
    begun = count - len(record.moves)
    return {number: number + begun - 1 for number in range(1, len(record.moves) + 1)} if begun > 0 else {}


def _marks(turn: Turn) -> str:
    """Return the value of a position after a move, and what program readers show of a label."""
    value = turn.after if turn.player == 0 else 1.0 - turn.after
    properties = f"V[{2 * value - 1:.3f}]"
    if turn.label in ("missed win", "mistake"):
        properties += "DO[]"
    elif turn.label in ("allowed a forced win", "threw away a win"):
        properties += "BM[1]"
    elif turn.label == "only move":
        properties += "TE[1]"
    return properties


def _variations(record: Record, number: int, turn: Turn, nodes: list[str]) -> list[str]:
    """Write what could have been played instead of a move, from the position before it."""
    if turn.label is None or turn.label == "only move":
        return []
    position = record.positions()[_before(record, turn.number)]
    lines = {} if turn.win is None else {turn.win.line[0]: list(turn.win.line)}
    for one in turn.candidates:
        if one.move != turn.move and one.value >= turn.before:
            lines.setdefault(one.move, list(one.line if one.kind == "proven" else one.line[:LONGEST]))
    for move in turn.holding:
        lines.setdefault(move, [move])
    variations = []
    for line in list(lines.values())[:3]:
        played = Record(position)
        for move in line:
            if played.is_over:
                break
            played.push(move)
        own = sgf_nodes(played)[number + 1 :]
        if own:
            own[0] += f"C[{escaped('Instead of ' + turn.move)}]"
            variations.append("".join(";" + node for node in own))
    return variations


def _before(record: Record, number: int) -> int:
    """Return the index of the position before an action."""
    from fivefold.draw.viewer import steps_of

    places = [place for place, step in enumerate(steps_of(record)) if isinstance(step, Move)]
    return places[number - 1]
