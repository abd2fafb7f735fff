"""Positions on one line: `Position.to_line` and `Position.from_line`."""

from __future__ import annotations

import json
import re
from typing import Any

from . import _core
from ._core import Position, Rules, SetupError

_START = "start"
"""Stands for the board where a game cannot be set up from one: what follows differs from the start."""


def to_line(position: Position) -> str:
    """Write a position as rules, board, seat and what these do not tell."""
    board, seat = _core.write_board(position), max(position.player, 0)
    base = None
    if board is not None:
        try:
            base = _core.read_board(board, position.rules, seat)
        except SetupError:  # a game that has diagrams and is not set up
            base = None
    if board is None or base is None:
        board, base = _START, position.rules.start(seed=0)
    parts = [_rules_text(position.rules), board, str(seat)]
    rest = _difference(position, base)
    if rest:
        parts.append(json.dumps(rest, separators=(",", ":")))
    return " ".join(parts)


def from_line(text: str) -> Position:
    """Read what `to_line` wrote."""
    if not isinstance(text, str):
        raise _refused(f"{text!r:.60} is refused: a position on one line is text")
    parts = text.split(None, 3)
    if len(parts) < 3 or not re.fullmatch(r"\d{1,2}", parts[2], re.ASCII):
        raise _refused(f"{text!r:.80} is no position on one line: rules, board and seat, parted by blanks")
    rules = _read_rules(parts[0])
    base = rules.start(seed=0) if parts[1] == _START else _core.read_board(parts[1], rules, int(parts[2]))
    if len(parts) == 3:
        return base
    try:
        rest = json.loads(parts[3])
    except (ValueError, RecursionError):
        rest = None
    if not isinstance(rest, dict):
        raise _refused(f"{parts[3]!r:.60} is refused: what follows the seat is a dict in JSON")
    return _changed(base, rest)


def _refused(message: str) -> SetupError:
    error = SetupError(f"{message} (E8)")
    error.rule = "E8"
    return error


def _rules_text(rules: Rules) -> str:
    usual = _core.options(rules.name)
    changed = {name: value for name, value in rules.options.items() if value != usual[name].default}
    return ";".join([rules.name, *(f"{name}={_value_text(value)}" for name, value in changed.items())])


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) and value.isalpha() else json.dumps(value, separators=(",", ":"))


def _read_rules(text: str) -> Rules:
    name, *parts = text.split(";")
    options: dict[str, Any] = {}
    for part in parts:
        key, sign, value = part.partition("=")
        if not sign:
            raise _refused(f"{part!r:.60} is no option: it is written name=value")
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    return _core.rules(name, **options)


def _difference(position: Position, base: Position) -> dict[str, Any]:
    """Return the data in which a position differs from its board alone, as little of them as will do."""
    if position == base:
        return {}
    ((_, there),), ((_, here),) = base.to_dict()["position"].items(), position.to_dict()["position"].items()
    rest = {name: value for name, value in here.items() if there.get(name) != value}
    for name in list(rest):
        without = {key: value for key, value in rest.items() if key != name}
        try:
            if _changed(base, without) == position:
                rest = without
        except SetupError:
            continue
    return rest


def _changed(base: Position, rest: dict[str, Any]) -> Position:
    data = base.to_dict()
    ((game, contents),) = data["position"].items()
    data["position"] = {game: {**contents, **rest}}
    return Position.from_dict(data)


def contents(position: Position) -> dict[str, list[str]]:
    """Say what lies on each cell that is not empty: stones by colour, pieces as owner's seat and colour."""
    board, cells = position.rules.info.board, position.rules.geometry.cells
    held: dict[str, list[str]] = {}
    if board.pieces:
        things = [*(f"{seat}{chr(97 + colour)}" for seat, colour in board.pieces), *board.blocks]
        for layer, cell in zip(*(part.tolist() for part in position.board.nonzero()), strict=True):
            held.setdefault(cells[cell].name, []).extend([things[layer]] * int(position.board[layer, cell]))
        return {name: sorted(held[name]) for name in sorted(held)}
    names = [None, *board.colours, board.neutral]
    for cell, value in enumerate(position.board.ravel().tolist()):
        if value:
            held[cells[cell].name] = [str(names[value])]
    return held
