"""A game with what was tried in it, as SGF with variations."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold._core import FivefoldError, Record
from fivefold._types import Move
from fivefold.analysis._sgf import sgf_nodes
from fivefold.draw.viewer import steps_of

__all__ = ["to_sgf"]


def to_sgf(record: Record, variations: Sequence[tuple[int, Sequence[str]]] = ()) -> str | None:
    """Write a game as SGF, with lines from some of its positions.

    Returns
    -------
    str or None
        None where SGF does not know the game.
    """
    try:
        if not variations:
            return record.to_sgf()
        nodes = sgf_nodes(record)
        lines = _lines(record, variations, len(nodes) - len(record.moves) - 1)
    except FivefoldError:
        return None
    out = ""
    for number in range(len(nodes) - 1, -1, -1):
        others = lines.get(number, [])
        if others and out:
            out = f"({out})\n"
        out = f";{nodes[number]}\n{out}" + "".join(f"({line})\n" for line in others)
    return f"({out})\n"


def _lines(
    record: Record, variations: Sequence[tuple[int, Sequence[str]]], root: int
) -> dict[int, list[str]]:
    """Return the nodes of each line, by the number of the node that it follows."""
    positions, lines = record.positions(), dict[int, list[str]]()
    places = [place for place, step in enumerate(steps_of(record), 1) if isinstance(step, Move)]
    for at, moves in variations:
        before = root + sum(place <= at for place in places)
        played = Record(positions[at])
        for move in moves:
            played.push(move)
        own = sgf_nodes(played)[before + 1 :]
        if own:
            lines.setdefault(before, []).append("".join(";" + node for node in own))
    return lines
