"""Growth curves for `docs/performance.md`: cost a ply by board size, batches by size, threads.

    python benches/growth.py           measure (about two minutes on an idle machine), draw, write the data
    python benches/growth.py --draw    draw from the data that are there

Pictures go to `docs/performance/`, the figures that they show to `docs/performance/growth.json`.
One core and medians of processor time, unless threads are what is counted.
"""

from __future__ import annotations

import datetime
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.ticker import MaxNLocator, ScalarFormatter

import fivefold as ff

OUT = Path(__file__).resolve().parent.parent / "docs" / "performance"
SIZES = (7, 9, 11, 13, 15, 17, 19, 25, 31, 41, 51, 63)
GAMES = ("freestyle", "renju", "pagoda", "pente", "pah_tum", "custodial_pah_tum")
BATCHES = (1, 4, 16, 64, 256, 1024, 4096)
ROUNDS = 7


def repeats_of(work: Callable[[], object]) -> int:
    """How often a call must be made to be timed."""
    repeats = 1
    while True:
        began = time.thread_time()
        for _ in range(repeats):
            work()
        if time.thread_time() - began > 0.05:
            return repeats
        repeats *= 4


def round_of(work: Callable[[], object], repeats: int) -> float:
    """Processor time of a call in one round."""
    began = time.thread_time()
    for _ in range(repeats):
        work()
    return (time.thread_time() - began) / repeats


def seconds(work: Callable[[], object]) -> float:
    """Processor time of a call: the median of some rounds, each long enough to be timed."""
    repeats = repeats_of(work)
    return statistics.median(round_of(work, repeats) for _ in range(ROUNDS))


def by_size() -> dict[str, dict[int, float]]:
    """Nanoseconds an action of random play, by board size.

    In every round all sizes have their turn: a core that changes its speed slows all of them.
    """
    work: dict[tuple[str, int], tuple[Callable[[], object], int, int]] = {}
    for preset in GAMES:
        for size in SIZES:
            try:
                rules = ff.rules(preset, size=size)
            except ff.FivefoldError:
                continue  # the game has no board of this size
            games = max(4, 200_000 // size**2)
            actions = int(ff.playouts(rules, games, seed=1, threads=1).actions.sum())

            def play(rules: ff.Rules = rules, games: int = games) -> object:
                return ff.playouts(rules, games, seed=1, threads=1)

            work[preset, size] = play, repeats_of(play), actions
    rounds = [
        {key: round_of(play, repeats) / actions for key, (play, repeats, actions) in work.items()}
        for _ in range(ROUNDS)
    ]
    times: dict[str, dict[int, float]] = {preset: {} for preset in GAMES}
    for preset, size in work:
        times[preset][size] = 1e9 * statistics.median(one[preset, size] for one in rounds)
    return times


def by_batch() -> dict[str, dict[int, float]]:
    """Million steps a second of a batch with masks and observations, by its number of games."""
    rates: dict[str, dict[int, float]] = {}
    for preset in ("freestyle", "renju", "pagoda"):
        rules = ff.rules(preset)
        rates[preset] = {}
        for games in BATCHES:
            batch = ff.Batch(rules, games, 1)
            _ = batch.observation
            script = scripted(batch, 16)

            def play(batch: ff.Batch = batch, script: list[np.ndarray] = script) -> None:
                for actions in script:
                    batch.step(actions)

            cost = seconds(lambda: (batch.reset(), play())) - seconds(batch.reset)  # noqa: B023
            rates[preset][games] = games * len(script) / cost / 1e6
    return rates


def scripted(batch: ff.Batch, steps: int) -> list[np.ndarray]:
    """Give legal actions for `steps` steps of every game, drawn once."""
    generator, script = np.random.default_rng(1), []
    batch.reset()
    for _ in range(steps):
        weights = generator.random(batch.legal_mask.shape) * batch.legal_mask
        script.append(weights.argmax(axis=1).astype(np.int32))
        batch.step(script[-1])
    return script


def by_threads() -> dict[str, dict[int, float]]:
    """Rate of whole playouts against that of one thread, on the clock.

    The median of rounds in which every number of threads has its turn, one thread before and after
    the others: on a shared machine the other cores are not always ours.
    """
    speedups: dict[str, dict[int, float]] = {}
    counts = range(1, len(os.sched_getaffinity(0)) + 1)
    for preset, games in (("freestyle", 1_000_000), ("renju", 150_000), ("pagoda", 300_000)):
        rules = ff.rules(preset)

        def on_the_clock(threads: int, rules: ff.Rules = rules, games: int = games) -> float:
            began = time.perf_counter()
            ff.playouts(rules, games, seed=1, threads=threads)
            return time.perf_counter() - began

        rounds = []
        for _ in range(2 * ROUNDS):
            times = {threads: on_the_clock(threads) for threads in counts}
            one = (times[1] + on_the_clock(1)) / 2
            rounds.append({threads: one / times[threads] for threads in counts[1:]})
        medians = {threads: statistics.median(one[threads] for one in rounds) for threads in counts[1:]}
        speedups[preset] = {1: 1.0} | medians
    return speedups


def draw(name: str, curves: dict[str, dict[int, float]], across: str, up: str, log: str) -> None:
    """Draw one picture; `log` names the axes that double."""
    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for label, curve in curves.items():
        axes.plot(list(curve), list(curve.values()), marker="o", markersize=3, label=label)
    axes.set(xlabel=across, ylabel=up)
    if "x" in log:
        axes.set_xscale("log", base=2)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if "y" in log:
        axes.set_yscale("log", base=2)
        axes.yaxis.set_major_formatter(ScalarFormatter())
    else:
        axes.set_ylim(bottom=0)
    axes.legend(fontsize="small", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    with mpl.rc_context({"svg.hashsalt": "fivefold"}):
        figure.savefig(OUT / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Measure, draw, write; or only draw."""
    OUT.mkdir(exist_ok=True)
    data = OUT / "growth.json"
    known = json.loads(data.read_text()) if "--draw" in sys.argv else None
    results: dict[str, Any] = {"version": ff.__version__, "date": datetime.date.today().isoformat()}
    for name, measure, across, up, log in (
        ("size", by_size, "points along a side", "ns an action", "y"),
        ("batch", by_batch, "games in the batch", "million steps a second", "x"),
        ("threads", by_threads, "threads", "times the rate of one", ""),
    ):
        if known:
            curves = {label: {int(x): y for x, y in curve.items()} for label, curve in known[name].items()}
            draw(name, curves, across, up, log)
            continue
        print(f"measuring by {name}", flush=True)
        results[name] = measure()
        draw(name, results[name], across, up, log)
        data.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
