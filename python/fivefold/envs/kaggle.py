"""The three functions that Kaggle's harness for language models asks of a game, for every preset.

The harness passes an observation of OpenSpiel, a mapping with ``serializedGameAndState``. Register the games
first: `fivefold.envs.register_openspiel`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fivefold._core import FivefoldError, Position
from fivefold.text._answers import named_among, parse
from fivefold.text._prompts import prompt

__all__ = ["ParseResult", "generate_prompt", "get_legal_moves", "parse_response"]


class ParseResult(NamedTuple):
    """What the harness expects of an answer.

    Attributes
    ----------
    legal_action : str or None
        One of the legal moves.
    raw_action : str or None
        The move that was named, legal or not.
    """

    legal_action: str | None = None
    raw_action: str | None = None


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """Return the legal moves of an observation by their numbers.

    Parameters
    ----------
    observation : mapping
        As the harness passes it.

    Returns
    -------
    dict of int to str
        Empty if nobody is to decide.
    """
    position = _position(observation)
    return {int(action): position.move(int(action)) for action in position.legal_actions()}


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """Build the prompt for an observation; after a refusal, with the refusal.

    Parameters
    ----------
    observation : mapping
        As the harness passes it.
    move_history : list of str
        The model's own moves so far.
    previous_response, previous_action : str, optional
        Its previous answer, and the move that it named.

    Returns
    -------
    str
    """
    position = _position(observation)
    text = prompt(position)
    if move_history:
        text += f"\n\nYour moves so far: {', '.join(move_history)}"
    if previous_response is None:
        return text
    read = parse(previous_action or previous_response, position)
    return f"{text}\n\nYour last answer is refused: {read.problem} Choose another move."


def parse_response(response: str, legal_action_strings: Sequence[str]) -> ParseResult:
    """Read a move out of an answer, among the legal ones.

    Parameters
    ----------
    response : str
        The model's answer.
    legal_action_strings : sequence of str
        The legal moves.

    Returns
    -------
    ParseResult

    Examples
    --------
    >>> parse_response('{"move": "E6"}', ["e5", "e6"]).legal_action
    'e6'
    """
    return ParseResult(*named_among(response, legal_action_strings))


def _position(observation: Mapping[str, Any]) -> Position:
    import pyspiel

    _, state = pyspiel.deserialize_game_and_state(observation["serializedGameAndState"])
    position = getattr(state, "position", None)
    if not isinstance(position, Position):
        raise FivefoldError("the observation is refused: its state is of a game of others")
    return position
