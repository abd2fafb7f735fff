"""Play a match of two players in pairs of games, seats exchanged, and say how strong they are.

With --out the games are kept: the same command resumes.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import fivefold as ff

from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold match greedy random --rules freestyle -o size=9 --games 100
  fivefold match "mcts(simulations=1000)" greedy --rules renju --out renju-match
  fivefold match "mcts(simulations=400)" "mcts(simulations=200)" --rules pente --sprt 0 20
  fivefold match threats "mcts(simulations=1000)" --rules freestyle --openings balanced
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("first", metavar="A", help="a player, such as greedy or 'mcts(simulations=400)'")
    command.add_argument("second", metavar="B", help="the other player")
    add_rules(command, flag=True)
    command.add_argument("--games", type=int, default=200, help="how many, an even number (200)")
    command.add_argument("--seed", type=int, default=0, help="every game depends on it (0)")
    add_openings(command)
    command.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when one of these is accepted"
    )
    command.add_argument(
        "--faults", choices=("raise", "lose"), default="raise", help="what a player's failure means (raise)"
    )
    add_common(command)


def common_of(parsed: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that matches and ladders have in common."""
    names = ("seed", "openings", "threads", "out")
    shown = not parsed.quiet and sys.stderr.isatty()
    return {**{name: getattr(parsed, name) for name in names}, "progress": shown}


def add_openings(command: argparse.ArgumentParser) -> None:
    """Declare where games begin."""
    command.add_argument(
        "--openings",
        metavar="NAME",
        help="where games begin: suite (the rules' own, the default), random or balanced (drawn), start (the "
        "empty board), or a file with a line of moves each",
    )


def add_common(command: argparse.ArgumentParser) -> None:
    """Declare what matches and ladders have in common."""
    command.add_argument("--out", metavar="DIR", help="keep the games there, with a report")
    command.add_argument("--threads", type=int, metavar="N", help="threads that play (all cores)")
    command.add_argument("--quiet", action="store_true", help="no line of progress")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    if not parsed.rules:
        raise ff.FivefoldError("--rules PRESET is missing: fivefold presets lists them")
    found = ff.arena.match(
        parsed.first,
        parsed.second,
        rules_of(parsed),
        parsed.games,
        sprt=parsed.sprt,
        faults=parsed.faults,
        **common_of(parsed),
    )
    print(found)
    print("pairs by points of the first, 0 to 2:", *found.pairs.tolist())
    for fault in found.faults:
        print(f"game {fault.game}: {fault.player}: {fault.reason}")
    if parsed.out:
        print(f"The report is {Path(parsed.out) / 'report.html'}; the games lie beside it.")
    return 0
