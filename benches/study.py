"""What a study costs beside its games: a study of one preset against bare playouts, in turns.

    python benches/study.py [--rules PRESET] [--games N] [--rounds N] [--threads N] [--out DIR]

Each round runs two processes, one that plays and one that makes a study of the same games in a new
folder inside DIR. It prints the share of the bare rate that the study reaches, by the clock and by
the time of all cores: against the whole bare process, and against the call inside it. The latter
counts what Python and numpy take to load against the study. Windows lacks the module `resource`.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BARE = """
import time
import fivefold as ff
rules = ff.rules("{rules}")
wall, cores = time.perf_counter(), time.process_time()
ff.playouts(rules, {games}, seed=7, threads={threads})
print(time.perf_counter() - wall, time.process_time() - cores)
"""
STUDY = """
seed = 7
[[experiment]]
rules = "{rules}"
games = {games}
"""
ROWS = ("study against the bare process", "study against the bare call")


def timed(command: list[str]) -> tuple[float, float, str]:
    """Run a process; give its seconds by the clock and of all cores, and what it printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cores = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cores, text


def one_round(rules: str, games: int, threads: int, folder: Path) -> list[tuple[float, float]]:
    """Measure once: the bare process, the bare call, the study; wall and cores of each."""
    *process, text = timed([sys.executable, "-c", BARE.format(rules=rules, games=games, threads=threads)])
    call = [float(word) for word in text.split()]
    with tempfile.TemporaryDirectory(dir=folder) as out:
        config = Path(out) / "study.toml"
        config.write_text(STUDY.format(rules=rules, games=games))
        command = [sys.executable, "-m", "fivefold", "study", str(config), "--quiet", "--out", f"{out}/study"]
        *study, _ = timed([*command, "--threads", str(threads)])
    return [(wall, cores) for wall, cores in (process, call, study)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="freestyle")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("."), help="where the studies are written")
    options = parser.parse_args()
    rounds = []
    for number in range(1, options.rounds + 1):
        process, call, study = one_round(options.rules, options.games, options.threads, options.out)
        rounds.append([(bare[0] / study[0], bare[1] / study[1]) for bare in (process, call)])
        seconds = "   ".join(f"{wall:.2f} {cores:.2f}" for wall, cores in (process, call, study))
        print(f"round {number}: process, call, study in seconds, clock and cores: {seconds}", flush=True)
    for name, shares in zip(ROWS, zip(*rounds, strict=True), strict=True):
        wall, cores = (statistics.median(column) for column in zip(*shares, strict=True))
        print(f"{name:32} {wall:.2f} by the clock, {cores:.2f} by the cores")


if __name__ == "__main__":
    main()
