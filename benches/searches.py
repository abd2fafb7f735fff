"""Rows of `make bench` about search: rollouts from a position, simulations of one tree."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import fivefold as ff

# Turns after which rollouts begin.
TURNS = 22


def rate(work: Callable[[], object], count: int, rounds: int = 5) -> float:
    """The number of things done in a second of processor time: the median of some rounds."""
    rates = []
    for _ in range(rounds):
        began = time.thread_time_ns()
        work()
        rates.append(1e9 * count / (time.thread_time_ns() - began))
    return statistics.median(rates)


def share_from_position(preset: str, games: int = 20_000) -> float:
    """`ff.playouts(position, n)` after some random turns, of the rate from the start."""
    rules = ff.rules(preset)
    record = ff.playouts(rules, 1, seed=3).record(0)
    position = record.start.play_all(record.moves[:TURNS])
    whole = rate(lambda: ff.playouts(rules, games, threads=1), games)
    return rate(lambda: ff.playouts(position, games, threads=1), games) / whole


def simulations(preset: str, count: int = 20_000, rollouts: str | None = "uniform", **options: int) -> float:
    """Simulations of `mcts` a second, from the start."""
    start = ff.rules(preset, **options).start()
    return rate(lambda: ff.search.mcts(start, simulations=count, rollouts=rollouts), count)  # type: ignore[arg-type]


def two_threads(count: int = 65_536) -> float:
    """How many times faster two threads grow two trees, by the clock on the wall: on an idle machine."""
    start = ff.rules("freestyle", size=9).start()

    def seconds(threads: int) -> float:
        began = time.perf_counter()
        ff.search.mcts(start, simulations=count, threads=threads)
        return time.perf_counter() - began

    return statistics.median(seconds(1) / seconds(2) for _ in range(3))


def rows() -> dict[str, float]:
    """Figures of searches, one core."""
    shares = {
        f"playouts after {TURNS} turns, {preset}, share of the rate from the start": share_from_position(
            preset
        )
        for preset in ("freestyle", "renju", "pagoda", "pah_tum", "custodial_pah_tum")
    }
    return shares | {
        "mcts, freestyle, simulations/s": simulations("freestyle"),
        "mcts, freestyle 9x9, simulations/s": simulations("freestyle", size=9),
        "mcts, pah_tum, simulations/s": simulations("pah_tum"),
        "mcts, pentagame, simulations/s": simulations("pentagame", 500),
        **{
            f"mcts, {preset}, the game's own rollouts, simulations/s": simulations(preset, 10_000, None)
            for preset in ("freestyle", "renju", "pagoda", "pentagame")
        },
        "mcts, two trees, two threads, times one": two_threads(),
    }
