"""Measure a game: how large, how wide, how long, how dramatic; every figure with its interval."""

import argparse
import json
from math import isfinite

import fivefold as ff

from .match import add_openings
from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold measure pah_tum
  fivefold measure freestyle -o size=9 --players greedy greedy --games 200
  fivefold measure pentagame --games 20 --json > pentagame.json
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    command.add_argument("--games", type=int, default=100, metavar="N", help="games that are played (100)")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="of everything random (0)")
    command.add_argument(
        "--players", nargs="+", metavar="PLAYER", help="one for each seat; left out: uniformly random actions"
    )
    command.add_argument(
        "--judged", type=int, default=10, metavar="N", help="games whose positions are judged by search (10)"
    )
    command.add_argument(
        "--simulations", type=int, default=50, metavar="N", help="of the search that judges (50)"
    )
    command.add_argument(
        "--samples", type=int, metavar="N", help="for the numbers of positions and games (about a minute)"
    )
    add_openings(command)
    command.add_argument("--json", action="store_true", help="print data instead of a table")
    command.add_argument("--quiet", action="store_true", help="no line of progress")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    found = ff.complexity.report(
        rules_of(parsed),
        parsed.games,
        parsed.seed,
        players=parsed.players,
        judged_games=parsed.judged,
        simulations=parsed.simulations,
        samples=parsed.samples,
        openings=parsed.openings,
        progress=False if parsed.quiet else None,
    )
    if parsed.json:
        data = found.to_dict()
        for row in data["rows"]:
            # JSON has no numbers for what is not known.
            row.update({name: None for name in ("value", "low", "high") if not isfinite(row[name])})
        print(json.dumps(data, indent=1))
    else:
        print(found)
    return 0
