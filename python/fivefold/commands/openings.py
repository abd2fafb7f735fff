"""Show the suite of openings of a game, write it in Gomocup's form, or make it anew from a seed.

With --make openings are drawn, and measured by games in which one player has all seats; the balanced ones are
written to --out. The same command resumes.
"""

import argparse
import sys
from pathlib import Path

import fivefold as ff

from .rules_arguments import add_rules, rules_of

EXAMPLES = """\
examples:
  fivefold openings freestyle
  fivefold openings freestyle --gomocup openings.txt
  fivefold openings renju -o size=9 --make --out renju9.txt --player "mcts(simulations=50)" --count 20
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rules(command)
    command.add_argument("--gomocup", metavar="FILE", help="write the suite as offsets from the centre")
    command.add_argument("--make", action="store_true", help="draw and measure a suite, into --out")
    command.add_argument("--out", metavar="FILE", help="with --make: the file to write")
    command.add_argument("--player", metavar="P", help="with --make: the player on all seats")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="with --make: the seed (1)")
    command.add_argument("--count", type=int, default=100, metavar="N", help="with --make: openings (100)")
    command.add_argument("--games", type=int, default=60, metavar="N", help="with --make: games of each (60)")
    command.add_argument("--quiet", action="store_true", help="no line of progress")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    rules = rules_of(parsed)
    if parsed.make:
        return make(parsed, rules)
    suite = ff.lab.openings.suite(rules)
    if parsed.gomocup:
        Path(parsed.gomocup).write_text(suite.to_gomocup(), encoding="utf-8")
        print(f"{len(suite)} openings are written to {parsed.gomocup}")
        return 0
    print(suite)
    for moves, share in zip(suite.moves, suite.shares, strict=True):
        told = "" if share is None else f"{share.value:.2f} [{share.low:.2f}, {share.high:.2f}]  "
        print(f"{told}{moves}")
    return 0


def make(parsed: argparse.Namespace, rules: ff.Rules) -> int:
    """Make a suite."""
    from fivefold.lab.openings.making import make_suite

    if not parsed.out:
        raise ff.FivefoldError("--out FILE is missing: --make writes a suite to a file")
    made = make_suite(
        rules,
        parsed.out,
        player=parsed.player,
        seed=parsed.seed,
        count=parsed.count,
        games=parsed.games,
        progress=not parsed.quiet and sys.stderr.isatty(),
    )
    print(f"{made.name}: {len(made.rows)} openings of {made.drawn} drawn are written to {parsed.out}")
    return 0
