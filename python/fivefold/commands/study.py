"""Play the games of a configuration, and write tables and a report.

The same command resumes, and does nothing when all is done. Without a configuration it plays every preset and
adds the real games of the package; this takes a minute or two on two cores.
"""

import argparse
import contextlib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fivefold import FivefoldError
from fivefold.cli import EXIT_GAME, EXIT_INTERRUPT

from .arguments import add, add_common, named_options

# Seconds in which a scheduler answers, or there is none.
TIMEOUT = 30
# Letters of a name in the terminal.
WIDTH = 40

EXAMPLES = """\
examples:
  fivefold study                                the study of the package, into study-out
  fivefold study sweep.toml --out sweep         a study of your own
  fivefold study sweep.toml --out sweep         ... again after Ctrl-C, a full disk, a power cut
  fivefold study sweep.toml --out s --part 3/16 the third of sixteen parts, on any machine
  fivefold study sweep.toml --out s --finish    summary and report when all parts are played
  fivefold study sweep.toml --out s --dask tcp://scheduler:8786
  fivefold study sweep.toml --plan              how long will it take, and how many games does it need?
  fivefold study --check sweep                  check that every file is as it was written

a configuration:
  seed = 7
  [[experiment]]
  rules = "renju"
  options = { size = 9 }
  games = 20000

exit codes: 0 done, 1 a file is damaged (--check) or shards are missing (--finish), 2 the
configuration or the folder is refused, 3 an extra is missing, 4 the disk is full or the folder
cannot be written, 130 Ctrl-C
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(
        command,
        "config CONFIG",
        "the configuration, TOML or JSON with the same keys; with --check the folder of a study",
        nargs="?",
    )
    add(command, "--out DIR", "folder for tables and report", "study-out")
    add_common(command, "threads")
    add(command, "--check", "play nothing; read every file and name the damaged and missing ones")
    add(
        command, "--part K/N", "play only part K of N, without summary and report; parts may run in any order"
    )
    add(command, "--finish", "play nothing; write summary and report of the parts that were played")
    add(command, "--plan", "play a short pilot, and estimate the time and the number of games needed")
    add(
        command,
        "--half-width W",
        "with --plan: half the width that the interval of a share should have",
        0.01,
    )
    add(command, "--workers N", "with --plan: number of cores of all machines together", int)
    add(command, "--dask ADDRESS", "play on the workers of this Dask scheduler")
    add(
        command,
        "--no-shared-folder",
        "with --dask: the workers do not see the folder; this process writes their shards",
    )
    add_common(command, "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold import study

    if parsed.threads is not None and not 1 <= parsed.threads <= 512:
        raise FivefoldError(f"--threads {parsed.threads}: from 1 to 512 are possible")
    if parsed.check:
        return check(parsed)
    if parsed.plan:
        return plan(parsed)
    try:
        with make_executor(parsed) as executor:
            report = study.run(
                parsed.config,
                parsed.out,
                executor=executor,
                shared_folder=not parsed.no_shared_folder,
                progress=not parsed.quiet,
                **named_options(parsed, "threads part finish"),
            )
    except KeyboardInterrupt:
        config = [parsed.config] if parsed.config else []
        part = ["--part", parsed.part] if parsed.part else []
        again = shlex.join(["fivefold", "study", *config, "--out", str(parsed.out), *part])
        print(f"fivefold: stopped; the shards that are finished are kept. To go on: {again}", file=sys.stderr)
        return EXIT_INTERRUPT
    except study.UnfinishedError as error:
        print(f"fivefold: {error}", file=sys.stderr)
        return EXIT_GAME
    except study.DiskError as error:
        if not error.full:
            raise
        raise study.DiskError(
            f"{error}; the shards that are finished are kept. Free disk space, or copy {parsed.out} to a "
            "bigger place, and run the same command again"
        ) from None
    if parsed.part:
        print(f"Part {parsed.part} is played.")
        return 0
    print(f"The report is {report}; the table of games lies beside it in games/.")
    return 0


def plan(parsed: argparse.Namespace) -> int:
    """Describe what a study will take."""
    from fivefold import study
    from fivefold._arguments import check_threads
    from fivefold.draw.numbers import amount, duration, fitted

    if parsed.workers is not None and parsed.workers < 1:
        raise FivefoldError(f"--workers {parsed.workers}: at least 1 is needed")
    rows = study.plan(parsed.config, half_width=parsed.half_width)
    names = fitted([row.experiment for row in rows], WIDTH)
    width = max(map(len, ["experiment", *names]))
    print(f"{'experiment':<{width}} {'games':>14} {'one core':>12} {'seat 0 wins':>18} {'games needed':>14}")
    for row, name in zip(rows, names, strict=True):
        wins = f"{100 * row.share:.1f} ± {100 * row.half_width:.2f} %"
        print(
            f"{name:<{width}} {amount(row.games):>14} {duration(row.seconds):>12} {wins:>18} "
            f"{amount(row.needed):>14}"
        )
    beside, here = rows[0].starting, check_threads(parsed.threads)
    total = sum(row.seconds for row in rows) - beside
    elsewhere = (
        f", {duration(beside + total / parsed.workers)} on {parsed.workers} cores" if parsed.workers else ""
    )
    size = sum(row.bytes for row in rows) / 1e6
    print(
        f"With the games asked for: {duration(beside + total / here)} here ({here} threads){elsewhere}, "
        f"{size:.1f} MB. Games needed: for half an interval of {100 * parsed.half_width:g} % around "
        "the share of seat 0."
    )
    return 0


@contextlib.contextmanager
def make_executor(parsed: argparse.Namespace) -> Iterator[Any]:
    """Yield the executor of Dask that is asked for, or None."""
    if parsed.dask is None:
        if parsed.no_shared_folder:
            raise FivefoldError("--no-shared-folder is given without --dask")
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise ImportError("--dask needs Dask: pip install fivefold[dask]") from None
    try:
        client = Client(parsed.dask, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise FivefoldError(f"--dask {parsed.dask}: no scheduler answers there ({error})") from None
    with client:
        yield client.get_executor()


def check(parsed: argparse.Namespace) -> int:
    """Name the files of a study's folder that are not as they were written."""
    from fivefold import study

    folder = Path(parsed.config) if parsed.config and Path(parsed.config).is_dir() else Path(parsed.out)
    states = study.check(folder, threads=parsed.threads)
    unwritten = sum(what == "not written" for what in states.values())
    damaged = {name: what for name, what in states.items() if what != "not written"}
    for name, what in damaged.items():
        print(f"{folder / name}: {what}")
    if damaged:
        print(f"{len(damaged)} files are not whole; the study's own command makes them again")
        return EXIT_GAME
    print("Every file is whole." + (f" {unwritten} are not written yet." if unwritten else ""))
    return 0
