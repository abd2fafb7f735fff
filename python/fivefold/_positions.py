"""Positions on one line: `Position.to_line` and `Position.from_line`."""

from __future__ import annotations

import json
import re
from typing import Any

from . import _core
from ._core import Position, Rules, SetupError
from ._types import GridInfo


def to_line(position: Position) -> str:
    """Write a position as rules, board, seat and what these do not tell."""
    board, seat = _board_text(position), max(position.player, 0)
    parts = [_rules_text(position.rules), board, str(seat)]
    rest = _difference(position, _set_up(board, position.rules, seat))
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
    base = _set_up(parts[1], rules, int(parts[2]))
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
    name, *given = text.split(";")
    options: dict[str, Any] = {}
    for part in given:
        key, sign, value = part.partition("=")
        if not sign:
            raise _refused(f"{part!r:.60} is no option: it is written name=value")
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    return _core.rules(name, **options)


def _board_text(position: Position) -> str:
    if isinstance(position.rules.info.board, GridInfo):
        rows = [line.split()[1:] for line in str(position).splitlines()[: len(position.board)]]
        runs = (re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(row)) for row in rows)
        return "/".join(runs)
    held = _core.pentagame_board(position)
    return "/".join(f"{stop}:{'+'.join(things)}" for stop, things in held.items()) or "-"


def _set_up(board: str, rules: Rules, seat: int) -> Position:
    """Set up a board without a past, finished rows and all."""
    if not isinstance(rules.info.board, GridInfo):
        pairs = (stop.partition(":") for stop in board.split("/") if board != "-")
        return _core.pentagame_position({stop: held.split("+") for stop, _, held in pairs}, rules, seat)
    limit = rules.info.board.columns
    rows = (
        re.sub(r"\d{1,2}", lambda run: "." * min(int(run[0]), limit + 1), row) for row in board.split("/")
    )
    return Position.from_diagram("\n".join(rows), rules, seat, check=False)


def _difference(position: Position, base: Position) -> dict[str, Any]:
    """Give the data in which a position differs from its board alone, as little of them as will do."""
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
