"""Measure a game: size, branching, length, drama and more, each with its interval."""

import argparse
import json
from math import isfinite

import fivefold as ff

from .arguments import add, add_common, add_rules, named_options, parse_rules

EXAMPLES = """\
examples:
  fivefold measure pah_tum
  fivefold measure freestyle -o size=9 --players greedy greedy --games 200
  fivefold measure pentagame --games 20 --json > pentagame.json
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "--games N", "number of games to play", 100)
    add(command, "--seed N", "random seed of all draws", 0)
    add(command, "--players PLAYER", "a player for each seat (default: uniformly random actions)", nargs="+")
    add(command, "--judged N", "number of games whose positions a search evaluates", 10)
    add(command, "--simulations N", "simulations of that search", 50)
    add(
        command,
        "--samples N",
        "samples for the numbers of positions and games (default: about a minute of them)",
        int,
    )
    add(command, "--json", "print JSON instead of a table")
    add_common(command, "openings", "quiet")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    measures = ff.complexity.report(
        parse_rules(parsed),
        parsed.games,
        parsed.seed,
        judged_games=parsed.judged,
        progress=False if parsed.quiet else None,
        **named_options(parsed, "players simulations samples openings"),
    )
    if parsed.json:
        data = measures.to_dict()
        for row in data["rows"]:
            # JSON has no numbers for what is not known.
            row.update({name: None for name in ("value", "low", "high") if not isfinite(row[name])})
        print(json.dumps(data, indent=1))
    else:
        print(measures)
    return 0
