"""PettingZoo's environment: every seat an agent, one decision after the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from fivefold import Position, Record, Rules

from ._env_core import Illegal, make_rules
from ._seeds import folded, parse_options, parse_seed, parse_start
from ._single_env_core import SingleEnvCore
from ._spaces import observation_space
from .rendering import MODES_OF_TURNS, check_mode, render


def aec(
    game: str | Rules,
    illegal: Illegal = "raise",
    render_mode: str | None = None,
    max_episode_steps: int | None = None,
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
    render_mode : None, "ansi", "rgb_array", "svg" or "human"
        "rgb_array" needs the plot extra; "human" prints the board after each step.
    max_episode_steps : int, optional
        After this many steps of all agents together the game is truncated.
    **options
        Options of the rules.

    Returns
    -------
    FivefoldAEC

    Examples
    --------
    >>> import fivefold as ff
    >>> env = ff.envs.aec("pah_tum")
    >>> env.reset(seed=2)
    >>> env.agent_selection
    'player_0'
    """
    return FivefoldAEC(game, illegal, render_mode, max_episode_steps, **options)


class FivefoldAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game of fivefold as a PettingZoo environment; made by `aec`.

    Agents are ``"player_0"``, ``"player_1"`` ... by seat. An observation is a dict of ``"observation"``,
    uint8 of ``rules.observation_shape`` from the agent's view, and ``"action_mask"``, int8 [num_actions], all
    zero unless the agent is to move. Rewards are 0 until the end, then ``position.returns``.
    ``infos[agent]["actions"]`` of the agent that is selected (after the end of every agent) holds what was
    played since its own last action, dice included.

    Examples
    --------
    >>> import fivefold as ff
    >>> env = ff.envs.FivefoldAEC("freestyle", size=7)
    >>> env.reset(seed=1)
    >>> env.step(24)
    >>> env.agent_selection, int(env.observe("player_1")["action_mask"].sum())
    ('player_1', 48)
    >>> env.record().moves
    ['d4']
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": MODES_OF_TURNS,
        "name": "fivefold_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Rules,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_mode(render_mode, MODES_OF_TURNS)
        self.render_mode = render_mode
        rules = make_rules(game, options)
        self.np_random_seed: int | None = None
        self._random = np.random.default_rng()
        self._core = SingleEnvCore(rules, None, 0, illegal, self._generator, max_episode_steps)
        self._all = np.ones(1, np.bool_)
        self.metadata = {**type(self).metadata, "name": f"fivefold_{rules.name}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.num_players)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_mask = np.zeros(rules.num_actions, np.int8)
        view = spaces.Dict(
            {
                "observation": observation_space(rules),
                "action_mask": spaces.Box(0, 1, (rules.num_actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = dict.fromkeys(self.agents, view)
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: spaces.Discrete(rules.num_actions) for agent in self.agents
        }

    def _generator(self, _game: int) -> np.random.Generator:
        return self._random

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._core.rules

    @property
    def position(self) -> Position:
        """The position, set up anew: without the moves that led there."""
        return self._core.batch[0]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the observation space of an agent.

        Parameters
        ----------
        agent : str
            ``"player_0"``, ``"player_1"`` ...

        Returns
        -------
        gymnasium.spaces.Dict
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the action space of an agent.

        Parameters
        ----------
        agent : str
            ``"player_0"``, ``"player_1"`` ...

        Returns
        -------
        gymnasium.spaces.Discrete
        """
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next one.

        Parameters
        ----------
        seed : int, optional
            A whole number from 0 on, such as an earlier `np_random_seed`. Without one the first game has a
            seed from the system.
        options : dict, optional
            ``{"position": position}`` begins this game at a position of the same rules.

        Raises
        ------
        FivefoldError
            An option is unknown, or the position does not fit. Nothing has changed.
        """
        # PettingZoo's own api_test gives {"options": 1}, which says nothing.
        options = {} if options == {"options": 1} else options
        start = parse_options(options, ("position",)).get("position")
        start = None if start is None else parse_start(start, self.rules)
        if seed is None and self.np_random_seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        if seed is not None:
            seed = self.np_random_seed = parse_seed(seed)
            self._random = np.random.default_rng(seed)
        self._core.reset(self._all, [None if seed is None else folded(seed)], start)
        self._log = list(self._core.replies())
        self._since = dict.fromkeys(self.possible_agents, 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._core.player]
        if self.render_mode == "human":
            self.render()

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The info of each agent; the selected one's has what was played since its last action."""
        agent = self.agent_selection
        info = self._infos.get(agent)
        if info is not None:
            # Whoever does not ask need not wait; an older answer is not the answer now.
            info["actions"] = self._played_since(agent)
        return self._infos

    def _played_since(self, agent: str) -> tuple[int, ...]:
        return tuple(map(int, self._log[self._since[agent] :]))

    def record(self) -> Record:
        """Return the game so far as a record, dice included.

        Returns
        -------
        Record
        """
        return self._core.batch.record(0)

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation: arrays of its own.

        Parameters
        ----------
        agent : str
            ``"player_0"``, ``"player_1"`` ...

        Returns
        -------
        dict
            ``"observation"``, uint8 of ``rules.observation_shape``; ``"action_mask"``, int8 [num_actions],
            all zero for an agent that is not to move.
        """
        seat, core = self._seats[agent], self._core
        if core.player == seat:
            # The batch keeps the view of the seat to decide; a game that was forfeited has it too.
            return {"observation": core.observation(), "action_mask": core.mask()}
        return {
            "observation": self.position.observation(seat),
            "action_mask": self._no_mask.copy(),
        }

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play an action of the agent that is selected.

        Parameters
        ----------
        action : int or None
            The number of an action, 0 to ``num_actions`` - 1; None after the agent's end.

        Raises
        ------
        IllegalMoveError
            The action is illegal and the environment raises; nothing has changed.
        NotationError, FivefoldError
            The argument is not the number of an action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        core = self._core
        core.play(action)
        # Before the end all rewards are 0, and stay so.
        self._cumulative_rewards[agent] = 0.0
        log = self._log
        if core.refused:
            self._infos[agent] = {"illegal_action": core.refused[0]}
            log[:] = core.batch.actions(0)
            self._since[agent] = len(log) - len(core.replies())
        else:
            self._infos[agent] = {}
            log.append(action)  # type: ignore[arg-type]
            self._since[agent] = len(log)
            if core.has_chance:
                log += core.replies()
        if core.over:
            self._end(agent)
        else:
            self.agent_selection = self.possible_agents[core.player]
        if self.render_mode == "human":
            self.render()

    def _end(self, agent: str) -> None:
        """Hand out what the game came to after an agent's last action."""
        core = self._core
        if core.lost:
            self.rewards[agent] = -1.0
        else:
            self.rewards = dict(zip(self.possible_agents, core.returns(), strict=True))
        terminated, truncated = core.end()
        if terminated:
            self.terminations = dict.fromkeys(self.agents, True)
        if truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        for one in self.agents:
            self._infos[one]["actions"] = self._played_since(one)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> Any:
        """Draw the position in the render mode that the environment was made with.

        Returns
        -------
        str, ndarray or None
            A text, SVG, uint8 [height, width, 3], or nothing where the mode shows it itself.
        """
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
