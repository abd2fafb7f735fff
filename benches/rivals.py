"""The table of `make bench-rivals`: searches of other packages beside ours, in one run and on one core.

Run it with a Python that has fivefold and, each as far as it is wanted, open_spiel, mctx (with jax)
and gumbel-mcts (with torch and numba); what is missing is reported and left out. Rates are in processor
time, so that they can be compared on a busy machine too.

    python benches/rivals.py [GAMES]       # of the match against OpenSpiel's bot; 200 if left out
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

# One core: processor time of one thread would not see the work of others.
os.environ["RAYON_NUM_THREADS"] = "1"
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import lockstep
import numpy as np
import searches

import fivefold as ff

SIZE = 9
# Simulations of OpenSpiel's bot for a move; ours are as many as take the same time.
SIMULATIONS = 1000


def spiel_bot(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's bot with a random rollout a simulation, and its solver."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, math.sqrt(2), simulations, 1000, True, seed, False)


def spiel_rate(size: int, count: int = 4000) -> float:
    """Simulations a second of OpenSpiel's bot, from the start."""
    import pyspiel

    game = pyspiel.load_game(f"gomoku(size={size})")
    state = game.new_initial_state()
    return searches.rate(lambda: spiel_bot(game, count, 1).step(state), count, 3)


def match_with_spiel(games: int) -> dict[str, float]:
    """Games against OpenSpiel's bot on 9x9 freestyle at equal processor time, seats exchanged."""
    import pyspiel

    rules, game = ff.rules("freestyle", size=SIZE), pyspiel.load_game(f"gomoku(size={SIZE})")
    # A few moves tell what a simulation costs in the middle of a game too.
    spent, simulations = {"ours": 0.0, "theirs": 0.0}, {"ours": 20_000.0, "theirs": 1000.0}
    points = []
    ours = 20 * SIMULATIONS
    for number in range(games):
        seat, position, state = number % 2, rules.start(), game.new_initial_state()
        bot = spiel_bot(game, SIMULATIONS, 1000 + number)
        turn = 0
        while position.player != ff.OVER:
            began = time.thread_time()
            if position.player == seat:
                seed = 1000 * number + turn
                action = ff.search.mcts(position, simulations=ours, seed=seed).action
                spent["ours"] += time.thread_time() - began
                simulations["ours"] += ours
            else:
                action = bot.step(state)
                spent["theirs"] += time.thread_time() - began
                simulations["theirs"] += SIMULATIONS
            position = position.play(action)
            state.apply_action(action)
            turn += 1
            if spent["ours"] and spent["theirs"]:
                # Where ours has taken more time so far, it gets less for the next move.
                ours = max(100, int(ours * min(1.1, max(0.9, spent["theirs"] / spent["ours"]))))
        if not state.is_terminal():
            raise RuntimeError("the two packages do not agree that the game is over")
        points.append((position.returns[seat] + 1) / 2)
    wins, draws = points.count(1), points.count(0.5)
    score, low, high = interval(games, wins, draws)
    return {
        "points against OpenSpiel's bot, 9x9, equal processor time, %": 100 * score,
        "the same, at least (95 %)": 100 * low,
        "the same, at most (95 %)": 100 * high,
        "games of it": games,
        "our processor time, of theirs": spent["ours"] / spent["theirs"],
        "simulations of ours for one of theirs": simulations["ours"] / simulations["theirs"],
    }


def interval(games: int, wins: int, draws: int) -> tuple[float, float, float]:
    """Share of the points with Wilson's interval, 95 %."""
    score, z = (wins + draws / 2) / games, 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return score, max(0.0, middle - half), min(1.0, middle + half)


def mctx_rate(games: int, simulations: int, actions: int) -> float:
    """Simulations a second of mctx on a CPU, in games that cost nothing."""
    import jax
    import jax.numpy as jnp
    import mctx

    rng = np.random.default_rng(0)
    logits = jnp.asarray(rng.normal(size=(games, actions)).astype(np.float32))
    values = jnp.asarray(rng.uniform(-0.9, 0.9, games).astype(np.float32))
    zeros = jnp.zeros(games)

    def step(_params: Any, _key: Any, _action: Any, embedding: Any) -> tuple[Any, Any]:
        output = mctx.RecurrentFnOutput(reward=zeros, discount=zeros - 1, prior_logits=logits, value=values)
        return output, embedding

    @jax.jit
    def run(key: Any) -> Any:
        root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=zeros)
        return mctx.gumbel_muzero_policy((), key, root, step, simulations).action_weights

    key = jax.random.PRNGKey(0)
    run(key).block_until_ready()
    rates = []
    for _ in range(3):
        began = time.process_time()
        run(key).block_until_ready()
        rates.append(games * simulations / (time.process_time() - began))
    return statistics.median(rates)


def gumbel_rate(games: int, simulations: int, side: int) -> float:
    """Simulations a second of gumbel-mcts, in games that never end, with an answer that lies ready."""
    import numba
    import torch
    from gumbel_mcts import GumbelDense

    torch.set_num_threads(1)
    actions = side * side

    @numba.njit  # type: ignore[untyped-decorator]
    def fast_step(board: Any, action: int, player: int) -> tuple[float, int, bool, Any]:
        after = board.copy()
        after[action // side, action % side] = player
        return 0.0, 0, False, after

    @numba.njit  # type: ignore[untyped-decorator]
    def get_valid_mask(board: Any, _player: int) -> Any:
        mask = np.zeros(actions, np.float32)
        for action in range(actions):
            if board[action // side, action % side] == 0:
                mask[action] = 1.0
        return mask

    class Logic:
        NUM_ACTIONS, BOARD_SHAPE, MAX_MOVES, MAX_LEGAL_MOVES = actions, (side, side), actions, actions
        PLAYER_1, PLAYER_2 = 1, -1

    Logic.fast_step, Logic.get_valid_mask = fast_step, get_valid_mask  # type: ignore[attr-defined]
    rng = np.random.default_rng(0)
    policy = torch.from_numpy(rng.dirichlet(np.ones(actions), games).astype(np.float32))
    value = torch.from_numpy(rng.uniform(-0.9, 0.9, games).astype(np.float32))

    class Model:
        logic = Logic

        def forward_for_mcts(self, batch: dict[str, Any]) -> dict[str, Any]:
            rows = len(batch["boards"])
            return {"policy": policy[:rows], "value": value[:rows]}

    which, rates = list(range(games)), []
    for _ in range(4):
        tree = GumbelDense(games, games * (simulations + 2) + 10, Logic, device="cpu")
        began = time.process_time()
        tree.initialize_roots(which, np.zeros((games, side, side), np.float32), np.ones(games, np.int64))
        tree.run_simulation_batch(Model(), which, num_simulations=simulations)
        rates.append(games * simulations / (time.process_time() - began))
    # The first round compiles.
    return statistics.median(rates[1:])


def rows() -> dict[str, float]:
    """Every row that the installed packages allow."""
    freestyle = ff.rules("freestyle")
    figures = {
        "mcts, freestyle 15x15, uniform rollouts, simulations/s": searches.simulations("freestyle"),
        "mcts, freestyle 9x9, uniform rollouts, simulations/s": searches.simulations("freestyle", size=SIZE),
        "Lockstep, 256 games of freestyle 15x15, 64 simulations, a second": lockstep.rate(freestyle, 256, 64),
    }

    def spiel() -> dict[str, float]:
        rates = {f"OpenSpiel's bot, {size}x{size}, simulations/s": spiel_rate(size) for size in (15, SIZE)}
        return rates | match_with_spiel(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

    def mctx() -> dict[str, float]:
        return {"mctx, 256 games, 225 actions, 64 simulations, a second": mctx_rate(256, 64, 225)}

    def gumbel() -> dict[str, float]:
        return {"gumbel-mcts, 256 games, 225 actions, 64 simulations, a second": gumbel_rate(256, 64, 15)}

    packages: dict[str, Callable[[], dict[str, float]]] = {
        "pyspiel": spiel,
        "mctx": mctx,
        "gumbel_mcts": gumbel,
    }
    for name, measure in packages.items():
        if find_spec(name) is None:
            print(f"{name} is not installed: its rows are left out", file=sys.stderr)
        else:
            figures |= measure()
    return figures


if __name__ == "__main__":
    for name, value in rows().items():
        print(f"{name}: {value:,.3g}" if value < 1000 else f"{name}: {value:,.0f}")
