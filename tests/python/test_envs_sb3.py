"""Stable-Baselines3's vector environment: it says what single environments say (where it is installed)."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fivefold as ff

pytest.importorskip("stable_baselines3")

import fivefold.envs


def test_it_plays_what_single_environments_play() -> None:
    """Game i of seed s is the single environment's of seed s + i; endings carry the last observation."""
    envs = fivefold.envs.sb3_vec_env("freestyle", 3, size=5, opponent="random", seed=7)
    seen = envs.reset()
    singles = [fivefold.envs.FivefoldEnv("freestyle", size=5, opponent="random") for _ in range(3)]
    alone = [one.reset(seed=7 + game)[0] for game, one in enumerate(singles)]
    ended = 0
    for _ in range(40):
        assert np.array_equal(seen, np.stack(alone))
        masks = np.stack(envs.env_method("action_masks"))
        assert np.array_equal(masks, np.stack([one.action_masks() for one in singles]))
        actions = masks.argmax(axis=1)
        seen, rewards, dones, infos = envs.step(actions)
        for game, one in enumerate(singles):
            alone[game], reward, terminated, truncated, _ = one.step(int(actions[game]))
            assert (rewards[game], dones[game]) == (reward, terminated or truncated)
            if dones[game]:
                ended += 1
                assert np.array_equal(infos[game]["terminal_observation"], alone[game])
                assert infos[game]["episode"]["r"] == reward
                alone[game] = one.reset()[0]
    assert ended > 3


def test_maskable_ppo_learns_on_32_games_without_a_warning(tmp_path: Path) -> None:
    """Issue 50: the masks are arrays that torch takes silently, and the saved model is a player."""
    contrib: Any = pytest.importorskip("sb3_contrib")
    envs = fivefold.envs.sb3_vec_env("fivefold/Freestyle-v0", 32, size=5, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        model = contrib.MaskablePPO(
            "MlpPolicy", envs, n_steps=4, batch_size=64, n_epochs=1, seed=0, device="cpu"
        )
        model.learn(128)
    model.save(tmp_path / "model.zip")
    player = ff.players.agent(tmp_path / "model.zip")
    with pytest.raises(ff.WrongGameError, match=r"\(7, 5, 5\) and has 25 actions.*\(7, 15, 15\) and 225"):
        ff.arena.rate(tmp_path / "model.zip", "freestyle", max_games=4)
    start = ff.rules("freestyle", size=5).start()
    assert player(start) == ff.players.PolicyPlayer(model)(start)
    assert ff.players.make(player.name)(start) == player(start)
