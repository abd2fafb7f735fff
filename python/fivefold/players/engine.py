"""Engines for every game: a line of JSON in, a line of JSON out."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules

from .base import Player, to_action
from .program import GRACE, ProgramPlayer

__all__ = ["EnginePlayer", "answer"]

WITHOUT_LIMIT = 60.0
"""Seconds that an engine limited by a count is waited for."""
MOMENT = 0.002
"""Seconds in which an engine that gives no number back may say what is left to say."""
READY = 10.0
"""Seconds over its limit that an engine is waited for which must first start."""
VALUE_SIMULATIONS = 64


class EnginePlayer(ProgramPlayer):
    """A program that answers lines of JSON, as `fivefold engine` does; each player has one process.

    Parameters
    ----------
    name : str
        Its text form.
    command : str or sequence of str
        The program and its arguments.
    simulations : int, optional
        Limit of simulations, sent to the engine.
    seconds : float, optional
        Time for a move, sent to the engine. Without it an answer may take 60 seconds.
    cwd : str, optional
        The folder in which it runs.

    Notes
    -----
    Each question has an ``id``. If the engine returns it with its answer, answers cannot be confused. If it
    does not, output from before the question is ignored.

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
        cwd: str | None = None,
    ) -> None:
        super().__init__(name, command, cwd)
        self.limits: dict[str, Any] = {}
        if simulations is not None:
            self.limits["simulations"] = simulations
        if seconds is not None:
            self.limits["seconds"] = seconds
        self._ids = itertools.count(1)
        self._is_numbered = True

    def _ask(self, position: Position, seed: int) -> int:
        is_new = self._process is None
        process, number = self._start(), next(self._ids)
        question = {
            "id": number,
            "rules": position.rules.to_dict(),
            "start": position.to_dict(),
            "moves": [],
            "limits": self.limits,
            "seed": seed,
        }
        text = json.dumps(question)
        if not self._is_numbered:
            time.sleep(MOMENT)
        process.drain()
        process.send(text)
        patience = self.limits.get("seconds", WITHOUT_LIMIT) + (READY if is_new else GRACE)
        deadline = time.monotonic() + patience
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise FivefoldError(f"{self._label} gave no answer in {patience:.3g} s")
            text = process.read(left)
            try:
                answer = json.loads(text)
                self._is_numbered = "id" in answer
                if answer.get("id", number) != number:
                    continue  # to a question of before
                move = answer["move"] if "error" not in answer else None
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise FivefoldError(f"{self._label} answered {text!r:.120}, which is no answer") from None
            if move is None:
                raise FivefoldError(f"{self._label} answered {text!r:.120}")
            try:
                return to_action(position, move)
            except FivefoldError as error:
                raise FivefoldError(f"{self._label} answered {text!r:.120}: {error}") from error


def answer(line: str, player: Player, max_seconds: float | None = None) -> dict[str, Any]:
    """Answer a question of the protocol.

    Parameters
    ----------
    line : str
        ``{"rules": {..}, "moves": "h8 i9" or a list, "start": {..} or absent, "limits": {"simulations": n} or
        {"seconds": x}, "seed": n, "id": anything}``; all but the rules may be absent. Rules are what
        `Rules.to_dict` gives, a preset's name, or ``{"preset": name}`` with options.
    player : Player
        The player that answers if no limits are given; else a tree search within the limits answers.
    max_seconds : float, optional
        Seconds that thinking may take, whatever the limits are.

    Returns
    -------
    dict
        ``{"move": text, "value": [by seat]}``, or ``{"error": text}``; with the ``id`` of the question, if it
        has one, and with ``"stopped": True`` where `most` has ended the thinking.

    Examples
    --------
    >>> import fivefold as ff
    >>> answer('{"rules": 3}', ff.players.make("random"))["error"]
    'rules=3 are refused: an object, as Rules.to_dict gives it, or the name of a preset'
    """
    number: dict[str, Any] = {}
    try:
        question = json.loads(line)
        if not isinstance(question, dict):
            raise FivefoldError("a question is an object")
        number = {"id": question.pop("id")} if "id" in question else {}
        began = time.monotonic()
        answered = answer_of(question, player, max_seconds)
        late = max_seconds is not None and time.monotonic() - began >= max_seconds
        return number | answered | ({"stopped": True} if late else {})
    except (FivefoldError, ValueError, TypeError, RecursionError, OverflowError) as error:
        return number | {"error": f"{error}"[:400]}


def parse_rules(data: object) -> Rules:
    """Read the rules of a question.

    Examples
    --------
    >>> parse_rules({"preset": "freestyle", "size": [15, 15]}) == parse_rules("freestyle")
    True
    """
    if isinstance(data, str):
        return _core.rules(data)
    if not isinstance(data, Mapping):
        raise FivefoldError(
            f"rules={data!r:.80} are refused: an object, as Rules.to_dict gives it, or the name of a preset"
        )
    named = data.keys() & {"preset", "name"}
    try:
        return Rules.from_dict(data)
    except FivefoldError:
        if len(named) != 1:
            raise
    (key,) = named
    options = {name: value for name, value in data.items() if name not in (key, "game")}
    return _core.rules(data[key], **options)


def answer_of(question: dict[str, Any], player: Player, max_seconds: float | None = None) -> dict[str, Any]:
    """Answer a question that has been read."""
    from fivefold import players, search

    unknown = question.keys() - {"rules", "moves", "start", "limits", "seed"}
    if unknown:
        raise FivefoldError(f"{min(unknown)!r:.80} is not part of a question")
    rules = parse_rules(question.get("rules"))
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
    simulations, seconds = limits.get("simulations"), limits.get("seconds")
    if limits:
        if max_seconds is not None:
            seconds = max_seconds if seconds is None else min(seconds, max_seconds)
        result = search.mcts(position, simulations, seconds, seed=seed)
        return {"move": result.move, "value": [float(value) for value in result.value]}
    player = player if max_seconds is None else players.timed(player, max_seconds)
    action = int(player.choose([position], [seed])[0])
    value = search.mcts(position, VALUE_SIMULATIONS, max_seconds, seed=seed).value
    return {"move": position.move(action), "value": [float(one) for one in value]}
