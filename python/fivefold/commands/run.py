"""Let players play a schedule, and measure the games.

Schedules and measures are those of `fivefold.lab`. Name your own as MODULE:NAME; the module may lie in the
working directory. With --out the games are kept, and the same command resumes.
"""

import argparse
import sys
from functools import partial
from math import inf
from pathlib import Path

import fivefold as ff
from fivefold.lab.register import MEASURES, SCHEDULES, named

from .arguments import (
    TO_PLAY,
    add,
    add_common,
    add_rules,
    named_options,
    parse_option,
    parse_rules,
    wants_progress,
)

EXAMPLES = """\
examples:
  fivefold run swiss --rules pente --players greedy random "mcts(simulations=50)" --set rounds=2 --out club
  fivefold run league --rules freestyle -o size=9 --players greedy random --measure length --measure draws
  fivefold run my_module:KingOfTheHill --rules renju --players threats greedy --set streak=3
  fivefold run --list
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    schedule = add(
        command, "schedule SCHEDULE", f"the schedule: {', '.join(SCHEDULES)}, or MODULE:NAME", nargs="?"
    )
    schedule.completer = lambda **options: list(SCHEDULES)  # type: ignore[attr-defined]  # read by argcomplete
    add_rules(command, flag=TO_PLAY)
    add(command, "--players PLAYER", "the players", default=[], nargs="+")
    add(
        command,
        "--set NAME=VALUE",
        "a setting of the schedule, such as games=40, seed=1 or openings=start; may be repeated",
        default=[],
        action="append",
    )
    measure = add(
        command,
        "--measure NAME",
        f"a measure: {', '.join(MEASURES)}, or MODULE:NAME; may be repeated",
        default=[],
        action="append",
    )
    measure.completer = lambda **options: list(MEASURES)  # type: ignore[attr-defined]
    add(
        command,
        "--faults",
        "a player that fails stops the games with an error, or loses the game",
        "raise",
        choices=("raise", "lose"),
    )
    add(command, "--list", "describe every schedule and measure, and play nothing")
    add_common(command, "out", "threads", "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    sys.path.append(str(Path.cwd()))
    if parsed.list:
        for what, table in (("schedule", SCHEDULES), ("measure", MEASURES)):
            for name in table:
                summary = (named(table, name, what).__doc__ or "").partition("\n")[0]
                print(f"{what:<9} {name:<13} {summary}")
        return 0
    if not parsed.schedule or not parsed.rules:
        raise ff.FivefoldError("SCHEDULE and --rules PRESET are needed: fivefold run --list")
    for name in parsed.measure:
        named(MEASURES, name, "measure")  # before anything is played
    settings = dict(map(parse_option, parsed.set))
    course = ff.lab.schedule(parsed.schedule, parsed.players, parse_rules(parsed), **settings)
    rows = ff.lab.run(course, progress=wants_progress(parsed), **named_options(parsed, "faults threads out"))
    maximum = inf if rows and rows[0].spec.rules.info.scored else 1
    print(f"{len(rows)} games, {len({row.key for row in rows})} distinct")
    for name in dict.fromkeys(name for row in rows for name in row.names):
        own = [row for row in rows if name in row.names]
        estimate = ff.lab.estimate(own, partial(points, name), minimum=0, maximum=maximum)
        print(f"{name}: {estimate} points a game")
    for name in parsed.measure if rows else []:
        print(f"{name}: {ff.lab.measure(rows, name)}")
    return 0


def points(name: str, row: ff.lab.Row) -> float:
    """Return the points of a player in a game, the mean of its seats."""
    own = [worth for one, worth in zip(row.names, row.points, strict=True) if one == name]
    return sum(own) / len(own)
