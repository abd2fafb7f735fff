"""Let players play everybody against everybody, and rate them; random is rated 0.

With --out the games are kept: the same command resumes.
"""

import argparse
from pathlib import Path

import fivefold as ff

from .match import add_common, add_openings, common_of
from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold ladder freestyle -o size=9 --games 40 --out ladder-9x9
  fivefold ladder pentagame -o players=3 --players random racer "mcts(simulations=200)" --games 30
  fivefold ladder pagoda --reach 1 --games 200      neighbours in the list only
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    command.add_argument(
        "--players", nargs="+", metavar="TEXT", help="who plays, the weakest first (all that play the game)"
    )
    command.add_argument("--games", type=int, default=200, help="games of each table (200)")
    command.add_argument("--seed", type=int, default=0, help="every game depends on it (0)")
    command.add_argument(
        "--reach", type=int, metavar="N", help="only players at most N places apart in the list meet (all)"
    )
    command.add_argument("--anchor", default="random", metavar="NAME", help="who is rated 0 (random)")
    add_openings(command)
    add_common(command)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    found = ff.arena.ladder(
        parsed.players,
        rules_of(parsed),
        parsed.games,
        reach=parsed.reach,
        anchor=parsed.anchor,
        **common_of(parsed),
    )
    print(found.to_markdown())
    if parsed.out:
        print(f"\nThe report is {Path(parsed.out) / 'report.html'}; the games lie beside it.")
    return 0
