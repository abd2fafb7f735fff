"""The table of `make bench`: speed of random play and of Python calls, beside others' figures.

Run it with the Python that fivefold is installed in. Rates are medians in processor time of one
core; instructions a game are counted by callgrind where valgrind is installed (they see the
portable path only, and are exact). Writes `bench-out/bench.json` beside the text.
"""

from __future__ import annotations

import json
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

from instructions import bench_binary, instructions

import fivefold as ff

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "bench-out"

# Measured on another run of a machine of this kind (2-core cloud Xeon), one core: compare ratios.
OTHERS = {
    "freestyle": "OpenSpiel C++ 11.7 k/s; Ludii 11.3 k/s; numba by hand 234 k/s; limit 3.4-3.7 M/s",
    "gomoku": "limit, exactly five: 3.2 M/s",
    "pente": "Ludii 19x19: 0.4 k/s",
    "pagoda": "limit, line masks: 1.2 M/s",
    "pah_tum": "limit, scalar: 15-18 M/s",
}


def nanoseconds(work: Callable[[], object], calls: int = 20_000) -> float:
    """Processor time of a call: the median of seven rounds."""
    rounds = []
    for _ in range(7):
        began = time.thread_time_ns()
        for _ in range(calls):
            work()
        rounds.append((time.thread_time_ns() - began) / calls)
    return statistics.median(rounds)


def import_milliseconds() -> float:
    """What importing fivefold costs over numpy: the median of nine fresh interpreters."""
    code = "import numpy, time; t = time.process_time(); import fivefold; print(time.process_time() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(9)
    ]
    return 1000 * statistics.median(runs)


def python_rows() -> dict[str, float]:
    """Figures of single calls from Python, Gomoku 15x15 where no game is named."""
    start = ff.rules("freestyle").start()
    position = start.play("h8")
    _ = position.board, position.legal_mask
    batch = ff.Batch(ff.rules("freestyle"), 1024, 1)
    _ = batch.observation
    order = np.random.default_rng(0).permuted(np.tile(np.arange(225, dtype=np.int32), (1024, 1)), axis=1)

    def batch_steps() -> None:
        batch.reset()
        for ply in range(40):
            batch.step(order[:, ply])

    star = ff.rules("pentagame").start()

    return {
        "play(action), ns": nanoseconds(lambda: start.play(0)),
        'play("h8"), ns': nanoseconds(lambda: start.play("h8")),
        "play(action) of Pentagame, ns": nanoseconds(lambda: star.play(10)),
        'play("a(A->A-1-B)") of Pentagame, ns': nanoseconds(lambda: star.play("a(A->A-1-B)")),
        "board, ns": nanoseconds(lambda: position.board),
        "legal_mask, ns": nanoseconds(lambda: position.legal_mask),
        "a call of nothing, ns": nanoseconds(lambda: None),
        "Batch.step of 1024 with mask and observation, million steps/s": 1024
        * 40e3
        / nanoseconds(batch_steps, 3),
        "import over numpy, ms": import_milliseconds(),
    }


def main() -> None:
    """Measure, print, write."""
    binary = bench_binary()
    run = subprocess.run([binary], check=True, stdout=subprocess.PIPE, text=True)
    rows: list[dict[str, Any]] = [json.loads(line) for line in run.stdout.splitlines()]
    print(f"fivefold {ff.__version__}, random play, one core\n")
    print(
        f"{'preset':18} {'games/s':>11} {'actions/s':>11} "
        f"{'instr./game':>12} {'batch steps/s':>14} {'legal, ns':>10} {'bytes':>6}"
    )
    for row in rows:
        row["instructions_per_game"] = instructions(binary, row["preset"])
        counted = row["instructions_per_game"]
        steps = row["batch_steps_per_second"]
        print(
            f"{row['preset']:18} {row['games_per_second']:11,.0f} {row['actions_per_second']:11,.0f} "
            f"{f'{counted:,.0f}' if counted else '-':>12} {f'{steps:,.0f}' if steps else '-':>14} "
            f"{row['legal_actions_nanoseconds']:10.0f} {row['position_bytes']:6} "
            f"{OTHERS.get(row['preset'], '')}",
            flush=True,
        )
    calls = python_rows()
    print("\nfrom Python, freestyle 15x15")
    for name, value in calls.items():
        print(f"  {name}: {value:.1f}")
    OUT.mkdir(exist_ok=True)
    document = {"version": ff.__version__, "presets": rows, "python": calls, "others": OTHERS}
    (OUT / "bench.json").write_text(json.dumps(document, indent=1) + "\n")
    print(f"\nwritten: {(OUT / 'bench.json').relative_to(ROOT)}")


if __name__ == "__main__":
    main()
