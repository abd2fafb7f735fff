"""Let all players meet each other, and rate them. The player random is rated 0.

With --out the games are kept, and the same command resumes.
"""

import argparse
from pathlib import Path

import fivefold as ff

from .arguments import PLAYING, add, add_common, add_rules, named_options, parse_rules, wants_progress

EXAMPLES = """\
examples:
  fivefold ladder freestyle -o size=9 --games 40 --out ladder-9x9
  fivefold ladder pentagame -o players=3 --players random racer "mcts(simulations=200)" --games 30
  fivefold ladder pagoda --reach 1 --games 200      only neighbours in the list meet
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    add(command, "--players TEXT", "the players, the weakest first (default: five standard ones)", nargs="+")
    add(command, "--games N", "number of games of each table", 200)
    add(command, "--reach N", "only players at most N places apart in the list meet (default: all meet)", int)
    add(command, "--anchor NAME", "the player that is rated 0", "random")
    add_common(command, "seed", *PLAYING)


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    result = ff.arena.ladder(
        parsed.players,
        parse_rules(parsed),
        progress=wants_progress(parsed),
        **named_options(parsed, "games reach anchor seed openings threads out"),
    )
    print(result.to_markdown())
    if parsed.out:
        print(f"\nThe report is {Path(parsed.out) / 'report.html'}; the games lie beside it.")
    return 0
