"""The table of `make bench`: random play, batches and Python calls, beside targets and others' figures.

Run it with the Python that fivefold is installed in. Rates are medians in processor time of one
core, ratios medians of rounds in which every row has its turn; instructions a game are counted by
callgrind where valgrind is installed (exact, but without AVX-512). Writes `bench-out/bench.json`
beside the text.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

# One core: processor time of one thread would not see the work of others.
os.environ["RAYON_NUM_THREADS"] = "1"

import envs
import lockstep
import searches
from instructions import bench_binary, instructions

import fivefold as ff

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "bench-out"

# Games a second that others reach or that the hardware allows, measured on another run of a machine
# of this kind (a 2-core cloud Xeon), one core: good for ratios only.
OTHERS: dict[str, dict[str, float]] = {
    "reference": {"one of its kind there": 2_650_000},
    "sampling": {"the same there": 11_800_000},
    "freestyle": {
        "OpenSpiel C++": 11_700,
        "Ludii": 11_300,
        "numba by hand": 234_000,
        "portable limit": 3_550_000,
        "AVX-512 limit": 4_300_000,
    },
    "gomoku": {"Ludii, exact five": 11_300, "portable limit": 3_200_000, "AVX-512 limit": 4_000_000},
    "pente": {"Ludii": 400},
    "pagoda": {"line masks": 1_200_000, "AVX-512 limit": 3_400_000},
    "pah_tum": {"scalar limit": 16_500_000, "eight boards at once": 47_500_000},
}


# Presets whose random games in a batch are measured beside the playouts.
SHARES = ("freestyle", "gomoku", "renju", "pagoda", "pente", "pah_tum", "custodial_pah_tum")


def nanoseconds(work: Callable[[], object], calls: int = 20_000) -> float:
    """Processor time of a call: the median of seven rounds."""
    rounds = []
    for _ in range(7):
        began = time.thread_time_ns()
        for _ in range(calls):
            work()
        rounds.append((time.thread_time_ns() - began) / calls)
    return statistics.median(rounds)


def random_share(preset: str, watched: bool = False) -> float:
    """`Batch.play_random` from the start to the end beside `ff.playouts`, without what a reset takes."""
    rules = ff.rules(preset)
    batch = ff.Batch(rules, 1024, 1)
    if watched:
        _ = batch.observation

    def once(work: Callable[[], object]) -> int:
        began = time.thread_time_ns()
        for _ in range(20):
            work()
        return time.thread_time_ns() - began

    def play() -> None:
        batch.reset()
        batch.play_random()

    # One after the other in each round: what slows the machine down slows them all.
    rounds = []
    for _ in range(9):
        playouts = once(lambda: ff.playouts(rules, len(batch), threads=1))
        rounds.append(playouts / (once(play) - once(batch.reset)))
    return statistics.median(rounds)


def fresh(code: str, rounds: int) -> float:
    """Run code in new interpreters that print a number: the median."""
    command = [sys.executable, "-c", code]
    runs = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(rounds)]
    return statistics.median(runs)


def import_milliseconds() -> float:
    """What importing fivefold costs over numpy."""
    code = "import numpy, time; t = time.process_time(); import fivefold; print(time.process_time() - t)"
    return 1000 * fresh(code, 9)


def million_games_megabytes() -> float:
    """What a million games add to the most memory that a process ever held; Linux tells it."""
    peak = "int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    code = (
        f"import fivefold as ff; rules = ff.rules('freestyle'); before = {peak};"
        f"games = ff.playouts(rules, 10**6, seed=1); print({peak} - before)"
    )
    return fresh(code, 3) / 1024 if Path("/proc/self/status").exists() else math.nan


def python_rows() -> dict[str, float]:
    """Figures of single calls from Python, freestyle 15x15 where no game is named."""
    rules = ff.rules("freestyle")
    start = rules.start()
    position = start.play("h8")
    # Nobody holds the views: what a look at an attribute costs.
    position.board.any(), position.legal_mask.any()
    batch = ff.Batch(rules, 1024, 1)
    _ = batch.observation
    order = np.random.default_rng(0).permuted(np.tile(np.arange(225, dtype=np.int32), (1024, 1)), axis=1)
    script = [np.ascontiguousarray(order[:, ply]) for ply in range(40)]

    def batch_steps() -> None:
        batch.reset()
        for actions in script:
            batch.step(actions)

    star = ff.rules("pentagame").start()
    steps = nanoseconds(batch_steps, 3) - nanoseconds(batch.reset, 3)
    return {
        "play(action), ns": nanoseconds(lambda: start.play(112)),
        'play("h8"), ns': nanoseconds(lambda: start.play("h8")),
        "play(action) of Pentagame, ns": nanoseconds(lambda: star.play(10)),
        'play("a(A->A-1-B)") of Pentagame, ns': nanoseconds(lambda: star.play("a(A->A-1-B)")),
        "board, ns": nanoseconds(lambda: position.board),
        "legal_mask, ns": nanoseconds(lambda: position.legal_mask),
        "a call of nothing, ns": nanoseconds(lambda: None),
        "Batch.step of 1024 with mask and observation, million steps/s": 1024 * 40e3 / steps,
        **{
            f"Batch.play_random of 1024, {name}, share of playouts' rate": random_share(name)
            for name in SHARES
        },
        "the same with observations, freestyle": random_share("freestyle", watched=True),
        "import over numpy, ms": import_milliseconds(),
        "a million freestyle games, MB": million_games_megabytes(),
    }


def random_play(binary: str) -> list[dict[str, Any]]:
    """Measure and print a row for each preset, after the references that live in the bench alone."""
    run = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True)
    rows: list[dict[str, Any]] = [json.loads(line) for line in run.stdout.splitlines()]
    print(
        f"{'preset':18} {'games/s':>11} {'actions/s':>12} {'instr./game':>12} {'legal, ns':>10} "
        f"{'bytes':>6}  times the rate of"
    )
    for row in rows:
        name, rate = row["preset"], row["games_per_second"]
        legal = row.get("legal_actions_nanoseconds")  # the reference has no positions
        row["instructions_per_game"] = counted = instructions(binary, name)
        row["times"] = {who: rate / figure for who, figure in OTHERS.get(name, {}).items()}
        if name in ("freestyle", "gomoku"):
            for base in rows[:2]:
                rounds = zip(row["games_per_second_by_round"], base["games_per_second_by_round"], strict=True)
                row["times"][base["preset"]] = statistics.median(own / other for own, other in rounds)
        others = ", ".join(f"{who} {times:.3g}" for who, times in row["times"].items())
        print(
            f"{name:18} {rate:11,.0f} {row['actions_per_second']:12,.0f} "
            f"{f'{counted:,}' if counted else '-':>12} {f'{legal:,.0f}' if legal else '-':>10} "
            f"{row.get('position_bytes', '-'):>6}  {others}",
            flush=True,
        )
    return rows


def main() -> None:
    """Measure, print, write."""
    print(f"fivefold {ff.__version__}, random play, one core\n")
    rows = random_play(bench_binary())
    tables: dict[str, dict[str, float]] = {}
    for title, measure in (
        ("from Python, freestyle 15x15", python_rows),
        ("environments", envs.rows),
        ("searches in lockstep, one core", lockstep.rows),
        ("search", searches.rows),
    ):
        print(f"\n{title}")
        tables[title] = measure()
        for name, value in tables[title].items():
            print(f"  {name}: {value:,.3g}" if value < 100 else f"  {name}: {value:,.0f}")
    OUT.mkdir(exist_ok=True)
    document = {"version": ff.__version__, "presets": rows, "others": OTHERS} | tables
    (OUT / "bench.json").write_text(json.dumps(document, indent=1) + "\n")
    print(f"\nwritten: {(OUT / 'bench.json').relative_to(ROOT)}")


if __name__ == "__main__":
    main()
