"""What OpenSpiel's games need beside their rules: pickles, starts and an evaluator for its MCTS."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError, Position, Rules, _core
from fivefold._arguments import read_rules, read_seed

# Parameters of every game beside the options of its rules, with their defaults.
PARAMETERS = {"seed": 0, "start": "", "moves": ""}


def load(name: str, parameters: dict[str, Any]) -> Any:
    """Load a game of OpenSpiel: what pickles of games and states call, in any process."""
    import pyspiel

    from .openspiel import register_openspiel

    register_openspiel()
    return pyspiel.load_game(name, parameters)


def load_state(game: Any, actions: list[int], start: dict[str, Any]) -> Any:
    """Make the state of a game that some actions lead to from a start, as pickles of states do."""
    state = game.new_initial_state(start)
    for action in actions:
        state.apply_action(action)
    return state


def written(position: Position) -> str:
    """Write a position as text without any character that OpenSpiel's names give a meaning."""
    text = json.dumps(position.to_dict()["position"], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read(text: str, rules: Rules) -> Position:
    """Read a position of these rules from what `written` gives."""
    try:
        data = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except ValueError:
        raise FivefoldError(f"start={text!r:.60} is refused: it is no position of openspiel_game") from None
    return Position.from_dict({"rules": rules.to_dict(), "position": data})


def start_of(rules: Rules, seed: int, start: str, moves: str) -> Position:
    """Return the position where the games of some parameters begin."""
    position = read(start, rules) if start else rules.start(seed)
    return position.play_all(moves.replace("_", " ")) if moves else position


def openspiel_game(start: Rules | str | Position, seed: int = 0) -> Any:
    """Load the OpenSpiel game of some rules, or one that begins at a position.

    Parameters
    ----------
    start : Rules, str or Position
        What is played: rules, the name of a preset; or where it begins.
    seed : int
        For the set-up, if rules are given.

    Returns
    -------
    pyspiel.Game

    Raises
    ------
    ImportError
        OpenSpiel is not installed: ``pip install fivefold[openspiel]``.
    FivefoldError
        An option is neither a number nor a word, which OpenSpiel's parameters must be.

    Examples
    --------
    >>> import fivefold as ff
    >>> game = ff.envs.openspiel_game(ff.rules("gomoku", size=9).start().play_all("e5 d4"))
    >>> game.new_initial_state().current_player()
    0
    """
    rules = start.rules if isinstance(start, Position) else read_rules(start)
    parameters: dict[str, Any] = {"seed": seed}
    for name, option in _core.options(rules.name).items():
        value = rules.options[name]
        if value != option.default:
            if not isinstance(value, (bool, int, str)):
                raise FivefoldError(
                    f"{name}={value!r:.60} is refused: OpenSpiel takes numbers and words only"
                )
            parameters[name] = value
    if isinstance(start, Position):
        parameters["start"] = written(start)
    return load(f"fivefold_{rules.name}", parameters)


class PlayoutEvaluator:
    """Values states by `fivefold.playouts`: an evaluator for OpenSpiel's MCTSBot in Python.

    It does what OpenSpiel's `RandomRolloutEvaluator` does, with games that are played in Rust.

    Parameters
    ----------
    playouts : int
        Number of random games for each state.
    seed : int
        The same seed and the same calls give the same values.
    threads : int, optional
        As `fivefold.playouts`.

    Examples
    --------
    >>> import fivefold as ff
    >>> state = ff.envs.openspiel_game(ff.rules("freestyle", size=7)).new_initial_state()
    >>> ff.envs.PlayoutEvaluator(100, seed=1).evaluate(state).shape
    (2,)
    """

    def __init__(self, playouts: int = 1, seed: int = 0, threads: int | None = 1) -> None:
        if isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1:
            raise FivefoldError(f"playouts={playouts!r:.60} is refused: it takes a whole number from 1 on")
        self.playouts = playouts
        self.threads = threads
        self._random = np.random.default_rng(read_seed(seed))

    def evaluate(self, state: Any) -> npt.NDArray[np.float64]:
        """Return the mean returns of random games from a state: float64 [players].

        Parameters
        ----------
        state : pyspiel.State
            A state of a game of fivefold.

        Returns
        -------
        ndarray
            float64 [players].
        """
        seed = int(self._random.integers(2**64, dtype=np.uint64))
        games = _core.playouts(state.position, self.playouts, seed=seed, threads=self.threads)
        means: npt.NDArray[np.float64] = games.returns.mean(axis=0, dtype=np.float64)
        return means

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return every action the same probability.

        Parameters
        ----------
        state : pyspiel.State
            A state of a game of fivefold.

        Returns
        -------
        list of (int, float)
            Each legal action, or outcome of a die, with its probability.
        """
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        actions = state.legal_actions(state.current_player())
        return [(action, 1.0 / len(actions)) for action in actions]
