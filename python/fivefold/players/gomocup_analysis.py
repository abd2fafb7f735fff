"""What an engine of the Gomocup protocol says of a position, in the form of a search's result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp

from fivefold._core import FivefoldError, Position
from fivefold._types import MoveInfo

from .move_analysis import PlayerAnalysis

__all__ = ["read_analysis"]

SCALE = 200.0
"""An evaluation is this many times the logarithm of the odds, as in Rapfi."""
MANY = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
RANK = re.compile(r"\((\d{1,3})\)\s+(\S+)\s*\|\s*(\d+)(?:-\d+)?[^|]*\|(?:[^|]*\|)*\s*(.*)")
# A field of a message such as "Depth 15-32 | Eval 90 | Node 57K" or "depth 3-5 ev 12 n 4K pv H8 H9".
FIELD = {
    "depth": re.compile(r"\bdepth\s+(\d+)", re.I),
    "eval": re.compile(r"\b(?:eval|ev|val)\s+([-+]?(?:M\*|M?\d+))", re.I),
    "nodes": re.compile(r"\b(?:nodes?|n|visit)\s+(\d+(?:\.\d+)?)([KMG]?)\b", re.I),
    "rank": re.compile(r"\bmultipv\s+(\d{1,3})", re.I),
    "line": re.compile(r"(?:\bpv\b|\bbestline\b|\|)((?:\s+(?:[a-z]\d{1,2}|\[\d+,\d+\]))+)\s*$", re.I),
}
# KataGomo's: by default the chance of the player to move. Columns leave the letter i out, rows count from the
# other side.
KATAGOMO = re.compile(r"Visits (\d{1,18}) Winrate (\d{1,3}\.\d+)% Drawrate .* PV ?(.*)")
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PLACE = re.compile(r"\[?(\d+),(\d+)\]?")


@dataclass
class MoveReport:
    """What an engine reports of a move, the latest of each."""

    value: float | None = None
    depth: int | None = None
    nodes: int | None = None
    line: list[str] = field(default_factory=list)


def read_analysis(position: Position, move: str, messages: Iterable[str]) -> PlayerAnalysis:
    """Read the messages of an engine, of the form of Rapfi, Yixin, KataGomo or fivefold; others say nothing.

    Parameters
    ----------
    position : Position
        What it was asked about.
    move : str
        What it answered.
    messages : iterable of str
        Its lines before that.

    Returns
    -------
    PlayerAnalysis
        With the move alone where the lines say nothing.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play("h8")
    >>> lines = ["MESSAGE (1) 200 | 8-12 | I9 G7", "MESSAGE (2) -M6 | 8-9 | A1", "MESSAGE Node 57K"]
    >>> found = read_analysis(position, "i9", lines)
    >>> [(row.move, round(row.value, 2), row.line) for row in found.moves], found.depth, found.nodes
    ([('i9', 0.46, ['i9', 'g7']), ('a1', -1.0, ['a1'])], 8, 57000)
    """
    ranks: dict[int, MoveReport] = {}
    moves: dict[str, MoveReport] = {}
    whole, at = MoveReport(), 0
    for text in messages:
        word, _, rest = text.partition(" ")
        if word.upper() == "INFO":
            at = read_detail(position, rest, ranks, whole, at)
        elif word.upper() == "MESSAGE":
            read_message(position, rest, ranks, whole)
        # The latest of each move: a rank may have been given to another move since, in a search that was cut.
        for one in ranks.values():
            if one.line and moves.get(one.line[0]) is not one:
                moves.pop(one.line[0], None)
                moves[one.line[0]] = one
    best = moves.pop(move, whole if whole.line[:1] == [move] or not ranks else MoveReport())
    line = best.line if best.line[:1] == [move] else [move]
    value = best.value if best.value is not None else whole.value
    own = MoveInfo(move, value, best.nodes or whole.nodes or 0, line, False)
    latest = list(moves.values())[::-1][: max(ranks, default=1) - 1]
    others = [MoveInfo(one.line[0], one.value, one.nodes or 0, one.line, False) for one in latest]
    others.sort(key=lambda row: -2.0 if row.value is None else row.value, reverse=True)
    depth, nodes = best.depth or whole.depth, whole.nodes or best.nodes
    return PlayerAnalysis(move, value, depth, nodes, line, [own, *others])


def read_message(position: Position, text: str, ranks: dict[int, MoveReport], whole: MoveReport) -> None:
    """Read a message for people."""
    if (match := RANK.fullmatch(text)) is not None:
        rank, play = int(match[1]), parse_line(position, match[4].split())
        before = ranks.get(rank)
        if before is None or before.depth != int(match[3]) or before.line[:1] != play[:1]:
            ranks[rank] = MoveReport(parse_value(match[2]), int(match[3]), None, play)
        return
    if (match := KATAGOMO.fullmatch(text)) is not None:
        whole.nodes, whole.value = int(match[1]), min(2 * float(match[2]) / 100 - 1, 1.0)
        rows = position.board.shape[0]
        places = re.findall(r"([A-HJ-Z])(\d{1,2})(?: |$)|\S+", match[3])
        whole.line = parse_line(position, [f"{COLUMNS.find(x)},{rows - int(y or 0)}" for x, y in places])
        return
    parts = {key: pattern.search(text) for key, pattern in FIELD.items()}
    one, which = whole, parts["rank"]
    if which is not None:
        one = ranks[int(which[1])] = MoveReport()
    if (depth := parts["depth"]) is not None:
        one.depth = int(depth[1])
    if (evaluation := parts["eval"]) is not None:
        one.value = parse_value(evaluation[1])
    if (nodes := parts["nodes"]) is not None:
        whole.nodes = round(float(nodes[1]) * MANY[nodes[2].upper()])
    if (line := parts["line"]) is not None:
        one.line = parse_line(position, line[1].split())


def read_detail(
    position: Position, text: str, ranks: dict[int, MoveReport], whole: MoveReport, at: int
) -> int:
    """Read a line of Rapfi's for programs; give the rank that the next one speaks of."""
    key, _, rest = text.partition(" ")
    key, number = key.upper(), rest.strip()
    if key == "PV":
        if number.isdecimal() and len(number) < 4:
            at = int(number) + 1
            ranks[at] = MoveReport()
        return at
    one = ranks.setdefault(at, MoveReport()) if at else whole
    try:
        if key == "BESTLINE":
            one.line = parse_line(position, rest.split())
        elif key == "WINRATE":
            one.value = min(max(2 * float(number) - 1, -1.0), 1.0)
        elif key == "EVAL":
            one.value = parse_value(number)
        elif key in ("DEPTH", "NODES", "TOTALNODES"):
            count = int(number[:18])
            if key == "DEPTH":
                one.depth = count
            elif key == "NODES":
                one.nodes = count
            else:
                whole.nodes = count
    except ValueError:
        pass  # what cannot be read says nothing
    return at


def parse_value(text: str) -> float | None:
    """Read an evaluation: a number of Rapfi's scale, or a win such as ``+M5``."""
    text = text.strip().upper()
    if re.fullmatch(r"[-+]?M(?:\d+|\*)", text):
        return -1.0 if text.startswith("-") else 1.0
    if re.fullmatch(r"[-+]?\d{1,9}", text) is None:
        return None
    return 2 / (1 + exp(-max(-100.0, min(int(text) / SCALE, 100.0)))) - 1


def parse_line(position: Position, words: Sequence[str]) -> list[str]:
    """Read a line of play as far as it is legal: ``H8``, ``7,7`` or ``[7,7]``."""
    line: list[str] = []
    columns = position.board.shape[1]
    for word in words:
        match = PLACE.fullmatch(word)
        try:
            x, y = (int(match[1]), int(match[2])) if match else (0, 0)
            if x >= columns:
                break
            action = y * columns + x if match else position.action(word.lower())
            text, position = position.move(action), position.play(action)
        except (FivefoldError, IndexError, ValueError, OverflowError):
            break
        line.append(text)
    return line
