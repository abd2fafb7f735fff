"""OpenSpiel: `pyspiel.load_game` loads every preset.

OpenSpiel's own C++ bots crash on any game written in Python; its Python algorithms run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import fivefold
from fivefold import CHANCE, FivefoldError, Position, Rules, _core

from . import openspiel_extras as extras
from . import openspiel_structs as structs

_registered: list[str] = []
# The kinds of options that OpenSpiel can give, and what stands for a default that it cannot.
_STANDS_FOR_DEFAULT: dict[str, Any] = {"int": 0, "sides": 0, "bool": False, "word": "", "per_colour": ""}


def register_openspiel() -> list[str]:
    """Register every preset with OpenSpiel; a second call is harmless.

    Every option of `fivefold.rules` that is a number or a word can be given, ``seed`` (default 0)
    for the set-up, and ``moves`` that are played before the game begins, joined by "_":
    ``pyspiel.load_game("fivefold_gomoku(size=9,five=or_more,moves=e5_d4)")``. `openspiel_game`
    begins at any position. A die is a chance node. A state's ``position`` is the
    `fivefold.Position`. Games and states can be pickled. States, observations and actions have structs
    (``state.to_struct()`` and its like), with JSON in both directions.

    Returns
    -------
    list of str
        The names, such as ``"fivefold_pagoda"``.

    Raises
    ------
    ImportError
        OpenSpiel is not installed: ``pip install fivefold[openspiel]``.

    Examples
    --------
    >>> from fivefold.envs import register_openspiel
    >>> "fivefold_pagoda" in register_openspiel()
    True
    >>> import pyspiel
    >>> pyspiel.load_game("fivefold_gomoku(size=9)").num_distinct_actions()
    81
    """
    try:
        import pyspiel
    except ImportError as missing:
        raise ImportError(
            "fivefold.envs needs open_spiel for this: pip install 'fivefold[openspiel]'"
        ) from missing
    if not _registered:
        for preset in fivefold.presets():
            game_class = _game_class(pyspiel, preset)
            pyspiel.register_game(game_class.game_type, game_class)
            _registered.append(f"fivefold_{preset}")
    return list(_registered)


def _parameters(preset: str) -> dict[str, Any]:
    """Return the options that take a number or a word, with their defaults.

    OpenSpiel's parameters have one type and no None: where an option's default is neither a number
    nor a word, "" or 0 stands for it.
    """
    parameters: dict[str, Any] = dict(extras.PARAMETERS)
    for name, option in _core.options(preset).items():
        if option.kind in _STANDS_FOR_DEFAULT:
            plain = isinstance(option.default, (bool, int, str))
            parameters[name] = option.default if plain else _STANDS_FOR_DEFAULT[option.kind]
    return parameters


def _options_of(preset: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were set, less those that stand for a default."""
    defaults = {name: option.default for name, option in _core.options(preset).items()}
    return {
        name: value
        for name, value in parameters.items()
        if name in defaults and (isinstance(defaults[name], (bool, int, str)) or value not in ("", 0))
    }


def _game_type(pyspiel: Any, rules: Rules, parameters: dict[str, Any]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"fivefold_{rules.name}",
        long_name=f"fivefold {rules.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if rules.info.chance == "dice"
            else kinds.ChanceMode.DETERMINISTIC
        ),
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if rules.info.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _game_class(pyspiel: Any, preset: str) -> Any:
    """Make the class of a preset's games: OpenSpiel's own base class is known only here."""
    parameters = _parameters(preset)
    plain = _core.rules(preset)

    class Game(pyspiel.Game):  # type: ignore[misc]
        game_type = _game_type(pyspiel, plain, parameters)

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = dict(params or {})
            self._chosen = dict(chosen)
            start = {name: chosen.pop(name, usual) for name, usual in extras.PARAMETERS.items()}
            self.rules = _core.rules(preset, **_options_of(preset, chosen))
            rules = self.rules
            self.start = extras.start_of(rules, **start)
            game_type = _game_type(pyspiel, rules, parameters)
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.num_actions,
                max_chance_outcomes=rules.num_actions if rules.info.chance == "dice" else 0,
                num_players=rules.num_players,
                min_utility=rules.min_return,
                max_utility=rules.max_return,
                utility_sum=0.0 if rules.info.zero_sum else None,
                max_game_length=rules.max_actions,
            )
            super().__init__(game_type, info, self._chosen)

        def __reduce__(self) -> tuple[Any, ...]:
            return extras.load, (f"fivefold_{preset}", self._chosen)

        def new_initial_state(self, state: object = None) -> Any:
            return State(self, None if state is None else structs.read_state(state, self.rules))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if params:
                raise FivefoldError(f"parameters {params} are refused: the observer has none")
            return _Observer(self.rules)

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any, start: Position | None = None) -> None:
            super().__init__(game)
            self.start: Position = start or game.start
            self.position = self.start

        def __reduce__(self) -> tuple[Any, ...]:
            return extras.load_state, (self.get_game(), self.history(), structs.state_struct(self.start))

        def current_player(self) -> int:
            player = self.position.player
            if self.position.is_over:
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

        def _legal_actions(self, player: int) -> list[int]:
            actions: list[int] = self.position.legal_actions().tolist()
            return actions

        def chance_outcomes(self) -> list[tuple[int, float]]:
            actions = self.position.legal_actions().tolist()
            return [(action, 1.0 / len(actions)) for action in actions]

        def _apply_action(self, action: int) -> None:
            self.position = self.position.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.position.move(action)

        def is_terminal(self) -> bool:
            return self.position.is_over

        def returns(self) -> list[float]:
            return [float(value) for value in self.position.returns]

        def _to_struct(self) -> dict[str, Any]:
            return structs.state_struct(self.position)

        def _to_observation_struct(self, player: int) -> dict[str, Any]:
            return structs.observation_struct(self.position, player)

        def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
            return structs.action_struct(self.position, action)

        def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
            return [structs.struct_action(self.position, struct)]

        def __str__(self) -> str:
            return f"{self.position}\n{self.position.key:016x}"

    return Game


class _Observer:
    """OpenSpiel's view of a position: the planes of `Position.observation`."""

    def __init__(self, rules: Rules) -> None:
        shape = rules.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with a player's view."""
        self.dict["observation"][...] = state.position.observation(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return the position in text: everybody sees everything."""
        return str(state)
