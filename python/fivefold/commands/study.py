"""Play the games of a configuration and write tables and a report.

The same command again goes on where it was stopped, and does nothing when all is done. Without a
configuration: every preset, and real games beside them, in a minute or two on two cores.
"""

import argparse
import shlex
import sys
from pathlib import Path

from fivefold.cli import EXIT_GAME, EXIT_INTERRUPT

EXAMPLES = """\
examples:
  fivefold study                                the study that the package brings, into study-out
  fivefold study sweep.toml --out sweep         a study of your own
  fivefold study sweep.toml --out sweep         ... again after Ctrl-C, a full disk, a power cut
  fivefold study --check sweep                  is every file of a study's folder as it was written?

a configuration:
  seed = 7
  [[experiment]]
  rules = "renju"
  options = { size = 9 }
  games = 20000

exit codes: 0 done, 1 a file is damaged (--check), 2 the configuration or the folder is refused,
3 pyarrow is missing, 4 the disk is full or the folder cannot be written, 130 Ctrl-C
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "config",
        nargs="?",
        metavar="CONFIG",
        help="TOML, or JSON with the same keys; with --check the folder",
    )
    command.add_argument("--out", default="study-out", metavar="DIR", help="where it goes (study-out)")
    command.add_argument("--threads", type=int, metavar="N", help="threads that play (all cores)")
    command.add_argument(
        "--check", action="store_true", help="play nothing: read every file and name those that are not whole"
    )
    command.add_argument("--quiet", action="store_true", help="no line of progress")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold import FivefoldError, study

    if parsed.threads is not None and not 1 <= parsed.threads <= 512:
        raise FivefoldError(f"--threads {parsed.threads}: from 1 to 512 are possible")
    if parsed.check:
        return check(parsed)
    try:
        report = study.run(parsed.config, parsed.out, threads=parsed.threads, progress=not parsed.quiet)
    except KeyboardInterrupt:
        config = [parsed.config] if parsed.config else []
        again = shlex.join(["fivefold", "study", *config, "--out", str(parsed.out)])
        print(f"fivefold: stopped; the shards that are finished are kept. To go on: {again}", file=sys.stderr)
        return EXIT_INTERRUPT
    except study.DiskError as error:
        if not error.full:
            raise
        raise study.DiskError(
            f"{error}; the shards that are finished are kept. Make room, or copy {parsed.out} to a "
            "bigger place, and run the same command again"
        ) from None
    print(f"The report is {Path(report)}; the table of games lies beside it in games/.")
    return 0


def check(parsed: argparse.Namespace) -> int:
    """Name the files of a study's folder that are not as they were written."""
    from fivefold import study

    folder = Path(parsed.config) if parsed.config and Path(parsed.config).is_dir() else Path(parsed.out)
    found = study.check(folder, threads=parsed.threads)
    unwritten = sum(what == "not written" for what in found.values())
    damaged = {name: what for name, what in found.items() if what != "not written"}
    for name, what in damaged.items():
        print(f"{folder / name}: {what}")
    if damaged:
        print(f"{len(damaged)} files are not whole; the study's own command makes them again")
        return EXIT_GAME
    print("Every file is whole." + (f" {unwritten} are not written yet." if unwritten else ""))
    return 0
