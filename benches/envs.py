"""Speed of the environments: the native vector environment, single environments, PettingZoo.

`rows` measures all of it in one run on one core, so that its ratios hold on a busy machine too. Run
by itself it prints them. The script of each game is a random order of the points: legal whatever was
reset in between, so that all of them play the same actions.
"""

from __future__ import annotations

import os
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import SyncVectorEnv

# One core: processor time of one thread would not see the work of others.
os.environ["RAYON_NUM_THREADS"] = "1"

import fivefold as ff
import fivefold.envs as ff_envs

GAMES = 1024
STEPS = 160  # longer than most games, so that each begins anew about once
ROUNDS = 7

# Of other machines of this kind, one core: compare orders of magnitude.
OTHERS = (
    "others, steps/s: pgx on a CPU 2.6 M connect_four, 0.24 M hex, 0.03 M go_9x9 at their best batch; "
    "EnvPool, 256 games on two threads, 196 k tictactoe, 97 k connect_four; PettingZoo 14 k "
    "connect_four, 18 k tictactoe; LightZero's Gomoku 7.2 k"
)

Script = npt.NDArray[np.int32]


def script(games: int) -> Script:
    """Give the actions of each step: int32 [steps, games]."""
    orders = np.tile(np.arange(225, dtype=np.int32), (games, 1))
    return np.random.default_rng(0).permuted(orders, axis=1).T[:STEPS].copy()


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this thread."""
    began = time.thread_time_ns()
    work()
    return (time.thread_time_ns() - began) / 1e9


def batch_steps(actions: Script) -> Callable[[], None]:
    """Step a batch as the vector environment does: finished games begin anew one step later."""
    batch = ff.Batch(ff.rules("freestyle"), actions.shape[1], 1)
    _ = batch.observation

    def work() -> None:
        batch.reset()
        for chosen in actions:
            batch.step(chosen, autoreset=True)

    return work


def vector_steps(envs: Any, actions: Script) -> Callable[[], None]:
    """Step a vector environment."""

    def work() -> None:
        envs.reset(seed=1)
        for chosen in actions:
            envs.step(chosen)

    return work


def native(actions: Script, copy: bool) -> Callable[[], None]:
    """Step the native vector environment."""
    envs = gymnasium.make_vec(
        "fivefold/Freestyle-v0",
        actions.shape[1],
        vectorization_mode="vector_entry_point",
        opponent=None,
        copy=copy,
    )
    return vector_steps(envs, actions)


def singles(actions: Script) -> Callable[[], None]:
    """Step Gymnasium's own vector environment over single games."""
    make = [lambda: gymnasium.make("fivefold/Freestyle-v0", opponent=None)] * actions.shape[1]
    return vector_steps(SyncVectorEnv(make), actions)


def single_steps(**options: Any) -> tuple[Callable[[], None], int]:
    """Play recorded games in one environment, resets included; also gives how many steps."""
    env = gymnasium.make("fivefold/Freestyle-v0", **options)
    games: list[list[int]] = []
    rng = np.random.default_rng(0)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        games.append([])
        over = False
        while not over:
            games[-1].append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            *_, terminated, truncated, info = env.step(games[-1][-1])
            over = terminated or truncated

    def work() -> None:
        for seed, actions in enumerate(games):
            env.reset(seed=seed)
            for action in actions:
                env.step(action)

    return work, sum(map(len, games))


def turn_steps(env: Any, look: bool) -> tuple[Callable[[], None], int]:
    """Play recorded games in a PettingZoo environment, with or without looking at each turn."""
    games: list[list[int]] = []
    rng = np.random.default_rng(0)
    for seed in range(8):
        env.reset(seed=seed)
        games.append([])
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            mask = env.observe(env.agent_selection)["action_mask"]
            games[-1].append(int(rng.choice(np.flatnonzero(mask))))
            env.step(games[-1][-1])

    def work() -> None:
        for seed, actions in enumerate(games):
            env.reset(seed=seed)
            for action in actions:
                if look:
                    env.last()
                env.step(action)

    return work, sum(map(len, games))


def connect_four() -> Any | None:
    """PettingZoo's own game, unwrapped; None where pygame, which it draws with, is missing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import connect_four_v3
    except ImportError:
        return None
    return connect_four_v3.raw_env()


def rows() -> dict[str, float]:
    """Measure every environment in one run: medians over rounds in which each has its turn."""
    # So few steps that no game ends: resets would cost the single environments more.
    few = script(GAMES)[:16]
    works: dict[str, tuple[Callable[[], None], int]] = {
        "batch": (batch_steps(script(GAMES)), GAMES * STEPS),
        "views": (native(script(GAMES), False), GAMES * STEPS),
        "copies": (native(script(GAMES), True), GAMES * STEPS),
        "singles": (singles(few), few.size),
        "single": single_steps(opponent=None),
        "single against random": single_steps(),
        "turns": turn_steps(ff_envs.aec("freestyle"), look=False),
        "turns, looked at": turn_steps(ff_envs.aec("freestyle"), look=True),
    }
    rival = connect_four()
    if rival is not None:
        works["connect_four"] = turn_steps(rival, look=False)
        works["connect_four, looked at"] = turn_steps(rival, look=True)
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, (work, steps) in works.items():
            times[name].append(seconds(work) / steps)

    def rate(name: str) -> float:
        return 1 / statistics.median(times[name])

    def ratio(name: str, other: str) -> float:
        pairs = zip(times[name], times[other], strict=True)
        return statistics.median(theirs / ours for ours, theirs in pairs)

    rates = {
        f"Batch of {GAMES}, with resets, million steps/s": rate("batch") / 1e6,
        f"vector environment of {GAMES}, copy=False, million steps/s": rate("views") / 1e6,
        "... of the batch's rate": ratio("views", "batch"),
        f"vector environment of {GAMES}, copies, million steps/s": rate("copies") / 1e6,
        "... of the batch's rate, with copies": ratio("copies", "batch"),
        f"SyncVectorEnv of {GAMES} singles, thousand steps/s": rate("singles") / 1e3,
        "copies, times the SyncVectorEnv": ratio("copies", "singles"),
        "copy=False, times the SyncVectorEnv": ratio("views", "singles"),
        "Gymnasium step, resets included, microseconds": 1e6 / rate("single"),
        "... against a random opponent, microseconds": 1e6 / rate("single against random"),
        "PettingZoo steps, thousand/s": rate("turns") / 1e3,
        "PettingZoo last() and step, thousand/s": rate("turns, looked at") / 1e3,
    }
    if rival is not None:
        rates["PettingZoo connect_four steps, thousand/s"] = rate("connect_four") / 1e3
        rates["PettingZoo connect_four last() and step, thousand/s"] = rate("connect_four, looked at") / 1e3
    return rates


def main() -> None:
    """Print the rows."""
    for name, value in rows().items():
        print(f"{name:62} {value:10.2f}")
    print(OTHERS)


if __name__ == "__main__":
    main()
