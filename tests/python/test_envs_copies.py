"""Copies of environments, pickled or deep, go on with the same games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import fivefold as ff
from opponents import first, lowest, sampled

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import fivefold.envs as ff_envs  # noqa: E402


def choose(env: Any, rng: np.random.Generator) -> Any:
    """A legal action for one game, or one for each; 0 where none is."""
    masks = np.atleast_2d(env.unwrapped.action_masks())
    actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
    return actions if env.unwrapped.action_masks().ndim == 2 else int(actions[0])


@pytest.mark.parametrize("copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
@pytest.mark.parametrize("opponent", ["random", None, sampled, lowest, ["random", first, sampled]])
@pytest.mark.parametrize("many", [False, True])
def test_a_copy_of_an_environment_goes_on_with_the_same_games(copied: Any, opponent: Any, many: bool) -> None:
    options: dict[str, Any] = {"opponent": opponent, "seat": "random", "size": 5}
    if many:
        env: Any = ff_envs.FivefoldVectorEnv(3, "freestyle", **options)
    else:
        env = gymnasium.make("fivefold/Freestyle-v0", disable_env_checker=True, **options)
    rng = np.random.default_rng(1)
    env.reset(seed=6)
    for _ in range(4):
        env.step(choose(env, rng))
    twin = copied(env)
    for _ in range(30):
        action = choose(env, rng)
        if not many and not env.unwrapped.action_masks().any():
            one, other = env.reset(), twin.reset()
        else:
            one, other = env.step(action), twin.step(action)
        for a, b in zip(one[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(a, b)
        assert str(one[-1]) == str(other[-1])
        np.testing.assert_array_equal(env.unwrapped.action_masks(), twin.unwrapped.action_masks())


@pytest.mark.parametrize("copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
@pytest.mark.parametrize("illegal", ["raise", "random"])
def test_a_copy_of_agents_goes_on_with_the_same_game(copied: Any, illegal: Any) -> None:
    env = ff_envs.aec("pentagame", players=3, dice="before", max_turns=20, illegal=illegal)
    env.reset(seed=3)
    for _ in range(7):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    twin = copied(env)
    while env.agents and not any(env.terminations.values()) and not any(env.truncations.values()):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
        for one in (env, twin):
            one.step(action)
        assert (one.agent_selection, one.infos) == (env.agent_selection, env.infos)
    assert (twin.position, twin.rewards, twin.record()) == (env.position, env.rewards, env.record())


def read_only(name: str, thing: Any) -> list[str]:
    """Name the arrays in it that cannot be written: torch's `from_numpy` warns of those."""
    if isinstance(thing, dict):
        return [fault for key, value in thing.items() for fault in read_only(f"{name}[{key}]", value)]
    if isinstance(thing, (tuple, list)):
        return [fault for place, one in enumerate(thing) for fault in read_only(f"{name}[{place}]", one)]
    return [name] if isinstance(thing, np.ndarray) and not thing.flags.writeable else []


def test_what_a_learner_gets_can_be_written() -> None:
    """B13: torch takes without a warning every observation and mask that a learner meets."""
    got: dict[str, Any] = {}

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        got["evaluate"] = [observations, masks]
        return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)

    one = gymnasium.make("fivefold/Freestyle-v0", size=5)
    many = ff_envs.FivefoldVectorEnv(3, "freestyle", size=5)
    copied = gymnasium.make_vec("fivefold/Freestyle-v0", num_envs=2, size=5)
    got["reset"] = [env.reset(seed=1) for env in (one, many, copied)]
    got["step"] = [one.step(choose(one, np.random.default_rng(1))), many.step(np.array([1, 2, 3]))]
    got["masks"] = [one.unwrapped.action_masks(), many.action_masks()]
    agents = ff_envs.aec("freestyle", size=5)
    agents.reset(seed=1)
    got["agents"] = [agents.observe(agents.agents[0]), agents.last()]
    rules = ff.rules("freestyle", size=5)
    games = ff.selfplay.play(rules, evaluate, 2, simulations=1)
    buffer = ff.selfplay.ReplayBuffer(100)
    buffer.add(games)
    names = ("observations", "policies", "outcomes", "weights")
    got["games"] = [getattr(part, name) for part in (games, buffer.sample(4)) for name in names]
    got["position"] = [rules.start().observation(), rules.start().legal_actions()]
    result = ff.search.mcts(rules.start(), simulations=5, evaluate=evaluate)
    got["search"] = [result.policy, result.visits, result.value]
    assert read_only("got", got) == []
    batch, lockstep = ff.Batch(rules, 2), ff.search.Lockstep([rules.start()], 2)
    assert lockstep.ask()
    views = [rules.start().legal_mask, rules.start().board, batch.legal_mask, lockstep.legal_mask]
    assert len(read_only("views", views)) == len(views)
    assert read_only("copies", [view.copy() for view in views]) == []
