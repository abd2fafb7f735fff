"""PettingZoo's door: every seat an agent, one decision after the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from fivefold import Position, Rules

from ._one import OneGame
from ._table import Illegal, make_rules
from .rendering import MODES, check_mode, render


def aec(
    game: str | Rules,
    illegal: Illegal = "raise",
    render_mode: str | None = None,
    **options: Any,
) -> FivefoldAEC:
    """Make a PettingZoo environment (AEC) of a preset or of rules.

    Parameters
    ----------
    game : str or Rules
        A preset's name, with options, or rules.
    illegal : "raise", "lose" or "random"
        An illegal action raises `IllegalMoveError` and changes nothing; ends the game, -1 for the
        offender and 0 for the others; or is replaced by a legal one. The last two put it into the
        offender's ``infos["illegal_action"]``.
    render_mode : None, "ansi", "rgb_array" or "svg"
        "rgb_array" needs the plot extra.
    **options
        Options of the rules.

    Returns
    -------
    FivefoldAEC

    Examples
    --------
    >>> env = aec("pah_tum")
    >>> env.reset(seed=2)
    >>> env.agent_selection
    'player_0'
    """
    return FivefoldAEC(game, illegal, render_mode, **options)


class FivefoldAEC(AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc]
    """A game of fivefold as a PettingZoo environment; made by `aec`.

    Agents are ``"player_0"``, ``"player_1"`` ... by seat. An observation is a dict of
    ``"observation"``, uint8 of ``rules.observation_shape`` from the agent's view, and
    ``"action_mask"``, int8 [num_actions], all zero for who is not to move. Rewards are 0 until the
    end, then ``position.returns``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": MODES,
        "name": "fivefold_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Rules,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, illegal, render_mode, **options)
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        rules = make_rules(game, options)
        self._random = np.random.default_rng()
        self._table = OneGame(rules, None, 0, illegal, lambda: self._random)
        self._all = np.ones(1, np.bool_)
        self.metadata = {**type(self).metadata, "name": f"fivefold_{rules.name}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.num_players)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_mask = np.zeros(rules.num_actions, np.int8)
        view = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, rules.observation_shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (rules.num_actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = dict.fromkeys(self.agents, view)
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: spaces.Discrete(rules.num_actions) for agent in self.agents
        }

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._table.rules

    @property
    def position(self) -> Position:
        """The position, set up anew: without the moves that led there."""
        return self._table.batch[0]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Give the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Give the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next one."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._table.reset(self._all, [seed])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.player]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Give an agent's observation: arrays of its own."""
        seat, table = self._seats[agent], self._table
        if table.player == seat:
            # The batch keeps the view of the seat to decide; a game that was forfeited has it too.
            return {"observation": table.observation(), "action_mask": table.mask()}
        return {
            "observation": self.position.observation(seat),
            "action_mask": self._no_mask.copy(),
        }

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play an action of the agent that is selected.

        Raises
        ------
        IllegalMoveError
            The action is illegal and the environment raises; nothing has changed.
        NotationError, FivefoldError
            It is no number of an action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.play(action)
        # Before the end all rewards are 0, and stay so.
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal_action": table.refused[0]} if table.refused else {}
        if not table.is_over:
            self.agent_selection = self.possible_agents[table.player]
            return
        if table.forfeited[0]:
            self.rewards[agent] = -1.0
        else:
            self.rewards = dict(zip(self.possible_agents, table.returns(), strict=True))
        terminated, _ = table.end()
        ended = dict.fromkeys(self.agents, True)
        if terminated:
            self.terminations = ended
        else:
            self.truncations = ended
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Draw the position in the render mode that the environment was made with."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
