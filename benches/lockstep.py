"""Rows of the bench for searches in lockstep, with an evaluator that costs nothing, by processor time.

Where two threads share a core, pin the process to one (`taskset -c 0`) for the rate of a core.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import numpy as np

import fivefold as ff

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "python"))

from gumbel_reference import search

# Simulations a second of others on such a machine, one core: mctx 0.0.71, gumbel-mcts 0.2.0.
OTHERS = {"mctx on a CPU": 31_000, "gumbel-mcts": 157_000}


def free(rules: ff.Rules, rows: int) -> ff.search.Evaluate:
    """An evaluator whose answer lies ready."""
    rng = np.random.default_rng(0)
    logits = rng.normal(size=(rows, rules.num_actions)).astype(np.float32)
    values = rng.uniform(-0.9, 0.9, rows).astype(np.float32)
    return lambda observation, legal_mask: (logits, values)


def rate(rules: ff.Rules, games: int, simulations: int, turns: int = 6) -> float:
    """Simulations a second of processor time: median of five searches, some turns from the start."""
    batch = ff.Batch(rules, games, 1)
    batch.play_random(turns)
    evaluate, rounds = free(rules, games), []
    for _ in range(5):
        began = time.process_time()
        s = ff.search.Lockstep(batch, simulations, seed=1)
        while s.ask():
            s.tell(*evaluate(s.observation, s.legal_mask))
        visits = int(s.visits.sum())
        rounds.append(visits / (time.process_time() - began))
    return statistics.median(rounds)


def reference_rate(rules: ff.Rules, simulations: int) -> float:
    """The same of the tests' slow reference, one game."""
    position, evaluate = rules.start(), free(rules, 1)
    began = time.process_time()
    search(position, evaluate, simulations)
    return simulations / (time.process_time() - began)


def megabytes(rules: ff.Rules, games: int, simulations: int) -> float:
    """What finished trees hold, by the system's count."""

    def resident() -> int:
        return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0])

    evaluate = free(rules, games)
    before = resident()
    s = ff.search.Lockstep(ff.Batch(rules, games, 1), simulations, seed=1)
    while s.ask():
        s.tell(*evaluate(s.observation, s.legal_mask))
    return (resident() - before) / 1024


def rows() -> dict[str, float]:
    """Figures of searches in lockstep."""
    freestyle, small = ff.rules("freestyle"), ff.rules("freestyle", size=9)
    figures = {
        "256 trees of 64 simulations, freestyle 15x15, MB": megabytes(freestyle, 256, 64),
        "Lockstep, 256 games of freestyle 15x15, 64 simulations, a second": rate(freestyle, 256, 64),
        "the same on 9x9": rate(small, 256, 64),
        "the same of Pentagame for two": rate(ff.rules("pentagame"), 256, 64),
        "the same of Pagoda": rate(ff.rules("pagoda"), 256, 64),
    }
    here = figures["Lockstep, 256 games of freestyle 15x15, 64 simulations, a second"]
    times = {f"freestyle 15x15, times the rate of {who}": here / figure for who, figure in OTHERS.items()}
    return figures | times | {"times the tests' reference": here / reference_rate(freestyle, 64)}


if __name__ == "__main__":
    for name, value in rows().items():
        print(f"{name}: {value:,.1f}")
