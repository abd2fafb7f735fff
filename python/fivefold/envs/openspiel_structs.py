"""States, observations and actions of OpenSpiel's games as JSON: what its structs hold."""

from __future__ import annotations

import json
from typing import Any

from fivefold import FivefoldError, IllegalMoveError, Position, Rules
from fivefold._positions import contents


def state_struct(position: Position) -> dict[str, Any]:
    """Return a state: what stands where, who decides, and all that `read_state` needs.

    Parameters
    ----------
    position : Position
        A position of any game.

    Returns
    -------
    dict
        ``board``: points or stops that are not empty, each with what stands there; ``current_player``: the
        seat that decides, as in OpenSpiel; ``turns``, ``is_terminal``, ``winners``, ``returns``; ``rules``
        and ``position``, which make the position again.
    """
    outcome = position.outcome
    return {
        "board": _board(position),
        "current_player": position.player,
        "turns": position.turns,
        "is_terminal": position.is_over,
        "winners": list(outcome.winners) if outcome else [],
        "returns": [float(value) for value in position.returns],
        **position.to_dict(),
    }


def observation_struct(position: Position, player: int) -> dict[str, Any]:
    """Return what a player sees: everything, and which seat is its own.

    Parameters
    ----------
    position : Position
        A position of any game.
    player : int
        The seat that observes.

    Returns
    -------
    dict
        As `state_struct`, with ``observer``, ``to_move`` (whether the observer decides) and ``last_move``.

    Raises
    ------
    FivefoldError
        There is no such seat.
    """
    if not 0 <= player < position.rules.num_players:
        raise FivefoldError(
            f"player={player} is refused: the seats are 0 to {position.rules.num_players - 1}"
        )
    last = position.last_move
    return {
        "observer": player,
        "to_move": position.player == player,
        "last_move": None if last is None else str(last),
        **state_struct(position),
    }


def action_struct(position: Position, action: int) -> dict[str, Any]:
    """Return an action: its notation and what it is, without what it has not.

    Parameters
    ----------
    position : Position
        Where it is played.
    action : int
        0 .. num_actions - 1.

    Returns
    -------
    dict
        ``move``, the notation, and the fields of `fivefold.Move` that hold something.
    """
    fields = position.describe(action)._asdict()
    held = {name: value for name, value in fields.items() if value not in (None, ()) and name != "text"}
    return {"move": fields["text"], **{name: _plain(value) for name, value in held.items()}}


def struct_action(position: Position, struct: dict[str, Any]) -> int:
    """Read an action: its ``move`` decides where it is legal, else its ``action``.

    Parameters
    ----------
    position : Position
        Where it is played.
    struct : dict
        As `action_struct` gives it; ``move`` alone is enough.

    Returns
    -------
    int

    Raises
    ------
    FivefoldError
        ``move`` is missing.
    IllegalMoveError
        The move is not legal in this position, and there is no ``action``.
    """
    if not isinstance(struct.get("move"), str):
        raise FivefoldError(f"the action {struct!r:.60} is refused: 'move' is its notation")
    try:
        return position.action(struct["move"])
    except IllegalMoveError:
        # OpenSpiel asks for a status, not for an error: it finds that the number is not legal.
        action = struct.get("action")
        if type(action) is int and 0 <= action < position.rules.num_actions:
            return action
        raise


def read_state(state: object, rules: Rules) -> Position:
    """Read a position from what `state_struct` gave: a dict, its JSON or OpenSpiel's struct.

    Parameters
    ----------
    state : dict, str or pyspiel.StateStruct
        The state.
    rules : Rules
        Rules of the game that it must belong to.

    Returns
    -------
    Position

    Raises
    ------
    FivefoldError
        The argument is not a state, contradicts itself, or belongs to other rules.
    """
    read = json.loads(state) if isinstance(state, str) else state
    data = read if isinstance(read, dict) else getattr(read, "to_dict", dict)()
    if not {"rules", "position"} <= data.keys():
        raise FivefoldError("the state is refused: 'rules' and 'position' make it")
    position = Position.from_dict({"rules": data["rules"], "position": data["position"]})
    if position.rules != rules:
        raise FivefoldError(f"the state is refused: it is one of {position.rules}, the game has {rules}")
    expected = json.loads(json.dumps(state_struct(position)))
    other = [name for name in sorted(expected.keys() & data.keys()) if data[name] != expected[name]]
    if other:
        raise FivefoldError(f"the state is refused: {other[0]!r} does not fit the position")
    return position


def _plain(value: Any) -> Any:
    """Return a value of a move as JSON has it: pieces and blocks are objects with named fields."""
    return value._asdict() if hasattr(value, "_asdict") else value


def _board(position: Position) -> dict[str, Any]:
    held = contents(position)
    if position.rules.info.board.pieces:
        return dict(held)
    return {cell: things[0] for cell, things in held.items()}
