"""Engines for every game: a line of JSON in, a line of JSON out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules

from .base import Player, as_seeds, check_decisions, number_of
from .process import LineProcess, read_command

__all__ = ["EnginePlayer", "answer"]

GRACE = 1.0
WITHOUT_LIMIT = 60.0
"""Seconds that an engine limited by a count is waited for."""
VALUE_SIMULATIONS = 64


class EnginePlayer(Player):
    """A program that answers lines of JSON, as `fivefold engine` does; one process a player.

    Parameters
    ----------
    name : str
        Its text form.
    command : str or sequence of str
        The program and its arguments.
    simulations : int, optional
        A limit that the engine is told.
    seconds : float, optional
        Time for a move, told as well; without it an answer is waited for 60 seconds.

    Examples
    --------
    >>> import sys
    >>> import fivefold as ff
    >>> engine = [sys.executable, "-m", "fivefold", "engine", "--player", "greedy"]
    >>> player = ff.players.EnginePlayer("greedy elsewhere", engine)
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> position.move(player(position)) in ("h7", "h12")
    True
    >>> player.close()
    """

    def __init__(
        self,
        name: str,
        command: str | Sequence[str],
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self.name = name
        self.command = read_command(command)
        self.limits: dict[str, Any] = {}
        if simulations is not None:
            self.limits["simulations"] = simulations
        if seconds is not None:
            self.limits["seconds"] = seconds
        self._process: LineProcess | None = None

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:
        """See `Player.choose`.

        Parameters
        ----------
        positions : sequence of Position
            Each waits for a player's decision.
        seeds : array_like of uint64 [n]
            Told to the engine with each position.

        Returns
        -------
        ndarray
            int32 [n], the number of an action each.

        Raises
        ------
        FivefoldError
            The seeds are not as many as the positions, or the engine fails, is late or gives no legal action.
        """
        check_decisions(self.name, positions)
        numbers = as_seeds(seeds).tolist()
        if len(numbers) != len(positions):
            raise FivefoldError(f"{len(positions)} positions and {len(numbers)} seeds are refused")
        pairs = zip(positions, numbers, strict=True)
        return np.array([self._answer(position, seed) for position, seed in pairs], np.int32)

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.close()
        self._process = None

    def _answer(self, position: Position, seed: int) -> int:
        legal = position.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        shown = " ".join(self.command)
        if self._process is None or not self._process.is_alive:
            self._process = LineProcess(self.command, shown)
        question = {
            "rules": position.rules.to_dict(),
            "start": position.to_dict(),
            "moves": [],
            "limits": self.limits,
            "seed": seed,
        }
        try:
            self._process.send(json.dumps(question))
            text = self._process.read(self.limits.get("seconds", WITHOUT_LIMIT) + GRACE)
            try:
                found = json.loads(text)
                move = found["move"] if "error" not in found else None
            except (ValueError, KeyError, TypeError, RecursionError):
                raise FivefoldError(f"{shown} answered {text!r:.120}, which is no answer") from None
            if move is None:
                raise FivefoldError(f"{shown} answered {text!r:.120}")
            try:
                return number_of(position, move)
            except FivefoldError as error:
                raise FivefoldError(f"{shown} answered {text!r:.120}: {error}") from error
        except BaseException:
            self.close()
            raise


def answer(line: str, player: Player) -> dict[str, Any]:
    """Answer a question of the protocol.

    Parameters
    ----------
    line : str
        ``{"rules": {..}, "moves": "h8 i9" or a list, "start": {..} or absent, "limits": {"simulations": n} or
        {"seconds": x}, "seed": n}``; all but the rules may be absent.
    player : Player
        Who answers where no limits are given; else tree search within the limits.

    Returns
    -------
    dict
        ``{"move": text, "value": [by seat]}``, or ``{"error": text}``.

    Examples
    --------
    >>> import fivefold as ff
    >>> answer('{"rules": 3}', ff.players.make("random"))["error"]
    'rules=3 are refused: an object, as Rules.to_dict gives it'
    """
    try:
        question = json.loads(line)
        if not isinstance(question, dict):
            raise FivefoldError("a question is an object")
        return answer_of(question, player)
    except (FivefoldError, ValueError, TypeError, RecursionError, OverflowError) as error:
        return {"error": f"{error}"[:400]}


def answer_of(question: dict[str, Any], player: Player) -> dict[str, Any]:
    """Answer a question that has been read."""
    from fivefold import search

    unknown = question.keys() - {"rules", "moves", "start", "limits", "seed"}
    if unknown:
        raise FivefoldError(f"{min(unknown)!r:.80} is not part of a question")
    if not isinstance(question.get("rules"), dict):
        raise FivefoldError(
            f"rules={question.get('rules')!r:.80} are refused: an object, as Rules.to_dict gives it"
        )
    rules = Rules.from_dict(question["rules"])
    seed = question.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise FivefoldError(f"seed={seed!r:.80} is refused: 0 to 2^64-1")
    start = question.get("start")
    position = rules.start(seed=seed) if start is None else Position.from_dict(start)
    if position.rules != rules:
        raise FivefoldError("the start is a position of other rules")
    moves = question.get("moves", "")
    position = position.play_all(moves)
    limits = question.get("limits") or {}
    if not isinstance(limits, dict) or limits.keys() - {"simulations", "seconds"}:
        raise FivefoldError(f"limits={limits!r:.80} are refused: simulations and seconds")
    if position.is_over or position.player == _core.CHANCE:
        raise FivefoldError("nobody is to decide")
    if limits:
        found = search.mcts(position, limits.get("simulations"), limits.get("seconds"), seed=seed)
        return {"move": found.move, "value": [float(value) for value in found.value]}
    action = int(player.choose([position], [seed])[0])
    value = search.mcts(position, VALUE_SIMULATIONS, seed=seed).value
    return {"move": position.move(action), "value": [float(one) for one in value]}
